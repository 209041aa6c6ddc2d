set(cooling_sources
  process_layout.cpp
  process_sketch.cpp
)
