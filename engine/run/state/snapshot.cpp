// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/snapshot.h"

#include "engine/run/state/state_table.h"

#include <fmt/format.h>

namespace headroom::engine {

namespace {

Error refusal(const std::string& why) {
    return {"SIM-010",
            fmt::format("The snapshot belongs to another plant: {}.", why),
            "Load a snapshot of this project and program version.",
            {},
            {},
            0};
}

}  // namespace

std::vector<std::byte> stateBytes(const State& state) {
    ByteWriter writer;
    for (const auto& column : stateTable().columns()) {
        column->put(state, writer);
    }
    return std::move(writer.bytes);
}

Result<State> stateFromBytes(const Plant& plant, std::span<const std::byte> bytes) {
    State state;
    ByteReader reader{bytes.data(), bytes.size()};
    for (const auto& column : stateTable().columns()) {
        column->take(state, reader);
        if (!reader.good) {
            return tl::unexpected(
                refusal(fmt::format("it ends within its column '{}', or is cut", column->name())));
        }
    }
    if (reader.left > 0) {
        return tl::unexpected(refusal(fmt::format("{} bytes of it are left over", reader.left)));
    }
    if (const std::string why = stateTable().misfit(plant, state); !why.empty()) {
        return tl::unexpected(refusal(why));
    }
    return state;
}

std::uint64_t hashOf(const State& state) {
    ByteHasher hasher;
    for (const auto& column : stateTable().columns()) {
        if (!column->isShown()) {
            column->put(state, hasher);
        }
    }
    return hasher.hash;
}

}  // namespace headroom::engine
