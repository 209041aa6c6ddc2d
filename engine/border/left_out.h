// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// Entries of a log that a reader leaves out for one kind of reason. All are counted; the first ten are
/// kept with their place and reason. Rows of tables with several reasons: SkippedRows.
class LeftOutEntries {
  public:
    static constexpr std::size_t kNamed = 10;

    /// `what` completes the sentence "3 …", in the plural: "jobs that have not ended are left out".
    explicit LeftOutEntries(std::string_view what) : what_(what) {}

    /// `place`: "line 4", "pod red/llama-0"; `reason` may be empty.
    void add(std::string_view place, std::string_view reason = {});
    void add(long line, std::string_view reason = {});

    long count() const { return count_; }

    /// "3 jobs that have not ended are left out: line 4 (end_time is empty), line 9"; empty if there is none.
    std::string note() const;

    /// "line 4 (end_time is empty), line 9 and 25 more".
    std::string places() const;

  private:
    std::string_view what_;
    long count_ = 0;
    std::vector<std::string> first_;
};

}  // namespace headroom::engine
