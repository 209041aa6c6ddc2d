set(fabric_sources
  traffic.cpp
)
