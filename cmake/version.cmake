# The commit the program was built from, for results that name their origin. Written at configure time.
set(TACIT_COMMIT "unknown")
find_package(Git QUIET)
if(Git_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} describe --always --dirty --abbrev=12 --exclude=*
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE tacit_git_commit
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(tacit_git_commit)
    set(TACIT_COMMIT ${tacit_git_commit})
  endif()
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/version.h.in ${PROJECT_BINARY_DIR}/generated/tacit/version.h @ONLY)
