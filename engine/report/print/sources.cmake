set(report/print_sources
  page_drawing.cpp
  page_maker.cpp
  page_slide.cpp
  page_table.cpp
  page_words.cpp
  pdf.cpp
)
