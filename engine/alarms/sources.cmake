set(alarms_sources
  alarm_conditions.cpp
  alarm_group.cpp
  alarm_kind.cpp
  alarm_names.cpp
  alarm_watch.cpp
  dead_supply.cpp
)
