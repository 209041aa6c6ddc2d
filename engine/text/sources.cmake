set(text_sources
  nice_step.cpp
  shown.cpp
)
