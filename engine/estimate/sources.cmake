set(estimate_sources
  cluster.cpp
  inference.cpp
  model_name.cpp
  search.cpp
  training.cpp
  training_rules.cpp
)
