set(run_sources
  event_queue.cpp
  snapshot.cpp
  space.cpp
  state_table.cpp
)
