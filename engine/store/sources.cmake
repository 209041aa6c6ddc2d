set(store_sources
)
