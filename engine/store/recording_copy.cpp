// SPDX-License-Identifier: Apache-2.0
#include "engine/store/recording_copy.h"

#include "engine/store/database.h"
#include "engine/store/record_writer.h"
#include "engine/store/recording.h"
#include "engine/store/recording_file.h"

#include <memory>

namespace headroom::engine {
namespace {

Result<void> complete(RecordWriter& writer, const RunStanding& standing) {
    RecordBatch rest;
    rest.openJobSpans = standing.openJobs;
    rest.losses = standing.openLosses;
    return writer.write(rest)
        .and_then([&] {
            return standing.follows.empty() ? Result<void>{} : writer.follow(standing.follows);
        })
        .and_then([&] { return writer.finish(standing.summaryJson); });
}

}  // namespace

Result<void> placeCopy(const std::filesystem::path& target, bool replace,
                       const std::function<Result<void>(const std::filesystem::path&)>& copy,
                       const RunStanding& standing) {
    auto place = RecordingFile::reserve(target, replace);
    if (!place) {
        return tl::unexpected(place.error());
    }
    RecordingFile& file = **place;
    return copy(file.path())
        .and_then([&] { return file.watch(); })
        .and_then([&] { return RecordWriter::open(file.path(), 0); })
        .and_then([&](std::unique_ptr<RecordWriter> writer) {
            Result<void> done = complete(*writer, standing);
            writer->close();
            return done;
        })
        .and_then([&] { return file.place(); });
}

Result<void> copyRecording(const std::filesystem::path& from, const std::filesystem::path& target,
                           bool replace, const std::string& follows) {
    if (auto known = Recording::open(from); !known) {
        return tl::unexpected(known.error());
    }
    RunStanding standing;
    standing.follows = follows;
    return placeCopy(
        target, replace,
        [&](const std::filesystem::path& path) {
            return Database::open(from, Database::Mode::Read)
                .and_then([&](const Database& database) { return database.copyTo(path); });
        },
        standing);
}

}  // namespace headroom::engine
