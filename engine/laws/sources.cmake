set(laws_sources
  law_scene.cpp
  laws.cpp
)
