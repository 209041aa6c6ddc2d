set(base_sources
)
