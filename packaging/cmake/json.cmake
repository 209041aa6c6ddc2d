# nlohmann/json.hpp ends with literals of its own, "{}"_json: inline functions that are no templates, for whose sake every source
# that includes the header compiles the library's reader anew, 0.7 s of each. Nothing here writes such literals, so all sources see
# a copy of that header without them, made at configuration. What the header declares else is as installed; where it
# looks otherwise than in the version that Debian ships, the installed one serves.
find_path(HEADROOM_JSON_FOLDER nlohmann/json.hpp REQUIRED)
file(READ ${HEADROOM_JSON_FOLDER}/nlohmann/json.hpp header)
string(FIND "${header}" "JSON_HEDLEY_NON_NULL(1)\ninline nlohmann::json operator \"\" _json(" begin)
string(FIND "${header}" "}  // namespace json_literals" end)
if(begin GREATER 0 AND end GREATER begin)
  string(SUBSTRING "${header}" 0 ${begin} before)
  string(SUBSTRING "${header}" ${end} -1 after)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/json/nlohmann/json.hpp @ONLY
    CONTENT "#define JSON_USE_GLOBAL_UDLS 0\n${before}${after}")
  set(HEADROOM_JSON_COPY ${CMAKE_BINARY_DIR}/json)
else()
  message(STATUS "nlohmann/json.hpp has no literals where they are looked for: used as installed")
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${HEADROOM_JSON_FOLDER}/nlohmann/json.hpp)
