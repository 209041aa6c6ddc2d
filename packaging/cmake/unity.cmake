# Unity builds: sources of one folder are compiled together, a few at a time. A cold build takes half
# the time, because headers are read and templates instantiated once for each batch; a change of one
# source compiles its batch. Sources must compile both ways: names of unnamed namespaces are unique
# within a folder.
# SKIP_UNITY_BUILD_INCLUSION leaves a source alone.
option(HEADROOM_UNITY "Compile sources of a folder together" OFF)

# headroom_unity(TARGET SOURCE…): sources in the order of their folders.
function(headroom_unity target)
  if(NOT HEADROOM_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set(folders)
  foreach(source ${ARGN})
    get_source_file_property(alone ${source} SKIP_UNITY_BUILD_INCLUSION)
    get_filename_component(folder "${source}" DIRECTORY)
    if(alone OR NOT source MATCHES "\\.cpp$")
      continue()
    endif()
    string(MAKE_C_IDENTIFIER "in_${folder}" folder)
    list(APPEND folders ${folder})
    list(APPEND ${folder} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder ${folders})
    # Batches of a folder are of about one size: ten sources are two of five, not one of eight and one of two.
    list(LENGTH ${folder} count)
    math(EXPR batches "(${count} + 13) / 14")
    math(EXPR size "(${count} + ${batches} - 1) / ${batches}")
    set(index 0)
    foreach(source ${${folder}})
      math(EXPR batch "${index} / ${size}")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${batch})
      math(EXPR index "${index} + 1")
    endforeach()
  endforeach()
endfunction()
