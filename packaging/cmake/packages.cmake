# Debian packages of the components (packaging/deb runs cpack): headroom-cli, headroom-dxf, headroom-fit, headroom-doc, headroom,
# python3-headroom.
if(HEADROOM_PYTHON)
  math(EXPR python_next "${Python_VERSION_MINOR} + 1")
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME headroom)
set(CPACK_PACKAGE_VENDOR Headroom)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "Headroom <packages@headroom.org>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL cli dxf fit doc)
if(HEADROOM_UI)
  list(APPEND CPACK_COMPONENTS_ALL window)
endif()
if(HEADROOM_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_CLI_PACKAGE_NAME headroom-cli)
set(CPACK_DEBIAN_CLI_PACKAGE_SECTION science)
set(CPACK_COMPONENT_CLI_DESCRIPTION "digital twin of an AI data centre, command line
Headroom simulates power, cooling, network, training jobs, failures, cost and
carbon of AI data centres of 100,000 accelerators and more, on one clock.

This package has the command line, the catalogue of parts and the scenarios.")

set(CPACK_DEBIAN_CLI_PACKAGE_RECOMMENDS "headroom-dxf (= ${PROJECT_VERSION}), headroom-fit (= ${PROJECT_VERSION})")

set(CPACK_DEBIAN_DXF_PACKAGE_NAME headroom-dxf)
set(CPACK_DEBIAN_DXF_PACKAGE_SECTION science)
set(CPACK_DEBIAN_DXF_PACKAGE_ENHANCES headroom-cli)
set(CPACK_COMPONENT_DXF_DESCRIPTION "digital twin of an AI data centre, drawings in DXF
The reader of DXF drawings, from which Headroom takes floor plans. Apart from the
rest because it links dxflib.")

set(CPACK_DEBIAN_FIT_PACKAGE_NAME headroom-fit)
set(CPACK_DEBIAN_FIT_PACKAGE_SECTION science)
set(CPACK_DEBIAN_FIT_PACKAGE_ENHANCES headroom-cli)
set(CPACK_COMPONENT_FIT_DESCRIPTION "digital twin of an AI data centre, calibration
The solver of `headroom-cli calibrate`, which fits figures of a data centre to
its telemetry. Apart from the rest because it links Ceres Solver.")

set(CPACK_DEBIAN_DOC_PACKAGE_NAME headroom-doc)
set(CPACK_DEBIAN_DOC_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DOC_PACKAGE_SHLIBDEPS OFF)
set(CPACK_COMPONENT_DOC_DESCRIPTION "digital twin of an AI data centre, manual
The manual of Headroom: the window, the command line, every model with its
equations, validity and published cases.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-headroom)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
# The module is of one version of the interpreter: 3.11 is Debian 12's.
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
  "headroom-cli (= ${PROJECT_VERSION}), python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}), python3 (<< ${Python_VERSION_MAJOR}.${python_next}), python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-pandas")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
  "${CMAKE_SOURCE_DIR}/packaging/debian/python/postinst;${CMAKE_SOURCE_DIR}/packaging/debian/python/prerm")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "digital twin of an AI data centre, Python module
Open, edit, check, run, branch and read data centres from Python, and train
controllers on them: the engine of headroom-cli, with arrays of NumPy.")

set(CPACK_DEBIAN_WINDOW_PACKAGE_NAME headroom)
set(CPACK_DEBIAN_WINDOW_PACKAGE_SECTION science)
set(CPACK_DEBIAN_WINDOW_PACKAGE_DEPENDS
  "headroom-cli (= ${PROJECT_VERSION}), headroom-doc (= ${PROJECT_VERSION}), libgl1-mesa-dri")
set(CPACK_COMPONENT_WINDOW_DESCRIPTION "digital twin of an AI data centre, window
Lay out halls, racks, fabrics and plant, run them, break them, go back,
compare, and ask each number where it came from.

Headroom joins power, cooling, network, training jobs, failures, cost and
carbon of AI data centres of 100,000 accelerators and more, on one clock.")
include(CPack)
