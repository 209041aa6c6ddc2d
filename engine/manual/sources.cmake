set(manual_sources
  book.cpp
  glossary.cpp
  page_text.cpp
  phrases.cpp
  places.cpp
  search_index.cpp
)
