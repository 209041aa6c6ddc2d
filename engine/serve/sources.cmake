set(serve_sources
  replica.cpp
  request_stream.cpp
  request_trace.cpp
  serving.cpp
  serving_result.cpp
)
