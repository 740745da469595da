# Options that every target of this project shares; nothing here reaches a consumer of the installed library.
function(tacit_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
  if(TACIT_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(TACIT_NATIVE)
    target_compile_options(${target} PRIVATE -march=native)
  endif()
  # GCC 12 sees uninitialised values where there are none, in its own AVX-512 intrinsics and, with sanitizers, in
  # std::regex; and overlapping copies in std::string at -O3. The plain build keeps both warnings.
  if(TACIT_NATIVE OR TACIT_SANITIZE)
    target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-restrict>")
  endif()
  if(TACIT_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=${TACIT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${TACIT_SANITIZE})
  endif()
endfunction()
