set(run/frame_sources
  frame_words.cpp
  quantity.cpp
  state_words.cpp
  story.cpp
)
