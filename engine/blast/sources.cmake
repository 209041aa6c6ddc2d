set(blast_sources
  reach.cpp
  reach_cooling.cpp
  reach_network.cpp
  reach_power.cpp
)
