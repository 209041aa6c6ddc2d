set(figures_sources
  figures.cpp
  model_errors.cpp
)
