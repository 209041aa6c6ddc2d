// SPDX-License-Identifier: Apache-2.0
#include "engine/store/recorder.h"

#include "engine/base/log.h"
#include "engine/store/database.h"
#include "engine/store/record_batch.h"
#include "engine/store/record_writer.h"
#include "engine/store/recording_copy.h"
#include "engine/store/recording_error.h"
#include "engine/store/recording_file.h"

#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(RunInfo)

namespace {

using Clock = std::chrono::steady_clock;

// Priority of the thread that writes: a tenth of the others' time where all want to run.
[[maybe_unused]] constexpr int kNice = 10;

// Half of what a killed process may lose.
constexpr std::chrono::milliseconds kCommitEvery{500};
constexpr std::size_t kWriteAtBytes = 8U << 20;
constexpr std::size_t kWaitAtBytes = 32U << 20;

// Who steps the simulation goes first where there are fewer cores than threads: what is recorded can
// wait, and what is computed side by side waits for the last of its pieces.
void stepAside() {
#ifdef __linux__
    static_cast<void>(setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice));
#endif
}

/// A copy that the thread of a run waits for.
struct CopyRequest {
    const std::filesystem::path& target;
    bool replace;
    const RunStanding& standing;
    bool isDone = false;
    Result<void> result;
};

}  // namespace

struct Recorder::Private {
    std::filesystem::path path;
    std::unique_ptr<RecordingFile> file;
    bool holdsSomething = false;  // of the writer's thread
    std::size_t channels = 0;
    std::size_t racks = 0;
    double lastTimeS = -std::numeric_limits<double>::infinity();
    std::unique_ptr<RecordWriter> writer;
    bool beside = true;  // on `thread`; else on that of the caller
    std::thread thread;
    RecordBatch writing;                        // of who writes
    Clock::time_point deadline = Clock::now();  // of who writes: the next commit

    mutable std::mutex mutex;
    std::condition_variable work;      // for the writer: something to do
    std::condition_variable space;     // for the simulation: room again
    RecordBatch filling;               // guarded by mutex
    Error failure;                     // guarded by mutex
    bool stop = false;                 // guarded by mutex
    std::string summary;               // guarded by mutex
    CopyRequest* copy = nullptr;       // guarded by mutex
    std::condition_variable copyMade;  // for the thread that waits for the copy

    // Called with the lock held.
    void fail(const Error& e) {
        if (failure.code.empty()) {
            failure = e;
        }
    }

    // The caller's mistake: nothing more is recorded, and failure() says why.
    void refuse(std::string message) {
        const std::lock_guard lock(mutex);
        fail(recordingError("STO-007", std::move(message),
                            "report this: the simulation handed over its values wrongly", path));
    }

    // Commits what has come together. Called with the lock held, which others have meanwhile.
    void commitFilled(std::unique_lock<std::mutex>& lock) {
        std::swap(filling, writing);
        const bool failed = !failure.code.empty();
        lock.unlock();
        space.notify_one();
        Result<void> done;
        if (!failed) {
            done = commit(writing);
        }
        writing.clear();
        deadline = Clock::now() + kCommitEvery;
        lock.lock();
        if (!done) {
            fail(done.error());
            space.notify_one();
        }
    }

    // The last batch was committed, or nothing can be any more. Called with the lock held.
    void end(std::unique_lock<std::mutex>& lock) {
        const std::string text = summary;
        const bool failed = !failure.code.empty();
        lock.unlock();
        if (failed) {
            return;
        }
        if (Result<void> done = complete(text); !done) {
            lock.lock();
            fail(done.error());
        }
    }

    void loop() {
        std::unique_lock lock(mutex);
        deadline = Clock::now() + kCommitEvery;
        for (;;) {
            work.wait_until(lock, deadline,
                            [&] { return stop || copy || filling.sizeBytes() > kWriteAtBytes; });
            if (!filling.empty()) {
                commitFilled(lock);
            } else if (copy != nullptr) {
                makeCopy(lock);
            } else if (stop) {
                break;
            } else {
                deadline = Clock::now() + kCommitEvery;
            }
        }
        end(lock);
    }

    // All that was handed over is committed. Called with the lock held.
    void makeCopy(std::unique_lock<std::mutex>& lock) {
        CopyRequest& request = *std::exchange(copy, nullptr);
        request.result = failure.code.empty() ? Result<void>{} : tl::unexpected(failure);
        lock.unlock();
        if (request.result) {
            request.result = copyTo(request);
        }
        lock.lock();
        request.isDone = true;
        copyMade.notify_one();
    }

