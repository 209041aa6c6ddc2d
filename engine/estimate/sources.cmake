set(estimate_sources
  cluster.cpp
  inference.cpp
  search.cpp
  training.cpp
  training_rules.cpp
)
