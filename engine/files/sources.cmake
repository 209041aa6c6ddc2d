set(files_sources
  file_kind.cpp
  input_file.cpp
  output_file.cpp
  output_guard.cpp
  process_mark.cpp
  temporary.cpp
)
