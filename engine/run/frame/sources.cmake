set(run/frame_sources
  frame_words.cpp
  quantity.cpp
  story.cpp
)
