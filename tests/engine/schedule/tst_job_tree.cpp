// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/availability.h"
#include "engine/schedule/job_tree.h"
#include "models/core/random.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace tst_job_tree {

using namespace headroom::engine;

/// Both are compared with the plain list that they stand for, over random changes.
class TestJobTree : public QObject {
    Q_OBJECT

  private slots:
    void behavesAsASortedList();
    void availabilityBehavesAsAListOfSteps();
    void findsHoles();
};

void TestJobTree::behavesAsASortedList() {
    struct Entry {
        double rank, runS;
        std::int32_t job, size;
    };

    JobTree tree;
    std::int32_t root = -1;
    std::vector<Entry> list;
    headroom::models::RandomStream random{7, 0, 0};
    for (std::int32_t job = 0; job < 600; ++job) {
        const Entry e{std::floor(random.uniform() * 50.0), std::floor(random.uniform() * 100.0),
                      job, 1 + static_cast<std::int32_t>(random.uniform() * 8.0)};
        tree.insert(root, e.job, {e.rank, 0.0}, e.runS, e.size);
        list.push_back(e);
        if (random.uniform() < 0.4) {
            const auto gone =
                static_cast<std::size_t>(random.uniform() * static_cast<double>(list.size()));
            tree.erase(root, list[gone].job);
            list.erase(list.begin() + static_cast<std::ptrdiff_t>(gone));
        }
        std::sort(list.begin(), list.end(), [](const Entry& a, const Entry& b) {
            return a.rank != b.rank ? a.rank < b.rank : a.job < b.job;
        });
        std::size_t at = 0;
        tree.forEach(root, [&](std::int32_t j) { return list[at++].job == j; });
        QCOMPARE(at, list.size());
        QCOMPARE(tree.first(root), list.empty() ? -1 : list.front().job);
        const double runS = random.uniform() * 30.0;
        const auto within =
            std::find_if(list.begin(), list.end(), [&](const Entry& x) { return x.runS <= runS; });
        QCOMPARE(tree.firstWithin(root, runS), within == list.end() ? -1 : within->job);
        const double limit = random.uniform() * 50.0;
        std::int64_t sum = 0, total = 0;
        for (const Entry& x : list) {
            sum += x.rank <= limit ? x.size : 0;
            total += x.size;
        }
        QCOMPARE(tree.sumUpTo(root, limit), sum);
        const auto need =
            1 + static_cast<std::int64_t>(random.uniform() * static_cast<double>(total + 3));
        std::int64_t before = 0, so = 0;
        std::int32_t expected = -1;
        for (const Entry& x : list) {
            if (so + x.size >= need) {
                expected = x.job;
                break;
            }
            so += x.size;
        }
        QCOMPARE(tree.reaching(root, need, before), expected);
        if (expected >= 0) {
            QCOMPARE(before, so);
        }
    }
}

/// Whole seconds in an array; more than two blocks of steps.
void TestJobTree::availabilityBehavesAsAListOfSteps() {
    constexpr int kEnd = 3000;
    std::vector<int> plain(kEnd, 40);
    Availability a;
    a.reset(0.0, 40);
    headroom::models::RandomStream random{11, 0, 0};
    const auto below = [&](int n) { return static_cast<int>(random.uniform() * n); };
    for (int round = 0; round < 900; ++round) {
        const int from = below(kEnd - 1), until = from + 1 + below(kEnd - from - 1);
        const int change = below(3) - 1;
        a.add(from, until, change);
        for (int t = from; t < until; ++t) {
            plain[static_cast<std::size_t>(t)] += change;
        }
        const int start = below(kEnd / 2), run = 1 + below(60), size = 30 + below(20);
        int expected = -1;
        for (int t = start, length = 0; t < kEnd && expected < 0; ++t) {
            length = plain[static_cast<std::size_t>(t)] >= size ? length + 1 : 0;
            expected = length == run ? t - run + 1 : -1;
        }
        const double got = a.earliest(start, run, size);
        if (expected >= 0) {
            QCOMPARE(got, static_cast<double>(expected));
        } else {
            QVERIFY(got + run > kEnd);
        }
    }
    QVERIFY(a.fromS.size() > 2);
}

// 8 free; 6 of them taken from 10 to 20. 4 for 5 s fit at 0; 4 for 15 s only from 20 on; 2 for ever
// fit at 0; 9 never.
void TestJobTree::findsHoles() {
    Availability a;
    a.reset(0.0, 8);
    a.add(10.0, 20.0, -6);
    QCOMPARE(a.earliest(0.0, 5.0, 4), 0.0);
    QCOMPARE(a.earliest(0.0, 15.0, 4), 20.0);
    QCOMPARE(a.earliest(0.0, HUGE_VAL, 2), 0.0);
    QVERIFY(std::isinf(a.earliest(0.0, 1.0, 9)));
    a.forget(15.0);
    QCOMPARE(a.earliest(15.0, 1.0, 4), 20.0);
}

HEADROOM_TEST(TestJobTree)
}  // namespace tst_job_tree

#include "tst_job_tree.moc"
