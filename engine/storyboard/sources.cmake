set(storyboard_sources
  storyboard.cpp
  storyboard_page.cpp
)
