set(resolve_sources
  facility.cpp
)
