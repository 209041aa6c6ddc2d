set(air/field_sources
  field.cpp
  grid.cpp
  potential.cpp
  streamlines.cpp
  study.cpp
  transport.cpp
)
