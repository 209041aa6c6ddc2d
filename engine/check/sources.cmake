set(check_sources
)
