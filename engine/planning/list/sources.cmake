set(planning/list_sources
  planning_questions.cpp
)
