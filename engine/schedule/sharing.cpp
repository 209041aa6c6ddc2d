// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/sharing.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace headroom::engine {

namespace {

/// Scores are whole numbers up to this, ties go to the lower number of the server: as published.
constexpr double kTop = 100.0;
constexpr std::int32_t kTopScore = 100;

/// Largest server that the published scores are scaled by.
constexpr double kMostCpuMilli = 128000.0;
constexpr double kMostMilli = 8000.0;

std::int64_t freeMilli(const ShareServer& s) {
    std::int64_t sum = 0;
    for (std::int32_t i = 0; i < s.accelerators; ++i) {
        sum += s.left[static_cast<std::size_t>(i)];
    }
    return sum;
}

std::int32_t wholeFree(const ShareServer& s) {
    std::int32_t n = 0;
    for (std::int32_t i = 0; i < s.accelerators; ++i) {
        n += s.left[static_cast<std::size_t>(i)] == kMilli ? 1 : 0;
    }
    return n;
}

bool kindWillDo(const ShareServer& s, const ShareTask& t) {
    return t.kinds == 0 || (s.kind >= 0 && (t.kinds >> static_cast<unsigned>(s.kind) & 1U) != 0);
}

bool acceleratorsFit(const ShareServer& s, const ShareTask& t) {
    std::int32_t need = t.accelerators;
    for (std::int32_t i = 0; i < s.accelerators && need > 0; ++i) {
        need -= s.left[static_cast<std::size_t>(i)] >= t.milli ? 1 : 0;
    }
    return need <= 0;
}

bool fits(const ShareServer& s, const ShareTask& t) {
    return t.cpuMilli <= s.cpuMilli && t.memoryMib <= s.memoryMib &&
           (t.accelerators == 0 || (kindWillDo(s, t) && acceleratorsFit(s, t)));
}

/// Takes what the task asks for; a share from `accelerator`, whole ones in order.
void take(ShareServer& s, const ShareTask& t, std::int32_t accelerator) {
    s.cpuMilli -= t.cpuMilli;
    s.memoryMib -= t.memoryMib;
    if (t.accelerators == 0) {
        return;
    }
    if (t.shares()) {
        s.left[static_cast<std::size_t>(accelerator)] -= t.milli;
        ++s.tasks[0];
        return;
    }
    std::int32_t need = t.accelerators;
    for (std::int32_t i = 0; i < s.accelerators && need > 0; ++i) {
        if (s.left[static_cast<std::size_t>(i)] >= t.milli) {
            s.left[static_cast<std::size_t>(i)] -= t.milli;
            --need;
        }
    }
    ++s.tasks[static_cast<std::size_t>(t.accelerators)];
}

/// Ascending by insertion: there are at most eight.
void sortFirst(std::array<std::int32_t, kMostPerServer>& values, std::size_t n) {
    for (std::size_t i = 1; i < n && i < kMostPerServer; ++i) {
        for (std::size_t k = i; k > 0 && values[k] < values[k - 1]; --k) {
            std::swap(values[k], values[k - 1]);
        }
    }
}

std::int32_t dotProduct(const ShareServer& s, const ShareTask& t) {
    const double cpu = s.cpuMilli / kMostCpuMilli * (t.cpuMilli / kMostCpuMilli);
    const double milli = static_cast<double>(freeMilli(s)) / kMostMilli *
                         (static_cast<double>(t.asks()) / kMostMilli);
    return static_cast<std::int32_t>(kTop * (1.0 - (cpu + milli) / 2.0));
}

std::int32_t bestFit(const ShareServer& s, const ShareTask& t) {
    const double left = 0.5 * (s.cpuMilli - t.cpuMilli) / kMostCpuMilli +
                        0.5 * static_cast<double>(freeMilli(s) - t.asks()) / kMostMilli;
    return static_cast<std::int32_t>((1.0 - left) * kTop);
}

/// Servers with tasks of that kind only, then with others too, then idle ones, then the rest; in
/// each class the fuller first.
std::int32_t clustering(const ShareServer& s, const ShareTask& t) {
    if (t.accelerators == 0) {
        return 0;
    }
    const std::size_t kind = t.shares() ? 0 : static_cast<std::size_t>(t.accelerators);
    std::int32_t kinds = 0;
    for (const std::int32_t n : s.tasks) {
        kinds += n > 0 ? 1 : 0;
    }
    constexpr std::int32_t kQuarter = kTopScore / 4;
    const auto most = static_cast<std::int64_t>(kMostMilli);
    const auto full = static_cast<std::int32_t>(kQuarter * (most - freeMilli(s)) / most);
    const std::int32_t rank = s.tasks[kind] > 0 ? (kinds == 1 ? 3 : 2) : (kinds == 0 ? 1 : 0);
    return full + rank * kQuarter;
}

std::int32_t packing(const ShareServer& s, const ShareTask& t) {
    if (t.accelerators == 0) {
        return 0;
    }
    const std::int32_t whole = wholeFree(s);
    if (whole == s.accelerators) {
        return std::max(kTopScore / 3 - whole, whole);
    }
    std::array<std::int32_t, kMostPerServer> left = s.left;
    sortFirst(left, static_cast<std::size_t>(s.accelerators));
    std::int32_t need = t.accelerators, wholes = 0, percent = 0;
    for (std::int32_t i = 0; i < s.accelerators && need > 0; ++i) {
        const std::int32_t milli = left[static_cast<std::size_t>(i)];
        if (t.milli <= milli) {
            --need;
            wholes += milli == kMilli ? 1 : 0;
            percent += milli * 100 / kMilli;
        }
    }
    return wholes > 0 ? std::max(kTopScore / 2 - wholes, kTopScore / 3)
                      : std::max(kTopScore - percent / 10, kTopScore / 2);
}

}  // namespace

