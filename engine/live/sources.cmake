set(live_sources
  run.cpp
  session.cpp
)
