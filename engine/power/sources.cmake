set(power_sources
  one_line.cpp
  sankey.cpp
)
