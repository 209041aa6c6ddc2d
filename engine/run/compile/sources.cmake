set(run/compile_sources
  compile.cpp
  compile_cooling.cpp
  compile_fabric.cpp
  compile_jobs.cpp
  compile_remote.cpp
)
