set(manual_sources
  book.cpp
  glossary.cpp
  page_text.cpp
  places.cpp
)
