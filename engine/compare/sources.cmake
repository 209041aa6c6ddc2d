set(compare_sources
  compare.cpp
  compare_inputs.cpp
  comparison_html.cpp
  comparison_text.cpp
)
