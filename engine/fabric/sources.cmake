set(fabric_sources
  diagram.cpp
  reading.cpp
  traffic.cpp
)
