set(run/frame_sources
  frame.cpp
  frame_words.cpp
  quantity.cpp
  state_words.cpp
  step_terms.cpp
  story.cpp
)
