# The Python module (app/python) is a shared library made of the same objects as the programs, so all code is
# position independent; calls inside it are not open to replacement, which keeps inlining as it is in a program.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# What every target shares. headroom::options: standard, warnings, sanitizers.
add_library(headroom_options INTERFACE)
add_library(headroom::options ALIAS headroom_options)
target_compile_features(headroom_options INTERFACE cxx_std_20)
target_include_directories(headroom_options INTERFACE ${CMAKE_SOURCE_DIR})
if(HEADROOM_JSON_COPY)
  target_include_directories(headroom_options SYSTEM BEFORE INTERFACE ${HEADROOM_JSON_COPY})
endif()
target_compile_options(headroom_options INTERFACE
  # False alarms of g++ 12 where texts are joined (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  # Floating point must give the same bits everywhere: no fused or re-ordered arithmetic.
  -ffp-contract=off
  -fno-semantic-interposition -fvisibility-inlines-hidden)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(headroom_options INTERFACE
    # What g++ does not count to -Wconversion and -Wextra; what libstdc++ uses of itself.
    -Wno-sign-conversion -Wno-missing-field-initializers -Wno-deprecated-declarations
    # So that ccache knows a precompiled header again.
    "SHELL:-Xclang -fno-pch-timestamp")
  if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 19)
    target_compile_options(headroom_options INTERFACE -Wno-missing-designated-field-initializers)
  endif()
endif()
# g++ collects its own garbage from 128 MB on, eight times and more for a batch of the window: a sixth of the time of a cold
# build. Where memory is plenty it begins at 1 GB, which no source reaches by much. The code is the same.
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
cmake_host_system_information(RESULT memory_mib QUERY TOTAL_PHYSICAL_MEMORY)
math(EXPR plenty_mib "2048 * ${cores}")
if(memory_mib GREATER_EQUAL plenty_mib)
  target_compile_options(headroom_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1048576>)
endif()
if(HEADROOM_WERROR)
  target_compile_options(headroom_options INTERFACE -Werror)
endif()
if(HEADROOM_SANITIZE)
  target_compile_options(headroom_options INTERFACE
    -fsanitize=${HEADROOM_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(headroom_options INTERFACE -fsanitize=${HEADROOM_SANITIZE})
  # For sources that need to know: g++ and clang name their sanitizers by different macros.
  target_compile_definitions(headroom_options INTERFACE HEADROOM_SANITIZED)
  if(HEADROOM_SANITIZE STREQUAL "thread")
    target_compile_definitions(headroom_options INTERFACE HEADROOM_SANITIZED_THREADS)
  endif()
endif()
if(HEADROOM_FUZZ)
  # What code an input reaches; the loop that makes inputs is linked by the fuzzers alone.
  target_compile_options(headroom_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# lld links a program in a fifth of the time of GNU ld, with g++ as well where a machine has it (packaging/lib.sh installs clang's).
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=lld HEADROOM_HAS_LLD)
if(HEADROOM_HAS_LLD)
  add_link_options(-fuse-ld=lld)
endif()

# headroom_sanitized(TARGET): a program of the window, with what its sanitizer needs.
function(headroom_sanitized target)
  if(HEADROOM_SANITIZE)
    target_sources(${target} PRIVATE ${CMAKE_SOURCE_DIR}/tests/support/keep_loaded.cpp)
  endif()
endfunction()

# headroom_calm(TARGET): what reads arguments, files and tables, and has no loop that a run waits for, is compiled with less
# optimisation: a third less work of a cold build.
function(headroom_calm target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  # What clang takes into a function of its callees at -O1 is as much as at -O3: a quarter of its time here, and no smaller.
  target_compile_options(${target} PRIVATE
    $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:Clang>>:SHELL:-mllvm -inline-threshold=20>)
endfunction()
