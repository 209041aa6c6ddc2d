set(sim_sources
  layout.cpp
)
