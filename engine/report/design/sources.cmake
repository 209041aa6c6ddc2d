set(report/design_sources
  design_sections.cpp
  diagram_sections.cpp
  sheet_html.cpp
  sources_section.cpp
)
