set(run/fabric_sources
  fabric_frame.cpp
  fabric_jobs.cpp
  fabric_links.cpp
  fabric_orders.cpp
  fabric_run.cpp
  fabric_shares.cpp
)
