# What an installation holds, by package: the programs, and the data folders under share/headroom.
include(GNUInstallDirs)
set(data ${CMAKE_INSTALL_DATADIR}/headroom)

install(TARGETS headroom-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT cli)
# Started by the programs, not by people.
install(TARGETS headroom-guest RUNTIME DESTINATION lib/headroom COMPONENT cli)
# With the Ceres of Debian, which is under the GPL in parts: a package of its own.
install(TARGETS headroom-fit RUNTIME DESTINATION lib/headroom COMPONENT fit)
# With dxflib, which is under the GPL: a package of its own.
install(TARGETS headroom-dxf RUNTIME DESTINATION lib/headroom COMPONENT dxf)
install(TARGETS headroom_fmu LIBRARY DESTINATION lib/headroom COMPONENT cli)
install(FILES packaging/systemd/headroom-serve@.service DESTINATION lib/systemd/system COMPONENT cli)
install(FILES engine/guests/headroom_plugin.h DESTINATION ${data}/plugin COMPONENT cli)
install(DIRECTORY app/guest/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/headroom-cli COMPONENT cli)
install(DIRECTORY resources DESTINATION ${data} COMPONENT cli
  PATTERN help EXCLUDE PATTERN icons EXCLUDE)
install(DIRECTORY scenarios DESTINATION ${data} COMPONENT cli
  PATTERN "*.lock" EXCLUDE PATTERN "*.db*" EXCLUDE)
install(DIRECTORY resources/help DESTINATION ${data}/resources COMPONENT doc)

if(HEADROOM_UI)
  install(TARGETS headroom RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT window)
  set(desktop ${CMAKE_SOURCE_DIR}/packaging/desktop)
  install(FILES ${desktop}/org.headroom.Headroom.desktop
    DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT window)
  install(FILES ${desktop}/org.headroom.Headroom.metainfo.xml
    DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT window)
  install(FILES ${desktop}/headroom.xml
    DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT window)
  install(FILES resources/icons/headroom.svg
    DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT window)
endif()

if(HEADROOM_PYTHON)
  # Where Debian's interpreter looks; the data folder is that of headroom-cli.
  set(site lib/python3/dist-packages/headroom)
  install(TARGETS headroom_python LIBRARY DESTINATION ${site} COMPONENT python)
  install(DIRECTORY app/python/headroom/ DESTINATION ${site} COMPONENT python
    FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
  install(DIRECTORY app/python/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/python3-headroom COMPONENT python)
endif()

# What only packages hold (manual pages, completion, pictures of the icon, changelog) is made by
# packaging/deb in PACKAGED/COMPONENT, laid out as below the prefix.
set(HEADROOM_PACKAGED "" CACHE PATH "Folder of files made for packages, by component")
if(HEADROOM_PACKAGED)
  foreach(component cli doc fit window python)
    install(DIRECTORY ${HEADROOM_PACKAGED}/${component}/ DESTINATION . COMPONENT ${component})
  endforeach()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/packages.cmake)
