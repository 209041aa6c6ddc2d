set(power_sources
  alike.cpp
  beside_mains.cpp
  cascade.cpp
  contingency.cpp
  exact_flow.cpp
  fault_currents.cpp
  flow.cpp
  flow_ends.cpp
  groups.cpp
  islands.cpp
  network.cpp
  sections.cpp
  standby.cpp
  switching.cpp
  undervoltage.cpp
)
# Powers and voltages of a plant are far from the range where complex division must scale.
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/flow.cpp ${CMAKE_CURRENT_LIST_DIR}/flow_ends.cpp PROPERTIES
  COMPILE_OPTIONS $<$<CXX_COMPILER_ID:GNU>:-fcx-limited-range>
  SKIP_PRECOMPILE_HEADERS ON)
