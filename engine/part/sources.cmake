set(part_sources
  part_address.cpp
)
