set(usd_sources
  recorded_figures.cpp
  stage_text.cpp
  usd_stage.cpp
)