double fragmentedMilli(const ShareServer& server, const std::vector<TypicalTask>& typical) {
    std::array<std::int32_t, kMostPerServer> left = server.left;
    const auto n = static_cast<std::size_t>(server.accelerators);
    sortFirst(left, n);
    std::int64_t total = 0;
    for (std::size_t i = 0; i < n; ++i) {
        total += left[i];
    }
    if (total == 0) {
        return 0.0;
    }
    double sum = 0.0;
    for (const TypicalTask& t : typical) {
        std::int64_t lost = total;
        const auto asked = static_cast<std::size_t>(t.task.accelerators);
        if (asked > 0 && asked <= n && left[n - asked] >= t.task.milli &&
            server.cpuMilli >= t.task.cpuMilli && kindWillDo(server, t.task)) {
            for (std::size_t i = n; i > 0 && left[i - 1] >= t.task.milli; --i) {
                lost -= left[i - 1];
            }
        }
        sum += t.share * static_cast<double>(lost);
    }
    return sum;
}

std::vector<TypicalTask> typicalTasks(const std::vector<ShareTask>& tasks, double popularity) {
    std::vector<ShareTask> sorted = tasks;
    for (ShareTask& t : sorted) {
        t.memoryMib = 0;
    }
    const auto key = [](const ShareTask& t) {
        return std::tuple(t.cpuMilli, t.milli, t.accelerators, t.kinds);
    };
    std::sort(sorted.begin(), sorted.end(),
              [&](const ShareTask& a, const ShareTask& b) { return key(a) < key(b); });
    std::vector<TypicalTask> kinds;
    for (const ShareTask& t : sorted) {
        if (kinds.empty() || !(kinds.back().task == t)) {
            kinds.push_back({t, 0.0});
        }
        kinds.back().share += 1.0;
    }
    // Commonest first; ties to the larger one.
    std::sort(kinds.begin(), kinds.end(), [&](const TypicalTask& a, const TypicalTask& b) {
        return a.share != b.share ? a.share > b.share : key(b.task) < key(a.task);
    });
    double sum = 0.0;
    std::size_t count = 0;
    while (count < kinds.size() && sum < popularity * static_cast<double>(tasks.size())) {
        sum += kinds[count++].share;
    }
    kinds.resize(count);
    for (TypicalTask& kind : kinds) {
        kind.share /= sum;
    }
    return kinds;
}

