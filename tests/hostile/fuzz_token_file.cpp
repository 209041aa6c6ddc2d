// SPDX-License-Identifier: Apache-2.0
#include "engine/http/access.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

#include <filesystem>

namespace headroom::hostile {

/// The file of tokens.
void token_file(std::string_view bytes) {
    const auto path = scratchFile("tokens", bytes);
    std::filesystem::permissions(
        path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    auto access = engine::Access::ofFile(path);
    if (!access) {
        requireRefusal(access.error(), path.string());
        return;
    }
    bool isWrong = false;
    require(access->needsTokenToRead(), "a file of tokens, and none is needed");
    require(access->callerOf({}, isWrong).role == engine::Role::Nobody, "nobody may read");
    require(
        access->callerOf({{"authorization", "Bearer "}}, isWrong).role == engine::Role::Nobody &&
            isWrong,
        "an empty token is one");
}

}  // namespace headroom::hostile
