// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/sacct.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_sacct {

using namespace headroom::engine;

/// Slurm's accounting as a job trace.
class TestSacct : public QObject {
    Q_OBJECT

  private slots:

    // Two jobs that count: submission from the first on, an hour and a day and 2:03:04 of run time (93,784 s), 8 and 4
    // accelerators, of which the second is only told by its type; the requested time in minutes. A step, a job that waits
    // and one without an accelerator are told in the notes.
    void jobs() {
        const auto read = readSacct("sacct.txt",
                                    "JobID|User|JobName|Submit|Start|End|Elapsed|AllocTRES|State|TimelimitRaw\n"
                                    "12|ann|train|2026-07-01T08:00:00|2026-07-01T08:05:00|2026-07-01T09:05:00|01:00:00|"
                                    "billing=8,cpu=64,gres/gpu=8,gres/gpu:a100=8|COMPLETED|120\r\n"
                                    "12.batch|||2026-07-01T08:05:00|2026-07-01T08:05:00|2026-07-01T09:05:00|01:00:00|cpu=64|COMPLETED|\n"
                                    "13|bob|x|2026-07-01T08:10:00|Unknown|Unknown|00:00:00||PENDING|60\n"
                                    "14|bob|cpu|2026-07-01T08:11:00|2026-07-01T08:11:00|2026-07-01T08:12:00|00:01:00|cpu=4|FAILED|60\n"
                                    "15|bob|y|2026-07-01T08:30:00|2026-07-01T08:30:00|2026-07-02T10:33:04|1-02:03:04|gres/gpu:h100=4|TIMEOUT|60\n");
        QVERIFY2(read.has_value(), read ? "" : text(read.error()).c_str());
        QCOMPARE(read->jobs.size(), std::size_t{2});
        const TraceJob &first = read->jobs[0], &second = read->jobs[1];
        QVERIFY(first.submitS == 0.0 && first.durationS == 3600.0 && first.accelerators == 8);
        QVERIFY(first.tenant == "ann" && first.name == "train" && first.requestedS == 7200.0);
        QVERIFY(second.submitS == 1800.0 && second.durationS == 93784.0 && second.accelerators == 4);
        QCOMPARE(read->notes.size(), std::size_t{3});
    }

    void told() {
        QVERIFY(looksLikeSacct("JobID|User|Submit\n"));
        QVERIFY(!looksLikeSacct("submit_s,duration_s,num_gpus\n"));
        QVERIFY(!looksLikeSacct(""));
    }

    void faults() {
        const auto noTime = readSacct("s", "JobID|Submit|AllocTRES\n");
        QVERIFY(!noTime && noTime.error().front().code == "TRC-001");
        const auto noDate =
            readSacct("s", "JobID|Submit|ElapsedRaw|AllocTRES\n1|yesterday|60|gres/gpu=1\n");
        QVERIFY(!noDate && noDate.error().front().code == "TRC-002" && noDate.error().front().line == 2);
    }
};

HEADROOM_TEST(TestSacct)
}  // namespace tst_sacct

#include "tst_sacct.moc"
