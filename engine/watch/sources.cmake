set(watch_sources
  page_questions.cpp
  run_answer.cpp
  run_look.cpp
  run_question.cpp
  run_questions.cpp
  step_timeline.cpp
)
