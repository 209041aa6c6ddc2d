set(run/cooling_sources
  coolant.cpp
  coolant_chillers.cpp
  coolant_flow.cpp
  coolant_heat.cpp
  coolant_orders.cpp
  coolant_plant.cpp
)
