set(storyboard_sources
  storyboard.cpp
  storyboard_page.cpp
  storyboard_schema.cpp
)
