set(sensitivity_sources
  ends.cpp
  sensitivity.cpp
)
