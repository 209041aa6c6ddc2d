set(campaign_sources
  campaign.cpp
  campaign_text.cpp
  curve.cpp
  figures.cpp
  measure.cpp
  statistics.cpp)