    Result<void> copyTo(const CopyRequest& request) const {
        if (!file->isPlaced()) {
            return tl::unexpected(
                recordingError("STO-017", "the run has no step that could be saved",
                               "play the run, or step it once, then save it", request.target));
        }
        return placeCopy(
            request.target, request.replace,
            [this](const std::filesystem::path& copied) { return writer->copyTo(copied); },
            request.standing);
    }

    // Fault, unless the file went away: then that is the cause.
    Result<void> orLost(const Result<void>& done) const {
        const Result<void> there = file->check();
        return there ? done : there;
    }

    // The first commit with samples puts the file in its place: until then an older one stays.
    Result<void> commit(const RecordBatch& batch) {
        Result<void> done = orLost(writer->write(batch));
        holdsSomething = holdsSomething || done.has_value();
        if (done && !file->isPlaced() && !batch.times.empty()) {
            writer->close();
            done = orLost(file->place().and_then([this] { return writer->reopen(file->path()); }));
            file->watchLogs();
        }
        return done;
    }

    // An empty or unfinished recording does not replace the older file.
    Result<void> complete(const std::string& text) {
        if (!holdsSomething && text.empty()) {
            return {};
        }
        Result<void> done = orLost({});
        if (done) {
            done = orLost(writer->finish(text));
        }
        if (done && !file->isPlaced()) {
            writer->close();
            done = file->place();
        }
        return done;
    }

    // Exhausted memory while it writes is reported like any other failure.
    template <class Write>
    void guarded(Write&& write) {
        try {
            write();
        } catch (const std::bad_alloc&) {
            outOfMemory();
            if (Result<void> done = complete({}); !done) {
                return;  // the first failure has been told; what was committed can be read
            }
        }
    }

    void outOfMemory() {
        {
            const std::lock_guard lock(mutex);
            fail(recordingError("STO-015", "there is not enough memory for the recording",
                                "close other programs or raise the limit (ulimit -v)", path));
            if (copy != nullptr) {
                copy->result = tl::unexpected(failure);
                std::exchange(copy, nullptr)->isDone = true;
            }
        }
        copyMade.notify_all();
        space.notify_all();
    }

    // Adds to the batch under the lock; waits for room where the disk cannot keep up.
    template <class Add>
    void add(Add&& put) {
        std::unique_lock lock(mutex);
        space.wait(lock, [&] {
            return !beside || filling.sizeBytes() < kWaitAtBytes || !failure.code.empty();
        });
        if (!failure.code.empty() || stop) {
            return;
        }
        const bool small = filling.sizeBytes() <= kWriteAtBytes;
        put(filling);
        if (!beside) {
            if (!small || Clock::now() >= deadline) {
                guarded([&] { commitFilled(lock); });
            }
            return;
        }
        if (small && filling.sizeBytes() > kWriteAtBytes) {
            lock.unlock();
            work.notify_one();
        }
    }

    void close() {
        {
            const std::lock_guard lock(mutex);
            if (std::exchange(stop, true)) {
                return;
            }
        }
        work.notify_one();
        if (thread.joinable()) {
            thread.join();
        } else if (!beside && writer) {
            guarded([this] { loop(); });
        }
        if (writer) {
            writer->close();
        }
        writer.reset();
        file.reset();
    }
};

Recorder::Recorder() : d_(std::make_unique<Private>()) {}

Recorder::~Recorder() {
    d_->close();
}

Result<std::unique_ptr<Recorder>> Recorder::create(const std::filesystem::path& path,
                                                   const RunInfo& info,
                                                   const std::vector<Channel>& channels,
                                                   bool replace, Write write) {
    logLine(LogCategory::Store, "{} begins: {} channels, {} racks", path.string(), channels.size(),
            info.racks.size());
    Result<std::unique_ptr<RecordingFile>> file = RecordingFile::reserve(path, replace);
    if (!file) {
        return tl::unexpected(file.error());
    }
    std::unique_ptr<RecordWriter> writer;
    const Result<void> made =
        createRecording((*file)->path(), info, channels)
            .and_then([&] { return (*file)->watch(); })
            .and_then([&] { return RecordWriter::open((*file)->path(), channels.size()); })
            .map([&](std::unique_ptr<RecordWriter> opened) { writer = std::move(opened); });
    if (!made) {
        Error e = made.error();
        e.file = path.string();
        return tl::unexpected(e);
    }
    std::unique_ptr<Recorder> recorder(new Recorder);
    recorder->d_->path = path;
    recorder->d_->file = std::move(*file);
    recorder->d_->channels = channels.size();
    recorder->d_->racks = info.racks.size();
    recorder->d_->writer = std::move(writer);
    recorder->d_->beside = write == Write::Beside;
    if (write == Write::Between) {
        return recorder;
    }
    try {
        recorder->d_->thread = std::thread([d = recorder->d_.get()] {
            stepAside();
            d->guarded([d] { d->loop(); });
        });
    } catch (const std::system_error& fault) {
        return tl::unexpected(recordingError(
            "STO-015",
            "the thread that writes the recording could not be started: " + fault.code().message(),
            "close other programs or raise the limits (ulimit -v, ulimit -u)", path));
    }
    return recorder;
}

