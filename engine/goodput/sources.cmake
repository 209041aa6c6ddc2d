set(goodput_sources
  goodput.cpp
  goodput_question.cpp
  goodput_sheet.cpp
)
