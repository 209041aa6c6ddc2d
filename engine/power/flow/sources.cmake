set(power/flow_sources
  load_flow.cpp
  newton.cpp
  short_circuit.cpp
  sparse_lu.cpp
  sweep.cpp
  three_phase.cpp
)
