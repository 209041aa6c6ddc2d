set(connections_sources
  coolant_pipes.cpp
  power_ways.cpp
  supply_paths.cpp
)
