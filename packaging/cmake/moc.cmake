# headroom_moc(OUT SOURCE…): OUT is a source for each folder, with what moc makes of the headers beside the sources; its batch is
# that of the folder (unity.cmake). AUTOMOC makes the same text, but looks through all headers of Qt for each of ours, forty seconds
# of a cold build, and compiles it all in one piece whenever one header changes. No macro of another header is needed
# to read ours, so moc is given no include paths.
function(headroom_moc out)
  set(made)
  set(folders)
  foreach(source ${ARGN})
    string(REGEX REPLACE "\\.(cpp|h)$" ".h" header ${source})
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${header})
      continue()
    endif()
    get_filename_component(folder ${header} DIRECTORY)
    get_filename_component(name ${header} NAME_WE)
    set(moc ${CMAKE_CURRENT_BINARY_DIR}/${folder}/moc_${name}.cpp)
    # Empty where there is no Q_OBJECT: a header that gets one needs no new configuration.
    add_custom_command(OUTPUT ${moc}
      COMMAND Qt6::moc --no-notes ${CMAKE_CURRENT_SOURCE_DIR}/${header} -o ${moc}
      DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${header} VERBATIM)
    set_source_files_properties(${moc} PROPERTIES HEADER_FILE_ONLY ON)
    list(APPEND made ${moc})
    list(APPEND folders ${folder})
    string(APPEND "text_of_${folder}" "#include \"moc_${name}.cpp\"\n")
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder ${folders})
    set(mocs ${CMAKE_CURRENT_BINARY_DIR}/${folder}/mocs.cpp)
    file(CONFIGURE OUTPUT ${mocs} CONTENT "${text_of_${folder}}" @ONLY)
    list(APPEND made ${mocs})
  endforeach()
  set(${out} ${made} PARENT_SCOPE)
endfunction()
