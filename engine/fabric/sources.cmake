set(fabric_sources
  names.cpp
  traffic.cpp
)