ShareCluster::ShareCluster(std::vector<ShareServer> servers, SharePolicy policy,
                           std::vector<TypicalTask> typical, std::uint64_t seed)
    : servers_(std::move(servers)),
      policy_(policy),
      typical_(std::move(typical)),
      random_{seed, 1, 0},
      version_(servers_.size(), 0) {
    for (const ShareServer& s : servers_) {
        total_ += static_cast<std::int64_t>(s.accelerators) * kMilli;
        fragmented_.push_back(policy == SharePolicy::Gradient ? fragmentedMilli(s, typical_) : 0.0);
    }
    used_ = total_;
    for (const ShareServer& s : servers_) {
        used_ -= freeMilli(s);
    }
}

/// Sigmoid of the fall of fragmentation in accelerators, of the best accelerator for it.
ShareCluster::Score ShareCluster::gradient(const ShareServer& server, const ShareTask& task) const {
    const double before = fragmented_[static_cast<std::size_t>(&server - servers_.data())];
    const auto worth = [&](std::int32_t accelerator) {
        ShareServer after = server;
        take(after, task, accelerator);
        const double fall = (before - fragmentedMilli(after, typical_)) / kMilli;
        return static_cast<std::int32_t>(kTop / (1.0 + std::exp(-fall)));
    };
    if (!task.shares()) {
        return {worth(-1), -1, 0};
    }
    Score best{0, -1, 0};
    for (std::int32_t i = 0; i < server.accelerators; ++i) {
        const std::int32_t left = server.left[static_cast<std::size_t>(i)];
        const auto same = std::find(server.left.begin(), server.left.begin() + i, left);
        if (left < task.milli || same != server.left.begin() + i) {
            continue;  // an equal one was looked at
        }
        const std::int32_t value = worth(i);
        if (best.accelerator < 0 || value > best.value) {
            best = {value, i, 0};
        }
    }
    return best;
}

ShareCluster::Score ShareCluster::scoreOf(std::size_t index, const ShareTask& task) const {
    const ShareServer& s = servers_[index];
    Score score;
    score.version = version_[index];
    if (!fits(s, task)) {
        score.value = -1;
        return score;
    }
    switch (policy_) {
        case SharePolicy::Random:
            break;
        case SharePolicy::DotProduct:
            score.value = dotProduct(s, task);
            break;
        case SharePolicy::Clustering:
            score.value = clustering(s, task);
            break;
        case SharePolicy::Packing:
            score.value = packing(s, task);
            break;
        case SharePolicy::BestFit:
            score.value = bestFit(s, task);
            break;
        case SharePolicy::Gradient: {
            const Score found = gradient(s, task);
            score.value = found.value;
            score.accelerator = found.accelerator;
            break;
        }
    }
    return score;
}

std::vector<ShareCluster::Score>& ShareCluster::scoresFor(const ShareTask& task) {
    const std::uint64_t hash = models::mix64(
        models::mix64(static_cast<std::uint64_t>(task.cpuMilli)) +
        models::mix64(static_cast<std::uint64_t>(task.asks()) + 1) * 3U +
        models::mix64(static_cast<std::uint64_t>(task.memoryMib) + 2) * 5U + task.kinds * 7U);
    std::vector<std::int32_t>& same = knownAt_[hash];
    for (const std::int32_t i : same) {
        if (known_[static_cast<std::size_t>(i)] == task) {
            return scores_[static_cast<std::size_t>(i)];
        }
    }
    same.push_back(static_cast<std::int32_t>(known_.size()));
    known_.push_back(task);
    scores_.emplace_back(servers_.size());
    return scores_.back();
}

