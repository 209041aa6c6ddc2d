set(run/frame_sources
  frame_words.cpp
  quantity.cpp
  state_words.cpp
  step_terms.cpp
  story.cpp
)
