set(certainty_sources
  certainty.cpp
  certainty_text.cpp
  propagation.cpp
  ranges.cpp
)
