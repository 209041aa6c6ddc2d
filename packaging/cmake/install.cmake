# What an installation holds, by package: the programs, and the data folders under share/headroom.
include(GNUInstallDirs)
set(data ${CMAKE_INSTALL_DATADIR}/headroom)

install(TARGETS headroom-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT cli)
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

# What only packages hold (manual pages, completion, pictures of the icon, changelog) is made by
# packaging/deb in PACKAGED/COMPONENT, laid out as below the prefix.
set(HEADROOM_PACKAGED "" CACHE PATH "Folder of files made for packages, by component")
if(HEADROOM_PACKAGED)
  foreach(component cli doc window)
    install(DIRECTORY ${HEADROOM_PACKAGED}/${component}/ DESTINATION . COMPONENT ${component})
  endforeach()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/packages.cmake)
