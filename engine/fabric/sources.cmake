set(fabric_sources
)
