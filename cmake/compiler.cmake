# Options that every target of this project shares; nothing here reaches a consumer of the installed library.
function(tacit_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
  if(TACIT_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(TACIT_NATIVE)
    target_compile_options(${target} PRIVATE -march=native)
  endif()
  # GCC 12 sees uninitialised values where there are none: in its own AVX-512 intrinsics, and in std::regex when
  # sanitizers are on. The plain builds keep the warning.
  if(TACIT_NATIVE OR TACIT_SANITIZE)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  endif()
  if(TACIT_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=${TACIT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${TACIT_SANITIZE})
  endif()
endfunction()
