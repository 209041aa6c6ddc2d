set(fleet_sources
  fleet_question.cpp
  fleet_sheet.cpp
)
