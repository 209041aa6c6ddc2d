// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/gathered_jobs.h"

#include "engine/base/plain_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kMostOfAJob = 1e6;
constexpr std::size_t kMostKinds = 1000;
constexpr std::size_t kLongestName = 200;
constexpr double kMostLogS = 1e11;  // 3,170 years, as LogTimes has it

}  // namespace

void GatheredJobs::add(TraceJob job, double accelerators, std::string_view place) {
    if (!(accelerators > 0.0)) {
        ++idle_;
        return;
    }
    if (!(job.durationS > 0.0)) {
        brief_.add(place, job.durationS < 0.0
                              ? fmt::format("{:g} s: it ends before it starts", job.durationS)
                              : std::string());
        return;
    }
    if (!(std::abs(job.submitS) <= kMostLogS) || !(job.durationS <= kMostLogS)) {
        unreadable_.add(place, "its times are beyond 3,170 years");
        return;
    }
    const double whole = std::ceil(accelerators - 1e-9);
    if (whole > kMostOfAJob) {
        unreadable_.add(place, fmt::format("{:g} accelerators, more than 1,000,000", accelerators));
        return;
    }
    shares_ += whole > accelerators + 1e-9 ? 1 : 0;
    job.accelerators = static_cast<int>(std::max(1.0, whole));
    // A limit that nobody reaches is none.
    job.requestedS = job.requestedS > 0.0 && job.requestedS <= kMostLogS ? job.requestedS : 0.0;
    job.tenant = plainText(shortened(job.tenant, kLongestName));
    job.name = plainText(shortened(job.name, kLongestName));
    firstS_ = std::min(firstS_, job.submitS);
    ++trace_.found;
    if (trace_.jobs.size() < reading_.keep) {
        trace_.jobs.push_back(std::move(job));
    }
}

bool GatheredJobs::goesOn(double share) {
    constexpr long kRowsBetween = 4096;
    if (reading_.progress && asked_++ % kRowsBetween == 0) {
        isCancelled_ = isCancelled_ || !reading_.progress(share);
    }
    return !isCancelled_;
}

std::int32_t GatheredJobs::kind(std::string_view word) {
    if (word.empty()) {
        return -1;
    }
    const std::string plain = plainText(shortened(word, kLongestName));
    const auto found = std::find(trace_.kinds.begin(), trace_.kinds.end(), plain);
    if (found == trace_.kinds.end() && trace_.kinds.size() >= kMostKinds) {
        return -1;
    }
    const auto at = found - trace_.kinds.begin();
    if (found == trace_.kinds.end()) {
        trace_.kinds.push_back(plain);
    }
    return static_cast<std::int32_t>(at);
}

void GatheredJobs::note(long count, std::string_view words) {
    if (count > 0) {
        notes_.push_back(fmt::format("{} {}", count, words));
    }
}

ResultAll<JobTrace> GatheredJobs::finish(bool countsFromFirst) {
    if (isCancelled_) {
        return tl::unexpected(
            Errors{error("TRC-011", "the reading was cancelled", "Read the file again.")});
    }
    note(idle_, "jobs without an accelerator are left out");
    note(shares_, "jobs ask for a share of an accelerator and are given a whole one");
    for (const LeftOutEntries* left : {&unended_, &brief_, &unreadable_}) {
        if (left->count() > 0) {
            notes_.push_back(left->note());
        }
    }
    if (trace_.found == 0) {
        std::string message = "holds no job that ran on an accelerator and ended";
        for (const std::string& words : notes_) {
            message += "; " + words;
        }
        return tl::unexpected(
            Errors{error("TRC-005", std::move(message),
                         "Check that the right columns are named and that the file is complete.")});
    }
    for (TraceJob& job : trace_.jobs) {
        if (countsFromFirst) {
            job.submitS -= firstS_;
            job.deadlineS = job.deadlineS < 0.0 ? -1.0 : std::max(0.0, job.deadlineS - firstS_);
        }
    }
    trace_.notes = std::move(notes_);
    return std::move(trace_);
}

Error GatheredJobs::error(std::string code, std::string message, std::string remedy,
                          int line) const {
    Error error;
    error.code = std::move(code);
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    error.file = path_.string();
    error.line = line;
    return error;
}

}  // namespace headroom::engine
