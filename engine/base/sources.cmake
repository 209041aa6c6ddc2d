set(base_sources
  error.cpp
)
