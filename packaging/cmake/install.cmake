# What an installation holds: the programs, and the data folders under share/headroom.
include(GNUInstallDirs)
install(TARGETS headroom-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(HEADROOM_UI)
  install(TARGETS headroom RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY resources scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/headroom)
