set(bill_sources
  bill_counter.cpp
  bill_of_materials.cpp
  schedules.cpp
)
