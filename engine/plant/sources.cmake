set(plant_sources
  plant_map.cpp
  server_name.cpp
)
