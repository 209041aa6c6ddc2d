set(text_sources
  words.cpp
)
