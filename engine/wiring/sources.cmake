set(wiring_sources
  by_hand.cpp
  connect.cpp
  obvious.cpp
)
