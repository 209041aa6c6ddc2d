# The Python module is made for Debian's own interpreter: the one that python3-numpy and python3-pytest serve, and whose
# dist-packages the package python3-headroom fills. Another one: -DPython_EXECUTABLE=…
if(NOT DEFINED Python_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "Interpreter that the Python module is made for")
endif()
find_package(Python 3.9 QUIET COMPONENTS Interpreter Development.Module)
find_package(pybind11 2.10 QUIET)
set(can_python OFF)
# A sanitizer would have to be in the interpreter from its start.
if(Python_FOUND AND pybind11_FOUND AND NOT HEADROOM_SANITIZE AND NOT HEADROOM_FUZZ)
  set(can_python ON)
endif()
option(HEADROOM_PYTHON "Build the Python module (pybind11)" ${can_python})
