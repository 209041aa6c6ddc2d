set(alarms_sources
  alarm_conditions.cpp
  alarm_kind.cpp
  alarm_names.cpp
  alarm_watch.cpp
)
