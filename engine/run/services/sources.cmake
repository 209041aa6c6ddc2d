set(run/services_sources
  services.cpp
)
