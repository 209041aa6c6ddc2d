set(laws_sources
  laws.cpp
)
