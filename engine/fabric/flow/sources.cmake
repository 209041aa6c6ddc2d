set(fabric/flow_sources
)
