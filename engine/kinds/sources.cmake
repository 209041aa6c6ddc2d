set(kinds_sources
  power_kind.cpp
)
