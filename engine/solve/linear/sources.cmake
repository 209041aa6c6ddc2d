set(solve/linear_sources
  sparse_ldl.cpp
  sparse_lu.cpp
)
