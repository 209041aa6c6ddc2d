set(plant_sources
  cooling_index.cpp
  plant.cpp
  plant_hours.cpp
  plant_map.cpp
  server_name.cpp
)
