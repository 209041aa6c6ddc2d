set(explain_sources
  explain.cpp
  explain_table.cpp
  explain_telemetry.cpp
  explain_traces.cpp
  explain_weather.cpp
)
