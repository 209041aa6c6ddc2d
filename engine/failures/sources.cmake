set(failures_sources
  corruption.cpp
  failures.cpp
  hazards.cpp
)
