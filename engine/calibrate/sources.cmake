set(calibrate_sources
  calibrate.cpp
  calibrate_text.cpp
  overlay.cpp
)
