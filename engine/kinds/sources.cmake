set(kinds_sources
  colour_map.cpp
  order_kind.cpp
  power_kind.cpp
)
