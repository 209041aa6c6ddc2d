// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace headroom::engine {

/// Rows of a table that a reader left out. All are counted; the first ten are kept with the reason.
class SkippedRows {
  public:
    static constexpr std::size_t kNamed = 10;

    struct Row {
        int line = 0;  ///< of the file, from 1
        std::string reason;
    };

    void add(int line, std::string reason);

    long count() const { return count_; }

    const std::vector<Row>& first() const { return first_; }

    /// "3 of 24 rows skipped. Line 4: duration is empty. Line 9: …"; empty if none was skipped.
    std::string words(long rows) const;

  private:
    long count_ = 0;
    std::vector<Row> first_;
};

}  // namespace headroom::engine
