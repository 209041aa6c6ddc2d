set(plant_sources
  cooling_index.cpp
  part_names.cpp
  plant.cpp
  plant_hours.cpp
  plant_map.cpp
  server_name.cpp
)
