// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace headroom::engine {

/// The step of a series, from its instants in the order of the file.
class SeriesStep {
  public:
    void add(double utcS);

    long count() const { return count_; }

    /// The step of more than half of the intervals [s]; 0 if there is none.
    double stepS() const;

    long backward() const { return backward_; }

    double firstS() const { return firstS_; }  ///< earliest instant

    double lastS() const { return lastS_; }  ///< latest instant

    /// "hourly", "quarter hours", "half hours", "every 15 s", "irregular".
    std::string words() const;

  private:
    struct Kind {
        double stepS = 0.0;
        long count = 0;
    };

    std::vector<Kind> kinds_;  ///< at most kKinds
    long count_ = 0, backward_ = 0;
    double previousS_ = 0.0, firstS_ = 0.0, lastS_ = 0.0;
};

}  // namespace headroom::engine
