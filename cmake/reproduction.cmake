# The sweeps of `tacit reproduce` travel in the program: the files in examples/sweeps, as they are.
set(tacit_reproduction_sweeps figure-1a figure-1b environments continuous printed-constants mechanisms)
set(TACIT_REPRODUCTION_SWEEPS "")
foreach(sweep ${tacit_reproduction_sweeps})
  set(file ${PROJECT_SOURCE_DIR}/examples/sweeps/${sweep}.toml)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  string(APPEND TACIT_REPRODUCTION_SWEEPS "    {\"${sweep}\", R\"toml(${text})toml\"},\n")
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/reproduction_sweeps.cc.in
  ${PROJECT_BINARY_DIR}/generated/reproduction_sweeps.cc @ONLY)
