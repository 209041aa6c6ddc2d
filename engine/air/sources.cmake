set(air_sources
  field.cpp
  grid.cpp
  hall_air.cpp
  plan.cpp
  potential.cpp
)
