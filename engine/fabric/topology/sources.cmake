set(fabric/topology_sources
)
