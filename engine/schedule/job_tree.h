// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace headroom::engine {

/// A place in line: lower goes first; equal ones by number of the job.
struct Rank {
    double first = 0.0;
    double second = 0.0;
};

/// Jobs in order, as balanced trees (treaps) in one array: node i is job i, so a job is in one tree
/// at a time, and a set is the number of its root (-1: empty). Shapes depend only on what is in
/// them. Each operation takes O(log n).
struct JobTree {
    struct Node {
        Rank rank;
        double runS = 0.0;
        double leastRunS = 0.0;  ///< in the subtree
        std::int64_t sum = 0;    ///< accelerators in the subtree
        std::int32_t accelerators = 0;
        std::int32_t left = -1, right = -1;
        std::int32_t padding = 0;
    };

    std::vector<Node> nodes;

    void insert(std::int32_t& root, std::int32_t job, Rank rank, double runS,
                std::int32_t accelerators);
    void erase(std::int32_t& root, std::int32_t job);

    /// Job i is now[i] from here on; -1 if it is in no tree any more. `now` keeps the order, `roots`
    /// are all that there are.
    void renumber(const std::vector<std::int32_t*>& roots, const std::vector<std::int32_t>& now);

    std::int32_t first(std::int32_t root) const;
    /// First with a run time of at most `runS`; -1 if none.
    std::int32_t firstWithin(std::int32_t root, double runS) const;
    /// First at which the accelerators, added up from the start, reach `need`; -1 if they do not.
    std::int32_t reaching(std::int32_t root, std::int64_t need, std::int64_t& before) const;
    /// Sum over all with rank.first <= `first`.
    std::int64_t sumUpTo(std::int32_t root, double first) const;

    bool before(std::int32_t a, std::int32_t b) const;

    /// Calls f(job) in order while it answers true.
    template <class F>
    bool forEach(std::int32_t root, F&& f) const {
        if (root < 0) {
            return true;
        }
        const Node node = nodes[static_cast<std::size_t>(root)];
        return forEach(node.left, f) && f(root) && forEach(node.right, f);
    }

  private:
    Node& at(std::int32_t job) { return nodes[static_cast<std::size_t>(job)]; }

    const Node& at(std::int32_t job) const { return nodes[static_cast<std::size_t>(job)]; }

    void pull(std::int32_t job);
    std::int32_t merge(std::int32_t a, std::int32_t b);
    void split(std::int32_t root, std::int32_t job, std::int32_t& less, std::int32_t& more);
};

}  // namespace headroom::engine
