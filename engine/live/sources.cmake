set(live_sources
)
