set(report/drawing_sources
  fabric_svg.cpp
  one_line_svg.cpp
  process_svg.cpp
  sketch.cpp
)
