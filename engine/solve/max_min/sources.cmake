set(solve/max_min_sources
  flow_graph.cpp
  flow_run.cpp
  level_queue.cpp
  max_min.cpp
  water_fill.cpp
)
