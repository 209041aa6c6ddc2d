set(sheet_sources
  sheet.cpp
  sheet_csv.cpp
  sheet_json.cpp
  sheet_text.cpp
  workbook.cpp
  workbook_check.cpp
)
