set(text_sources
  shown.cpp
)
