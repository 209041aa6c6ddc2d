set(kinds_sources
  colour_map.cpp
  power_kind.cpp
)
