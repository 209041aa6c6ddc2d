set(report/design_sources
  design_sections.cpp
  diagram_sections.cpp
  sources_section.cpp
)
