set(replay_sources
  branch.cpp
  opened_design.cpp
  player.cpp
  player_loop.cpp
  recorded_frames.cpp
  replay.cpp
)
