set(wiring_sources
  connect.cpp
  route.cpp
)
