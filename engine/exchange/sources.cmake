set(exchange_sources
)
