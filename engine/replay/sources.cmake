set(replay_sources
  branch.cpp
  replay.cpp
)
