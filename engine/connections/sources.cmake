set(connections_sources
  coolant_pipes.cpp
  power_ways.cpp
)
