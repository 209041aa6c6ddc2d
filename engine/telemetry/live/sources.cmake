set(telemetry/live_sources
  http_source.cpp
  live_clock.cpp
  live_source.cpp
  modbus_place.cpp
  modbus_source.cpp
  mqtt_source.cpp
)
