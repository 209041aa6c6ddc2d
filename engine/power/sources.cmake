set(power_sources
  flow.cpp
  network.cpp
)
