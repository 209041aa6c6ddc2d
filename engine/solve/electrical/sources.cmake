set(solve/electrical_sources
  load_flow.cpp
  newton.cpp
  sweep.cpp
  three_phase.cpp
)