void Recorder::sample(double timeS, std::span<const double> values) {
    if (values.size() != d_->channels || !(timeS > d_->lastTimeS)) {
        d_->refuse("a sample of " + std::to_string(values.size()) + " values at " +
                   std::to_string(timeS) + " s does not follow one of " +
                   std::to_string(d_->channels) + " values at " + std::to_string(d_->lastTimeS) +
                   " s");
        return;
    }
    d_->lastTimeS = timeS;
    d_->add([&](RecordBatch& batch) {
        batch.times.push_back(timeS);
        for (const double value : values) {
            batch.samples.push_back(static_cast<float>(value));
        }
    });
}

void Recorder::rackField(double timeS, RackQuantity quantity, std::span<const float> values) {
    if (values.size() != d_->racks) {
        d_->refuse("a snapshot of " + std::to_string(values.size()) + " values for " +
                   std::to_string(d_->racks) + " racks");
        return;
    }
    d_->add([&](RecordBatch& batch) {
        batch.fields.push_back(
            {timeS, static_cast<int>(quantity), batch.fieldValues.size(), values.size()});
        batch.fieldValues.insert(batch.fieldValues.end(), values.begin(), values.end());
    });
}

void Recorder::event(const Event& event) {
    d_->add([&](RecordBatch& batch) { batch.addEvent(event); });
}

void Recorder::jobs(std::span<const JobCard> cards, std::span<const JobSpan> ended) {
    if (cards.empty() && ended.empty()) {
        return;
    }
    d_->add([&](RecordBatch& batch) {
        batch.jobs.insert(batch.jobs.end(), cards.begin(), cards.end());
        batch.jobSpans.insert(batch.jobSpans.end(), ended.begin(), ended.end());
    });
}

void Recorder::openJobs(std::span<const JobSpan> spans) {
    d_->add([&](RecordBatch& batch) {
        batch.openJobSpans.insert(batch.openJobSpans.end(), spans.begin(), spans.end());
    });
}

void Recorder::losses(std::span<const Loss> losses) {
    if (!losses.empty()) {
        d_->add([&](RecordBatch& batch) {
            batch.losses.insert(batch.losses.end(), losses.begin(), losses.end());
        });
    }
}

void Recorder::keyframe(double timeS, std::span<const std::byte> state) {
    d_->add([&](RecordBatch& batch) {
        batch.keyframes.push_back({timeS, 0, batch.keyframeBytes.size(), state.size()});
        batch.keyframeBytes.insert(batch.keyframeBytes.end(), state.begin(), state.end());
    });
}

void Recorder::commands(std::span<const Command> commands) {
    if (!commands.empty()) {
        d_->add([&](RecordBatch& batch) {
            batch.commands.insert(batch.commands.end(), commands.begin(), commands.end());
        });
    }
}

Result<void> Recorder::saveCopy(const std::filesystem::path& target, bool replace,
                                const RunStanding& standing) {
    CopyRequest request{target, replace, standing, false, {}};
    std::unique_lock lock(d_->mutex);
    if (!d_->failure.code.empty()) {
        return tl::unexpected(d_->failure);
    }
    d_->copy = &request;
    if (!d_->beside) {
        d_->guarded([&] {
            if (!d_->filling.empty()) {
                d_->commitFilled(lock);
            }
            d_->makeCopy(lock);
        });
        return request.result;
    }
    d_->work.notify_one();
    d_->copyMade.wait(lock, [&] { return request.isDone; });
    return request.result;
}

Result<void> Recorder::finish(const std::string& summaryJson) {
    logLine(LogCategory::Store, "{} is finished", d_->path.string());
    {
        const std::lock_guard lock(d_->mutex);
        d_->summary = summaryJson;
    }
    d_->close();
    if (!d_->failure.code.empty()) {
        return tl::unexpected(d_->failure);
    }
    return {};
}

Error Recorder::failure() const {
    const std::lock_guard lock(d_->mutex);
    return d_->failure;
}

}  // namespace headroom::engine
