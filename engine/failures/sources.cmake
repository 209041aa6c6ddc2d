set(failures_sources
  failures.cpp
  hazards.cpp
)
