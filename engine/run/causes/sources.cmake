set(run/causes_sources
  disturbances.cpp
  indicators.cpp
  job_losses.cpp
)
