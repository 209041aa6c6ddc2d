set(cooling_sources
  build_network.cpp
  network.cpp
  process_layout.cpp
  process_sketch.cpp
  thermal_network.cpp
)
