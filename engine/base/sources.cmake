set(base_sources
  error.cpp
  memory.cpp
  plain_text.cpp
  team.cpp
  workers.cpp
)
