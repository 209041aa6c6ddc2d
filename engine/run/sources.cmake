set(run_sources
  event_queue.cpp
)
