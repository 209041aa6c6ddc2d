set(fabric/flow_sources
  flow_graph.cpp
  flow_run.cpp
  max_min.cpp
  plain_fill.cpp
  quotient.cpp
  water_fill.cpp
)
