// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/brief.h"

namespace headroom::engine {

const std::vector<std::string>& powerRedundancyWords() {
    static const std::vector<std::string> kWords = {"n", "n+1", "2n", "4-to-make-3"};
    return kWords;
}

const std::vector<std::string>& plantKindWords() {
    static const std::vector<std::string> kWords = {"chilled", "warm", "dry"};
    return kWords;
}

}  // namespace headroom::engine
