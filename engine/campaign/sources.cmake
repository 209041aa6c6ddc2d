set(campaign_sources
  bare_plant.cpp
  campaign.cpp
  campaign_text.cpp
  curve.cpp
  measure.cpp
  reliability_case.cpp
  statistics.cpp)
