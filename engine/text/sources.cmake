set(text_sources
  nice_step.cpp
  amount_text.cpp
  shown.cpp
  shown_unit.cpp
)
