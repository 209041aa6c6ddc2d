set(broker_sources
  quote.cpp
)
