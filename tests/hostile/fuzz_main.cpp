// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/parsers.h"

#include <cstddef>
#include <cstdint>

/// What libFuzzer calls with each input; HEADROOM_PARSER is the parser's name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    headroom::hostile::HEADROOM_PARSER({reinterpret_cast<const char*>(data), size});
    return 0;
}
