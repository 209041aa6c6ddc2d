// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/store/codec.h"
#include "engine/store/database.h"
#include "engine/store/record_batch.h"
#include "engine/store/recorder.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headroom::engine {

/// Samples in a full chunk. A reader takes the count from the block.
inline constexpr std::size_t kBlockSamples = 1024;

/// Makes an empty recording at `path` (which must not exist) in one step: a file that exists is
/// complete, with project, racks and channels.
Result<void> createRecording(const std::filesystem::path& path, const RunInfo& info,
                             const std::vector<Channel>& channels);

/// Puts batches into the tables of a recording, one transaction each. One thread at a time.
class RecordWriter {
  public:
    /// In a file that nobody reads yet: without a log next to it.
    static Result<std::unique_ptr<RecordWriter>> open(const std::filesystem::path& path,
                                                      std::size_t channels);

    /// Goes on in the same file under the name that it was given after close(), with a log, so that
    /// others can read it meanwhile.
    Result<void> reopen(const std::filesystem::path& path);
    void close();

    /// Commits the batch: full chunks for good, the open chunk of each channel as far as it goes.
    Result<void> write(const RecordBatch& batch);

    /// Copies what was committed into a new file at `path`.
    Result<void> copyTo(const std::filesystem::path& path) const { return database_.copyTo(path); }

    /// Renames the part before, of a run whose design was edited.
    Result<void> follow(const std::string& name);

    /// Adds the summary and turns the file into one that needs no log next to it.
    Result<void> finish(const std::string& summaryJson);

  private:
    RecordWriter() = default;
    Result<void> prepare(const std::string& journal);
    Result<void> writeAll(const RecordBatch& batch);
    void addColumns(const RecordBatch& batch, std::size_t first, std::size_t count);
    Result<void> writeSamples(const RecordBatch& batch);
    Result<void> writeBlock();
    Result<void> writeFields(const RecordBatch& batch);
    Result<void> writeKeyframes(const RecordBatch& batch);
    Result<void> writeEvents(const RecordBatch& batch);
    Result<void> writeQuantities(const Event& event);
    Result<void> writeJobs(const RecordBatch& batch);
    Result<void> writeLosses(const RecordBatch& batch);
    Result<void> writeCommands(const RecordBatch& batch);
    Result<void> writeJobSpan(const JobSpan& span, bool open);

    Database database_;
    Statement putBlock_, putChunk_, putField_, putKeyframe_, putEvent_, putQuantity_, putJob_,
        putJobSpan_, putLoss_, putCommand_;
    Packer packer_;
    std::size_t channels_ = 0;
    std::int64_t block_ = 0;      ///< id of the open block
    std::vector<double> times_;   ///< of the open block
    std::vector<float> columns_;  ///< of the open block, channel by channel
};

}  // namespace headroom::engine
