set(experiment_sources
  ensemble.cpp
  run_until.cpp
)
