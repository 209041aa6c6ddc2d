set(floor_sources
  floor.cpp
  free_place.cpp
  layout.cpp
  machine_groups.cpp
  route.cpp
)
