set(live_sources
  session.cpp
)
