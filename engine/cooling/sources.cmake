set(cooling_sources
  branches.cpp
  build_network.cpp
  network.cpp
)
