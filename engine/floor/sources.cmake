set(floor_sources
  floor.cpp
  layout.cpp
  route.cpp
)
