set(run/offsite_sources
  remote_sites.cpp
)
