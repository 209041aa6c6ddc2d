set(power/flow_sources
  load_flow.cpp
  newton.cpp
  sparse_lu.cpp
  sweep.cpp
)
