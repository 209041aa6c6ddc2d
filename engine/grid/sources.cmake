set(grid_sources
  carbon_intensity.cpp
  energy_prices.cpp
  grid_hours.cpp
  hour_limit.cpp
  year_hours.cpp
)
