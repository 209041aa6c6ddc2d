# What every target shares. headroom::options: standard, warnings, sanitizers.
add_library(headroom_options INTERFACE)
add_library(headroom::options ALIAS headroom_options)
target_compile_features(headroom_options INTERFACE cxx_std_20)
target_include_directories(headroom_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(headroom_options INTERFACE
  -Wno-restrict  # false alarm of g++ 12 on std::string (GCC bug 105651)
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  # False alarms of g++ 12 where texts are joined (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # Floating point must give the same bits everywhere: no fused or re-ordered arithmetic.
  -ffp-contract=off)
if(HEADROOM_WERROR)
  target_compile_options(headroom_options INTERFACE -Werror)
endif()
if(HEADROOM_SANITIZE)
  target_compile_options(headroom_options INTERFACE
    -fsanitize=${HEADROOM_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(headroom_options INTERFACE -fsanitize=${HEADROOM_SANITIZE})
endif()
