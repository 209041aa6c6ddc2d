set(waveform_sources
  waveform.cpp
  waveform_text.cpp
)
