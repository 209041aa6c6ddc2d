set(compare_sources
  candidate.cpp
  compare.cpp
  compare_inputs.cpp
  comparison_html.cpp
  comparison_text.cpp
  floor_difference.cpp
)
