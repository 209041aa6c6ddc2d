set(reliability/diagnosis_sources
  bill.cpp
  diagnosis.cpp
  event_graph.cpp
  event_layout.cpp
  hit_rate.cpp
  power_suspects.cpp
)
