set(text_sources
  shown.cpp
  words.cpp
)
