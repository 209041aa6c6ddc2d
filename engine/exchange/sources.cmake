set(exchange_sources
  csv.cpp
  dss.cpp
  epw.cpp
  job_trace.cpp
  text_file.cpp
)
