set(connections_sources
  coolant_pipes.cpp
)
