set(run/racks_sources
  racks.cpp
)
