set(plant_sources
  plant_map.cpp
)
