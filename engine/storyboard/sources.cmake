set(storyboard_sources
  note_figures.cpp
  slide_parts.cpp
  storyboard.cpp
  storyboard_page.cpp
  storyboard_schema.cpp
  storyboard_slides.cpp
)
