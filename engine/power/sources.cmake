set(power_sources
  waveform.cpp
  waveform_text.cpp
)
