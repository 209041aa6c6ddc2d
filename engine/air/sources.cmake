set(air_sources
  hall_air.cpp
  plan.cpp
)
