set(reliability/commission_sources
  commission.cpp
  commission_project.cpp
  commission_sheet.cpp
  commission_tests.cpp
  commission_text.cpp
)
