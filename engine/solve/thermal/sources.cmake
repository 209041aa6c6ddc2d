set(solve/thermal_sources
  thermal_network.cpp
)
