set(report/whole_sources
  report.cpp
  result_sections.cpp
)
