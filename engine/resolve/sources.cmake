set(resolve_sources
  build_layout.cpp
  design.cpp
  facility.cpp
)
