set(validate_sources
)
