// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/job_tree.h"

#include "models/core/random.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace headroom::engine {

namespace {

std::uint64_t weight(std::int32_t job) {
    return models::mix64(static_cast<std::uint64_t>(job) + 1);
}

}  // namespace

bool JobTree::before(std::int32_t a, std::int32_t b) const {
    const Rank& x = at(a).rank;
    const Rank& y = at(b).rank;
    return x.first != y.first     ? x.first < y.first
           : x.second != y.second ? x.second < y.second
                                  : a < b;
}

void JobTree::pull(std::int32_t job) {
    Node& n = at(job);
    n.leastRunS = n.runS;
    n.sum = n.accelerators;
    for (const std::int32_t child : {n.left, n.right}) {
        if (child >= 0) {
            n.leastRunS = std::min(n.leastRunS, at(child).leastRunS);
            n.sum += at(child).sum;
        }
    }
}

std::int32_t JobTree::merge(std::int32_t a, std::int32_t b) {
    if (a < 0 || b < 0) {
        return a < 0 ? b : a;
    }
    if (weight(a) > weight(b)) {
        const std::int32_t right = merge(at(a).right, b);
        at(a).right = right;
        pull(a);
        return a;
    }
    const std::int32_t left = merge(a, at(b).left);
    at(b).left = left;
    pull(b);
    return b;
}

void JobTree::split(std::int32_t root, std::int32_t job, std::int32_t& less, std::int32_t& more) {
    if (root < 0) {
        less = more = -1;
        return;
    }
    std::int32_t inner = -1;
    if (before(root, job)) {
        split(at(root).right, job, inner, more);
        at(root).right = inner;
        less = root;
    } else {
        split(at(root).left, job, less, inner);
        at(root).left = inner;
        more = root;
    }
    pull(root);
}

void JobTree::insert(std::int32_t& root, std::int32_t job, Rank rank, double runS,
                     std::int32_t accelerators) {
    if (static_cast<std::size_t>(job) >= nodes.size()) {
        nodes.resize(static_cast<std::size_t>(job) + 1);
    }
    at(job) = Node{rank, runS, runS, accelerators, accelerators, -1, -1, 0};
    std::int32_t less = -1, more = -1;
    split(root, job, less, more);
    root = merge(merge(less, job), more);
}

void JobTree::erase(std::int32_t& root, std::int32_t job) {
    std::vector<std::int32_t> path;
    std::int32_t here = root;
    while (here != job) {
        assert(here >= 0);
        path.push_back(here);
        here = before(job, here) ? at(here).left : at(here).right;
    }
    const std::int32_t rest = merge(at(job).left, at(job).right);
    at(job).left = at(job).right = -1;
    if (path.empty()) {
        root = rest;
        return;
    }
    Node& parent = at(path.back());
    (parent.left == job ? parent.left : parent.right) = rest;
    for (auto it = path.rbegin(); it != path.rend(); ++it) {
        pull(*it);
    }
}

void JobTree::renumber(const std::vector<std::int32_t*>& roots,
                       const std::vector<std::int32_t>& now) {
    const std::vector<Node> before = std::exchange(nodes, {});
    const JobTree old{before};
    for (std::int32_t* root : roots) {
        const std::int32_t was = std::exchange(*root, -1);
        old.forEach(was, [&](std::int32_t job) {
            const Node& node = before[static_cast<std::size_t>(job)];
            insert(*root, now[static_cast<std::size_t>(job)], node.rank, node.runS,
                   node.accelerators);
            return true;
        });
    }
}

std::int32_t JobTree::first(std::int32_t root) const {
    while (root >= 0 && at(root).left >= 0) {
        root = at(root).left;
    }
    return root;
}

std::int32_t JobTree::firstWithin(std::int32_t root, double runS) const {
    if (root < 0 || !(at(root).leastRunS <= runS)) {
        return -1;
    }
    for (;;) {
        const Node& n = at(root);
        if (n.left >= 0 && at(n.left).leastRunS <= runS) {
            root = n.left;
        } else if (n.runS <= runS) {
            return root;
        } else {
            root = n.right;
        }
    }
}

std::int32_t JobTree::reaching(std::int32_t root, std::int64_t need, std::int64_t& before) const {
    before = 0;
    if (root < 0 || at(root).sum < need) {
        return -1;
    }
    for (;;) {
        const Node& n = at(root);
        const std::int64_t left = n.left >= 0 ? at(n.left).sum : 0;
        if (n.left >= 0 && before + left >= need) {
            root = n.left;
        } else if (before + left + n.accelerators >= need) {
            before += left;
            return root;
        } else {
            before += left + n.accelerators;
            root = n.right;
        }
    }
}

std::int64_t JobTree::sumUpTo(std::int32_t root, double first) const {
    std::int64_t sum = 0;
    while (root >= 0) {
        const Node& n = at(root);
        if (n.rank.first <= first) {
            sum += n.accelerators + (n.left >= 0 ? at(n.left).sum : 0);
            root = n.right;
        } else {
            root = n.left;
        }
    }
    return sum;
}

}  // namespace headroom::engine
