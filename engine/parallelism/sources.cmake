set(parallelism_sources
  parallelism_question.cpp
  parallelism_sheet.cpp
)
