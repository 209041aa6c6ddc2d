// SPDX-License-Identifier: Apache-2.0
#include "engine/store/record_writer.h"

#include "engine/store/command_text.h"
#include "engine/store/schema.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace headroom::engine {
namespace {

// Places of a column in memory: not a power of two, or all columns would share a line of the cache.
constexpr std::size_t kColumnPlaces = kBlockSamples + 16;

Result<void> putRun(Database& database,
                    const std::vector<std::pair<std::string, std::string>>& rows) {
    Result<Statement> statement = database.prepare("INSERT INTO run VALUES (?, ?)");
    if (!statement) {
        return tl::unexpected(statement.error());
    }
    for (const auto& [key, value] : rows) {
        statement->bind(0, key);
        statement->bind(1, value);
        if (Result<void> done = statement->run(); !done) {
            return done;
        }
    }
    return {};
}

Result<void> putNames(Database& database, const std::vector<std::string>& racks) {
    Result<Statement> statement = database.prepare("INSERT INTO rack VALUES (?, ?)");
    if (!statement) {
        return tl::unexpected(statement.error());
    }
    for (std::size_t i = 0; i < racks.size(); ++i) {
        statement->bind(0, static_cast<std::int64_t>(i));
        statement->bind(1, racks[i]);
        if (Result<void> done = statement->run(); !done) {
            return done;
        }
    }
    return {};
}

void bindQuantity(Statement& statement, int first, const QuantityInfo& quantity) {
    statement.bind(first, quantity.label);
    statement.bind(first + 1, quantity.unit.symbol);
    statement.bind(first + 2, quantity.unit.toSi);
    statement.bind(first + 3, quantity.why);
}

Result<void> putChannels(Database& database, const std::vector<Channel>& channels) {
    Result<Statement> statement =
        database.prepare("INSERT INTO channel VALUES (?, ?, ?, ?, ?, ?, ?)");
    if (!statement) {
        return tl::unexpected(statement.error());
    }
    for (std::size_t i = 0; i < channels.size(); ++i) {
        assert(channels[i].quantity != nullptr);
        statement->bind(0, static_cast<std::int64_t>(i));
        statement->bind(1, channels[i].name);
        statement->bind(2, channels[i].object);
        bindQuantity(*statement, 3, *channels[i].quantity);
        if (Result<void> done = statement->run(); !done) {
            return done;
        }
    }
    return {};
}

Result<void> putRackQuantities(Database& database) {
    Result<Statement> statement =
        database.prepare("INSERT INTO rack_quantity VALUES (?, ?, ?, ?, ?, ?)");
    if (!statement) {
        return tl::unexpected(statement.error());
    }
    const std::span<const QuantityInfo> quantities = rackQuantities();
    for (std::size_t i = 0; i < quantities.size(); ++i) {
        statement->bind(0, static_cast<std::int64_t>(i));
        statement->bind(1, quantities[i].key);
        bindQuantity(*statement, 2, quantities[i]);
        if (Result<void> done = statement->run(); !done) {
            return done;
        }
    }
    return {};
}

Result<void> putInputs(Database& database, const std::vector<RunInput>& inputs) {
    Result<Statement> statement =
        database.prepare("INSERT OR REPLACE INTO input VALUES (?, ?, ?, ?, ?)");
    if (!statement) {
        return tl::unexpected(statement.error());
    }
    Packer packer;
    for (const RunInput& input : inputs) {
        const Packer::Packed packed = packer.bytes(std::as_bytes(std::span(input.bytes)));
        statement->bind(0, input.path);
        statement->bind(1, input.origin);
        statement->bind(2, static_cast<std::int64_t>(input.size));
        statement->bind(3, static_cast<int>(packed.codec));
        if (input.bytes.size() == input.size) {
            statement->bind(4, packed.data);
        } else {
            statement->bindNull(4);
        }
        if (Result<void> done = statement->run(); !done) {
            return done;
        }
    }
    return {};
}

// Shortest text that reads back as the same number.
std::string numberText(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

}  // namespace

Result<void> createRecording(const std::filesystem::path& path, const RunInfo& info,
                             const std::vector<Channel>& channels) {
    return Database::open(path, Database::Mode::Create).and_then([&](Database database) {
        return database
            .exec(
                "PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY;"
                "PRAGMA synchronous = NORMAL; BEGIN;" +
                ("PRAGMA application_id = " + std::to_string(kRecordingApplicationId)) +
                "; PRAGMA user_version = " + std::to_string(kRecordingSchemaVersion) + ";" +
                kRecordingSchema)
            .and_then([&] {
                std::vector<std::pair<std::string, std::string>> rows = {
                    {"project_name", info.projectName}, {"project_text", info.projectText},
                    {"start_local", info.startLocal},   {"seed", std::to_string(info.seed)},
                    {"step_s", numberText(info.stepS)}, {"version", info.version}};
                if (!info.follows.empty()) {
                    rows.emplace_back("from_s", numberText(info.fromS));
                    rows.emplace_back("follows", info.follows);
                    rows.emplace_back("edits", info.edits);
                }
                if (!info.branch.parent.empty()) {
                    rows.emplace_back("from_s", numberText(info.fromS));
                    rows.emplace_back("parent", info.branch.parent);
                    rows.emplace_back("branch_at_s", numberText(info.branch.atS));
                    rows.emplace_back("branch_name", info.branch.name);
                    rows.emplace_back("branch_colour", info.branch.colour);
                    rows.emplace_back("branch_changes", info.branch.changes);
                }
                rows.emplace_back("catalogue", info.catalogue);
                rows.emplace_back("coupling", std::to_string(static_cast<int>(info.coupling)));
                rows.emplace_back("steps", std::to_string(static_cast<int>(info.steps)));
                rows.emplace_back("trace_offset_s", numberText(info.traceOffsetS));
                rows.emplace_back("trace_map", info.traceMap);
                rows.emplace_back("weather_input", info.weatherInput);
                rows.emplace_back("trace_input", info.traceInput);
                return putRun(database, rows);
            })
            .and_then([&] { return putInputs(database, info.inputs); })
            .and_then([&] { return putNames(database, info.racks); })
            .and_then([&] { return putChannels(database, channels); })
            .and_then([&] { return putRackQuantities(database); })
            .and_then([&] { return database.exec("COMMIT"); });
    });
}

Result<std::unique_ptr<RecordWriter>> RecordWriter::open(const std::filesystem::path& path,
                                                         std::size_t channels) {
    Result<Database> database = Database::open(path, Database::Mode::Write);
    if (!database) {
        return tl::unexpected(database.error());
    }
    std::unique_ptr<RecordWriter> writer(new RecordWriter);
    writer->database_ = std::move(*database);
    writer->channels_ = channels;
    writer->times_.reserve(kBlockSamples);
    writer->columns_.resize(channels * kColumnPlaces);
    if (Result<void> done =
            writer->prepare("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = NORMAL;");
        !done) {
        return tl::unexpected(done.error());
    }
    return writer;
}

void RecordWriter::close() {
    // SQLite leaves the log of a file that was moved: what it holds goes into the file first.
    static_cast<void>(database_.exec("PRAGMA wal_checkpoint(TRUNCATE)"));
    for (Statement* statement : {&putBlock_, &putChunk_, &putField_, &putKeyframe_, &putEvent_,
                                 &putQuantity_, &putJob_, &putJobSpan_, &putLoss_, &putCommand_}) {
        *statement = {};
    }
    database_ = {};
}

Result<void> RecordWriter::reopen(const std::filesystem::path& path) {
    Result<Database> database = Database::open(path, Database::Mode::Write);
    if (!database) {
        return tl::unexpected(database.error());
    }
    database_ = std::move(*database);
    // Write-ahead log: a killed process leaves a file from which readers, without writing to it, take all that was
    // committed; and others can read while the run continues. Each commit is
    // carried over into the file itself at once, so that little depends on the log.
    return prepare(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
        "PRAGMA wal_autocheckpoint = 1;"
        // Opens the log, so that others see that the file is being written.
        "SELECT count(*) FROM run;");
}

Result<void> RecordWriter::prepare(const std::string& journal) {
    const auto keep = [this](Statement& place, const char* sql) {
        return database_.prepare(sql).map([&](Statement s) { place = std::move(s); });
    };
    return database_.exec(journal)
        .and_then(
            [&] { return keep(putBlock_, "INSERT OR REPLACE INTO block VALUES (?,?,?,?,?)"); })
        .and_then([&] { return keep(putChunk_, "INSERT OR REPLACE INTO chunk VALUES (?,?,?,?)"); })
        .and_then(
            [&] { return keep(putField_, "INSERT OR REPLACE INTO rack_field VALUES (?,?,?,?)"); })
        .and_then(
            [&] { return keep(putKeyframe_, "INSERT OR REPLACE INTO keyframe VALUES (?,?,?,?)"); })
        .and_then([&] {
            return keep(putEvent_, "INSERT OR REPLACE INTO event VALUES (?,?,?,?,?,?,?,?,?,?)");
        })
        .and_then([&] {
            return keep(putQuantity_, "INSERT OR REPLACE INTO event_quantity VALUES (?,?,?,?,?,?)");
        })
        .and_then([&] { return keep(putJob_, "INSERT OR REPLACE INTO jobs VALUES (?,?,?,?,?,?)"); })
        .and_then([&] { return keep(putJobSpan_, "INSERT INTO job_spans VALUES (?,?,?,?,?,?,?)"); })
        .and_then([&] { return keep(putLoss_, "INSERT INTO loss VALUES (?,?,?,?,?,?,?,?,?)"); })
        .and_then([&] {
            return keep(putCommand_, "INSERT INTO command (time_s, kind, data) VALUES (?,?,?)");
        });
}

Result<void> RecordWriter::write(const RecordBatch& batch) {
    Result<void> done =
        database_.exec("BEGIN").and_then([&] { return writeAll(batch); }).and_then([&] {
            return database_.exec("COMMIT");
        });
    if (!done) {
        // A failed transaction may already be gone; what was committed before stays.
        static_cast<void>(database_.exec("ROLLBACK"));
    }
    return done;
}

Result<void> RecordWriter::writeAll(const RecordBatch& batch) {
    return writeSamples(batch)
        .and_then([&] { return writeFields(batch); })
        .and_then([&] { return writeKeyframes(batch); })
        .and_then([&] { return writeEvents(batch); })
        .and_then([&] { return writeJobs(batch); })
        .and_then([&] { return writeLosses(batch); })
        .and_then([&] { return writeCommands(batch); });
}

/// Rows of all channels become columns of one channel each, a cache line of channels at a time.
void RecordWriter::addColumns(const RecordBatch& batch, std::size_t first, std::size_t count) {
    constexpr std::size_t kLine = 64 / sizeof(float);
    const std::size_t place = times_.size();
    for (std::size_t c = 0; c < channels_; c += kLine) {
        const std::size_t end = std::min(channels_, c + kLine);
        for (std::size_t i = 0; i < count; ++i) {
            const float* row = batch.samples.data() + (first + i) * channels_;
            for (std::size_t k = c; k < end; ++k) {
                columns_[k * kColumnPlaces + place + i] = row[k];
            }
        }
    }
    const auto from = batch.times.begin() + static_cast<std::ptrdiff_t>(first);
    times_.insert(times_.end(), from, from + static_cast<std::ptrdiff_t>(count));
}

Result<void> RecordWriter::writeSamples(const RecordBatch& batch) {
    for (std::size_t row = 0; row < batch.times.size();) {
        const std::size_t count = std::min(kBlockSamples - times_.size(), batch.times.size() - row);
        addColumns(batch, row, count);
        row += count;
        if (times_.size() == kBlockSamples) {
            if (Result<void> done = writeBlock(); !done) {
                return done;
            }
            times_.clear();
            ++block_;
        }
    }
    if (batch.times.empty() || times_.empty()) {
        return {};
    }
    return writeBlock();
}

Result<void> RecordWriter::writeBlock() {
    const std::size_t count = times_.size();
    const double t0 = times_.front();
    const double dt = count < 2 ? 0.0 : (times_.back() - t0) / static_cast<double>(count - 1);
    bool regular = true;
    for (std::size_t i = 0; i < count; ++i) {
        regular = regular && t0 + static_cast<double>(i) * dt == times_[i];
    }
    putBlock_.bind(0, block_);
    putBlock_.bind(1, t0);
    putBlock_.bind(2, dt);
    putBlock_.bind(3, static_cast<std::int64_t>(count));
    if (regular) {
        putBlock_.bindNull(4);
    } else {
        putBlock_.bind(4, std::as_bytes(std::span(times_)));
    }
    if (Result<void> done = putBlock_.run(); !done) {
        return done;
    }
    for (std::size_t c = 0; c < channels_; ++c) {
        const Packer::Packed packed =
            packer_.floats(std::span(columns_).subspan(c * kColumnPlaces, count));
        putChunk_.bind(0, block_);
        putChunk_.bind(1, static_cast<std::int64_t>(c));
        putChunk_.bind(2, static_cast<int>(packed.codec));
        putChunk_.bind(3, packed.data);
        if (Result<void> done = putChunk_.run(); !done) {
            return done;
        }
    }
    return {};
}

Result<void> RecordWriter::writeFields(const RecordBatch& batch) {
    for (const RecordBatch::Piece& piece : batch.fields) {
        const Packer::Packed packed =
            packer_.floats(std::span(batch.fieldValues).subspan(piece.first, piece.count));
        putField_.bind(0, piece.quantity);
        putField_.bind(1, piece.timeS);
        putField_.bind(2, static_cast<int>(packed.codec));
        putField_.bind(3, packed.data);
        if (Result<void> done = putField_.run(); !done) {
            return done;
        }
    }
    return {};
}

Result<void> RecordWriter::writeKeyframes(const RecordBatch& batch) {
    for (const RecordBatch::Piece& piece : batch.keyframes) {
        const Packer::Packed packed =
            packer_.bytes(std::span(batch.keyframeBytes).subspan(piece.first, piece.count));
        putKeyframe_.bind(0, piece.timeS);
        putKeyframe_.bind(1, static_cast<int>(packed.codec));
        putKeyframe_.bind(2, static_cast<std::int64_t>(piece.count));
        putKeyframe_.bind(3, packed.data);
        if (Result<void> done = putKeyframe_.run(); !done) {
            return done;
        }
    }
    return {};
}

Result<void> RecordWriter::writeEvents(const RecordBatch& batch) {
    for (const Event& event : batch.events()) {
        putEvent_.bind(0, event.id);
        putEvent_.bind(1, event.timeS);
        putEvent_.bind(2, std::string_view(eventKindName(event.kind)));
        putEvent_.bind(3, event.subject);
        putEvent_.bind(4, event.text);
        event.cause < 0 ? putEvent_.bindNull(5) : putEvent_.bind(5, event.cause);
        event.rack < 0 ? putEvent_.bindNull(6) : putEvent_.bind(6, event.rack);
        event.job < 0 ? putEvent_.bindNull(7) : putEvent_.bind(7, event.job);
        event.fault < 0 ? putEvent_.bindNull(8) : putEvent_.bind(8, event.fault);
        putEvent_.bind(9, std::string_view(eventAreaName(event.area)));
        if (Result<void> done = putEvent_.run().and_then([&] { return writeQuantities(event); });
            !done) {
            return done;
        }
    }
    return {};
}

Result<void> RecordWriter::writeQuantities(const Event& event) {
    for (const WordsQuantity& quantity : event.text.quantities) {
        if (!std::isfinite(quantity.value)) {
            continue;  // it has no other unit
        }
        putQuantity_.bind(0, event.id);
        putQuantity_.bind(1, static_cast<std::int64_t>(quantity.at));
        putQuantity_.bind(2, static_cast<std::int64_t>(quantity.length));
        putQuantity_.bind(3, quantity.value);
        putQuantity_.bind(4, quantity.unit);
        putQuantity_.bind(5, static_cast<std::int64_t>(quantity.hasUnit ? 1 : 0));
        if (Result<void> done = putQuantity_.run(); !done) {
            return done;
        }
    }
    return {};
}

Result<void> RecordWriter::writeJobs(const RecordBatch& batch) {
    for (const JobCard& job : batch.jobs) {
        putJob_.bind(0, job.id);
        putJob_.bind(1, job.name);
        putJob_.bind(2, job.tenant);
        putJob_.bind(3, job.accelerator);
        putJob_.bind(4, job.accelerators);
        putJob_.bind(5, job.submitS);
        if (Result<void> done = putJob_.run(); !done) {
            return done;
        }
    }
    for (const JobSpan& span : batch.jobSpans) {
        if (Result<void> done = writeJobSpan(span, false); !done) {
            return done;
        }
    }
    for (const JobSpan& span : batch.openJobSpans) {
        if (Result<void> done = writeJobSpan(span, true); !done) {
            return done;
        }
    }
    return {};
}

Result<void> RecordWriter::writeLosses(const RecordBatch& batch) {
    for (const Loss& loss : batch.losses) {
        loss.event < 0 ? putLoss_.bindNull(0) : putLoss_.bind(0, loss.event);
        loss.job < 0 ? putLoss_.bindNull(1) : putLoss_.bind(1, loss.job);
        putLoss_.bind(2, std::string_view(lossKindName(loss.kind)));
        putLoss_.bind(3, loss.fromS);
        putLoss_.bind(4, loss.toS);
        putLoss_.bind(5, loss.acceleratorS);
        putLoss_.bind(6, loss.tokens);
        putLoss_.bind(7, loss.energyJ);
        putLoss_.bind(8, loss.usd);
        if (Result<void> done = putLoss_.run(); !done) {
            return done;
        }
    }
    return {};
}

Result<void> RecordWriter::writeCommands(const RecordBatch& batch) {
    for (const Command& command : batch.commands) {
        const CommandText text = textOf(command);
        putCommand_.bind(0, command.timeS);
        putCommand_.bind(1, std::string_view(text.kind));
        putCommand_.bind(2, text.data);
        if (Result<void> done = putCommand_.run(); !done) {
            return done;
        }
    }
    return {};
}

Result<void> RecordWriter::writeJobSpan(const JobSpan& span, bool open) {
    putJobSpan_.bind(0, span.job);
    putJobSpan_.bind(1, std::string_view(jobStateName(span.state)));
    putJobSpan_.bind(2, span.fromS);
    open ? putJobSpan_.bindNull(3) : putJobSpan_.bind(3, span.toS);
    putJobSpan_.bind(4, span.accelerators);
    span.firstRack < 0 ? putJobSpan_.bindNull(5) : putJobSpan_.bind(5, span.firstRack);
    span.endedBy < 0 ? putJobSpan_.bindNull(6) : putJobSpan_.bind(6, span.endedBy);
    return putJobSpan_.run();
}

Result<void> RecordWriter::follow(const std::string& name) {
    return database_.prepare("UPDATE run SET value = ? WHERE key = 'follows'")
        .and_then([&](Statement statement) {
            statement.bind(0, name);
            return statement.run();
        });
}

Result<void> RecordWriter::finish(const std::string& summaryJson) {
    if (!summaryJson.empty()) {
        if (Result<void> done = putRun(database_, {{"summary", summaryJson}}); !done) {
            return done;
        }
    }
    // Refused while somebody reads; the file is complete with its log then, and the last to close
    // it removes the log.
    static_cast<void>(database_.exec("PRAGMA journal_mode = DELETE"));
    return {};
}

}  // namespace headroom::engine
