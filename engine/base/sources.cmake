set(base_sources
  duration.cpp
  error.cpp
  memory.cpp
  plain_text.cpp
  team.cpp
  workers.cpp
)
