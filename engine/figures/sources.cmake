set(figures_sources
  figures.cpp
)
