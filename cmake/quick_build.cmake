# What keeps the build quick. Nothing here is public: an installed or embedded tacit brings none of it to its user, and
# with TACIT_PCH=OFF everything compiles without it (`make lint` does, so that no file relies on it).
option(TACIT_PCH "Read Eigen and other large headers once, precompiled" ${PROJECT_IS_TOP_LEVEL})

# What most units read, with what Eigen compiles once for all of them (tacit/core/eigen_instances.h).
set(tacit_common_headers <Eigen/Dense> <tacit/core/eigen_instances.h>
  <fmt/format.h> <algorithm> <array> <cmath> <cstdint> <filesystem> <fstream> <functional> <limits> <map> <memory>
  <numeric> <optional> <set> <span> <sstream> <string> <string_view> <utility> <variant> <vector>)

# Gives `target` the common headers and those named, precompiled.
function(tacit_precompile target)
  if(TACIT_PCH)
    target_precompile_headers(${target} PRIVATE ${tacit_common_headers} ${ARGN})
  endif()
endfunction()

if(TACIT_PCH AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC tidies its memory again and again below half a gigabyte: up to a tenth of the time of a unit.
  add_compile_options(--param=ggc-min-heapsize=524288)
  # ccache can store what was compiled with a precompiled header, if it is told that neither the macros in that header
  # nor its time matter: its content does.
  if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache$")
    set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros ${CMAKE_CXX_COMPILER_LAUNCHER})
    add_compile_options(-fpch-preprocess)
  endif()
endif()

# For programs beside the library whose own code is not what takes time: they are compiled with less optimisation. The
# library comes first when they are linked, whole: what both have compiled, as inline functions are, is the library's.
function(tacit_compile_quickly target)
  target_compile_options(${target} PRIVATE ${ARGN})
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    target_link_options(${target} PRIVATE "LINKER:--whole-archive,$<TARGET_FILE:tacit>,--no-whole-archive")
  endif()
endfunction()
