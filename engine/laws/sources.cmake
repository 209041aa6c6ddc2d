set(laws_sources
  law_scene.cpp
  laws.cpp
  rack_law.cpp
)
