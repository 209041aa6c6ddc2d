set(offers_sources
  run_offers.cpp
  run_offers_question.cpp
  run_offers_sheet.cpp
)
