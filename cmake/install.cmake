# `cmake --install` gives the library, its headers, the program, and a package for find_package(tacit).
include(CMakePackageConfigHelpers)
install(TARGETS tacit EXPORT tacit-targets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/tacit DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h"
  PATTERN eigen_instances.h EXCLUDE)
install(FILES ${PROJECT_BINARY_DIR}/generated/tacit/version.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tacit)
install(EXPORT tacit-targets NAMESPACE tacit:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tacit)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/tacit-config.cmake.in ${PROJECT_BINARY_DIR}/tacit-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tacit)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tacit-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tacit-config.cmake ${PROJECT_BINARY_DIR}/tacit-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tacit)
if(TACIT_BUILD_APP)
  install(TARGETS tacit_program)
endif()
