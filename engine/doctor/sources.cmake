set(doctor_sources
  doctor.cpp
)
