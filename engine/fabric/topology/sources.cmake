set(fabric/topology_sources
  clos.cpp
  plane_topology.cpp
  topology.cpp
  tree.cpp
)