std::int32_t ShareCluster::acceleratorFor(const ShareServer& s, const ShareTask& t,
                                          const Score& score) {
    if (score.accelerator >= 0) {
        return score.accelerator;
    }
    std::int32_t chosen = -1, seen = 0;
    for (std::int32_t i = 0; i < s.accelerators; ++i) {
        const std::int32_t left = s.left[static_cast<std::size_t>(i)];
        if (left < t.milli) {
            continue;
        }
        ++seen;
        const bool better = policy_ == SharePolicy::Random
                                ? random_.uniform() * seen < 1.0
                                : left < s.left[static_cast<std::size_t>(std::max(chosen, 0))];
        if (chosen < 0 || better) {
            chosen = i;
        }
    }
    return chosen;
}

int ShareCluster::place(const ShareTask& task) {
    std::vector<Score>& scores = scoresFor(task);
    int best = -1, seen = 0;
    for (std::size_t i = 0; i < servers_.size(); ++i) {
        if (scores[i].version != version_[i]) {
            scores[i] = scoreOf(i, task);
        }
        if (scores[i].value < 0) {
            continue;
        }
        ++seen;
        const bool better =
            policy_ == SharePolicy::Random
                ? random_.uniform() * seen < 1.0
                : best >= 0 && scores[i].value > scores[static_cast<std::size_t>(best)].value;
        if (best < 0 || better) {
            best = static_cast<int>(i);
        }
    }
    if (best < 0) {
        return -1;
    }
    const auto i = static_cast<std::size_t>(best);
    take(servers_[i], task, task.shares() ? acceleratorFor(servers_[i], task, scores[i]) : -1);
    used_ += task.asks();
    ++version_[i];
    if (policy_ == SharePolicy::Gradient) {
        fragmented_[i] = fragmentedMilli(servers_[i], typical_);
    }
    return best;
}

double ShareCluster::allocation() const {
    return total_ > 0 ? static_cast<double>(used_) / static_cast<double>(total_) : 0.0;
}

double ShareCluster::fragmentation() const {
    double lost = 0.0;
    for (const ShareServer& s : servers_) {
        lost += fragmentedMilli(s, typical_);
    }
    return used_ < total_ ? lost / static_cast<double>(total_ - used_) : 0.0;
}

ShareResult shareExperiment(const std::vector<ShareServer>& servers,
                            const std::vector<ShareTask>& tasks, SharePolicy policy, double load,
                            std::uint64_t seed) {
    constexpr double kPopularity = 0.95;
    ShareResult result;
    if (tasks.empty() || servers.empty()) {
        return result;
    }
    models::RandomStream random{seed, 0, 0};
    const auto below = [&](std::size_t n) {
        return std::min(n - 1, static_cast<std::size_t>(random.uniform() * static_cast<double>(n)));
    };
    std::vector<ShareTask> order = tasks;
    for (std::size_t i = order.size() - 1; i > 0; --i) {
        std::swap(order[i], order[below(i + 1)]);
    }
    double there = 0.0, asked = 0.0;
    for (const ShareServer& s : servers) {
        there += static_cast<double>(s.accelerators) * kMilli;
    }
    for (const ShareTask& t : tasks) {
        asked += static_cast<double>(t.asks());
    }
    while (asked > 0.0) {
        const ShareTask& t = tasks[below(tasks.size())];
        if (asked + t.milli > load * there) {
            break;
        }
        asked += static_cast<double>(t.asks());
        order.push_back(t);
    }
    ShareCluster cluster(servers, policy, typicalTasks(tasks, kPopularity), seed);
    for (const ShareTask& t : order) {
        ++(cluster.place(t) >= 0 ? result.placed : result.refused);
    }
    result.allocation = cluster.allocation();
    result.fragmentation = cluster.fragmentation();
    return result;
}

}  // namespace headroom::engine
