set(replay_sources
  branch.cpp
  player.cpp
  recorded_frames.cpp
  replay.cpp
)
