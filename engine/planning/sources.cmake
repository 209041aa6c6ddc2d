set(planning_sources
  planning_question.cpp
)
