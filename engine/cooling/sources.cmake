set(cooling_sources
  build_network.cpp
  network.cpp
)
