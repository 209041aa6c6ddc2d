set(document_sources
  catalogue.cpp
  edit.cpp
  json_text.cpp
  project.cpp
  references.cpp
  schema.cpp
  values.cpp
)

# A false alarm of g++ 12 inside valijson (GCC bug 105651).
set_source_files_properties(document/schema.cpp PROPERTIES COMPILE_OPTIONS -Wno-restrict)
