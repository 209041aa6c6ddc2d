set(serve_sources
  replica.cpp
  request_stream.cpp
  serving.cpp
  serving_result.cpp
)
