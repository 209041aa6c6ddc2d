set(floor_sources
  floor.cpp
  layout.cpp
  machine_groups.cpp
  route.cpp
)
