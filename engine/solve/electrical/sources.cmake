set(solve/electrical_sources
  load_flow.cpp
  newton.cpp
  short_circuit.cpp
  sweep.cpp
  three_phase.cpp
)
