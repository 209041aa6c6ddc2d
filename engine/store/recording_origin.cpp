// SPDX-License-Identifier: Apache-2.0
#include "engine/store/codec.h"
#include "engine/store/command_text.h"
#include "engine/store/recording_private.h"

#include <cstdint>
#include <span>

namespace headroom::engine {

Result<std::vector<Command>> Recording::commands() const {
    std::vector<Command> commands;
    if (!d_->hasTable("command")) {
        return commands;
    }
    Result<Statement> rows =
        d_->database.prepare("SELECT time_s, kind, data FROM command ORDER BY id");
    if (!rows) {
        return tl::unexpected(d_->explained(rows.error()));
    }
    Result<bool> row = rows->step();
    for (; row && *row; row = rows->step()) {
        auto command = commandOf(rows->real(0), rows->text(1), rows->text(2));
        if (!command) {
            return tl::unexpected(d_->damaged("command " + std::to_string(commands.size() + 1)));
        }
        commands.push_back(std::move(*command));
    }
    if (!row) {
        return tl::unexpected(d_->explained(row.error()));
    }
    return commands;
}

Result<std::vector<RunInput>> Recording::inputs() const {
    std::vector<RunInput> inputs;
    if (!d_->hasTable("input")) {
        return inputs;
    }
    Result<Statement> rows =
        d_->database.prepare("SELECT path, origin, size, codec, data FROM input ORDER BY path");
    if (!rows) {
        return tl::unexpected(d_->explained(rows.error()));
    }
    Result<bool> row = rows->step();
    for (; row && *row; row = rows->step()) {
        RunInput input{rows->text(0), rows->text(1), 0, {}};
        const std::int64_t size = rows->integer(2);
        if (size < 0) {
            return tl::unexpected(d_->damaged("size of input " + input.path));
        }
        input.size = static_cast<std::uint64_t>(size);
        if (!rows->isNull(4)) {
            if (input.size > kMostInputBytes) {
                return tl::unexpected(d_->damaged("size of input " + input.path));
            }
            input.bytes.resize(input.size);
            if (!unpackBytes(static_cast<Codec>(rows->integer(3)), rows->blob(4),
                             std::as_writable_bytes(std::span(input.bytes)))) {
                return tl::unexpected(d_->damaged("input " + input.path));
            }
        }
        inputs.push_back(std::move(input));
    }
    if (!row) {
        return tl::unexpected(d_->explained(row.error()));
    }
    return inputs;
}

bool Recording::canReplay() const {
    return !d_->info.catalogue.empty() && d_->hasTable("input") && d_->hasTable("command");
}

Result<std::vector<BranchOrigin>> Recording::branches() const {
    std::vector<BranchOrigin> branches;
    if (!d_->hasTable("branch")) {
        return branches;
    }
    Result<Statement> rows = d_->database.prepare(
        "SELECT file, at_s, name, colour, changes FROM branch ORDER BY at_s, file");
    if (!rows) {
        return tl::unexpected(d_->explained(rows.error()));
    }
    Result<bool> row = rows->step();
    for (; row && *row; row = rows->step()) {
        branches.push_back(
            {rows->text(0), rows->real(1), rows->text(2), rows->text(3), rows->text(4)});
    }
    if (!row) {
        return tl::unexpected(d_->explained(row.error()));
    }
    return branches;
}

Result<void> addBranch(const std::filesystem::path& recording, const BranchOrigin& branch) {
    return Database::openBesideReaders(recording).and_then([&](Database database) {
        return database.prepare("INSERT OR REPLACE INTO branch VALUES (?, ?, ?, ?, ?)")
            .and_then([&](Statement put) {
                put.bind(0, branch.parent);
                put.bind(1, branch.name);
                put.bind(2, branch.colour);
                put.bind(3, branch.atS);
                put.bind(4, branch.changes);
                return put.run();
            });
    });
}

}  // namespace headroom::engine
