set(sensitivity_sources
  ends.cpp
  sensitivity.cpp
  sensitivity_sheet.cpp
)
