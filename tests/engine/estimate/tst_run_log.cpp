// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/run_log.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_run_log {

using namespace headroom::engine;

class TestRunLog : public QObject {
    Q_OBJECT

  private slots:

    // Three steps warm up; of 2, 2, 2, 2 and 4 s one in five is slow and costs 2 of 12 s.
    void megatron() {
        std::string text = "building GPT model ...\n";
        const double steps[] = {90.0, 5.0, 3.0, 2.0, 2.0, 4.0, 2.0, 2.0};
        for (int i = 0; i < 8; ++i) {
            text +=
                " [2026-01-01 00:00:00] iteration        " + std::to_string(i + 1) +
                "/     500 | consumed samples:         1024 | elapsed time per iteration (ms): " +
                std::to_string(1e3 * steps[i]) +
                " | throughput per GPU (TFLOP/s/GPU): 412.5 | learning rate: 1.0E-05 | global "
                "batch size:   512 | "
                "lm loss: 1.1E+01 |\n";
        }
        const auto log = parseRunLog(text, "log");
        QVERIFY2(log, log ? "" : log.error().text().c_str());
        QCOMPARE(log->form, std::string("log of Megatron"));
        QCOMPARE(log->stepS.size(), std::size_t{5});
        QCOMPARE(log->warmUp, 3);
        QCOMPARE(log->medianStepS(), 2.0);
        QCOMPARE(log->batchSequences, 512.0);
        QCOMPARE(log->flopsPerS[0], 412.5e12);
        QVERIFY(std::abs(log->slowSteps() - 0.2) < 1e-12);
        QVERIFY(std::abs(log->slowShare() - 2.0 / 12.0) < 1e-12);
    }

    // 1,024 samples at 256 a second are 4 s a step; NeMo writes seconds.
    void mlperfAndNemo() {
        std::string text =
            ":::MLLOG {\"namespace\": \"\", \"event_type\": \"POINT_IN_TIME\", \"key\": "
            "\"global_batch_size\", \"value\": 1024, \"metadata\": {}}\n";
        for (int i = 0; i < 6; ++i) {
            text +=
                ":::MLLOG {\"key\": \"tracked_stats\", \"value\": {\"throughput\": 256.0, "
                "\"reduced_train_loss\": 1.2}, \"metadata\": {\"step\": 1}}\n";
        }
        const auto log = parseRunLog(text, "log");
        QVERIFY2(log, log ? "" : log.error().text().c_str());
        QCOMPARE(log->form, std::string("log of MLPerf"));
        QCOMPARE(log->stepS, (std::vector<double>{4.0, 4.0, 4.0}));
        QCOMPARE(log->batchSequences, 1024.0);
        std::string nemo;
        for (int i = 0; i < 6; ++i) {
            nemo +=
                "Epoch 0: 10%| | 20/200 [00:10<02:00, reduced_train_loss=5.50, global_step=20.0, "
                "train_step_timing in s=6.32]\n";
        }
        QCOMPARE(parseRunLog(nemo, "log")->medianStepS(), 6.32);
    }

    // Colours of a terminal, thousands apart by commas.
    void torchtitan() {
        std::string text;
        for (int i = 1; i <= 5; ++i) {
            text += "[rank0]:2026-01-01 - root - INFO - \x1b[31mstep: " + std::to_string(i) +
                    "  \x1b[32mloss:  7.0  \x1b[33mmemory: 52.30GiB(66.00%)  \x1b[34mtps: 7,812  "
                    "\x1b[36mtflops: 412.10  \x1b[35mmfu: 41.20%\x1b[39m\n";
        }
        const auto log = parseRunLog(text, "log");
        QVERIFY2(log, log ? "" : log.error().text().c_str());
        QCOMPARE(log->form, std::string("log of torchtitan"));
        QCOMPARE(log->tokensPerS, (std::vector<double>{7812.0, 7812.0, 7812.0}));
        QCOMPARE(medianOfList(log->flopsPerS), 412.1e12);
        QVERIFY(log->stepS.empty());
    }

    void serving() {
        const auto log = parseRunLog(
            "============ Serving Benchmark Result ============\n"
            "Successful requests:                     1000\n"
            "Output token throughput (tok/s):         1677.90\n"
            "---------------Time to First Token----------------\n"
            "Median TTFT (ms):                        325.20\n",
            "log");
        QVERIFY2(log, log ? "" : log.error().text().c_str());
        QVERIFY(log->kind == RunLog::Kind::Serving);
        QCOMPARE(log->figures.at("Median TTFT (ms)"), 325.2);
        QCOMPARE(log->figures.size(), std::size_t{3});
    }

    // The result file of vLLM and a line of SGLang's: the keys of the JSON, by the names of the printed summary.
    void servingResultFile() {
        const auto log = parseRunLog(
            "{\"date\": \"20260301-080000\", \"completed\": 1000, \"duration\": 120.5, "
            "\"output_throughput\": 1062.24,\n"
            " \"mean_ttft_ms\": 333.1, \"median_tpot_ms\": 25.5}\n",
            "log");
        QVERIFY2(log, log ? "" : log.error().text().c_str());
        QVERIFY(log->kind == RunLog::Kind::Serving);
        QCOMPARE(log->figures.at("Output token throughput (tok/s)"), 1062.24);
        QCOMPARE(log->figures.at("Mean TTFT (ms)"), 333.1);
        QCOMPARE(log->figures.at("Median TPOT (ms)"), 25.5);
    }

    void collective() {
        const auto log = parseRunLog(
            "# nThread 1 nGpus 8 minBytes 8 maxBytes 8589934592\n"
            "#  Rank  0 Group  0 Pid 1 on a device  0 [0x1b] NVIDIA H100\n"
            "#  Rank  1 Group  0 Pid 1 on a device  1 [0x43] NVIDIA H100\n"
            "#       size         count      type   redop    root     time   algbw   busbw #wrong\n"
            "  8589934592    2147483648     float     sum      -1  35400.0  242.65  424.6      0  "
            "35410.0  242.6  424.5  0\n"
            "# Avg bus bandwidth    : 424.6\n",
            "log");
        QVERIFY2(log, log ? "" : log.error().text().c_str());
        QVERIFY(log->kind == RunLog::Kind::Collective);
        QCOMPARE(log->operation, std::string("all_reduce"));
        QCOMPARE(log->ranks, 2);
        QCOMPARE(log->messages.size(), std::size_t{1});
        QCOMPARE(log->messages[0].busGbPerS, 424.6);
        QVERIFY(std::abs(log->messages[0].seconds - 0.0354) < 1e-12);
    }

    void refusals() {
        auto log = parseRunLog("hello\nworld\n", "log");
        QVERIFY(!log);
        QCOMPARE(log.error().code, std::string("RLG-001"));
        log = parseRunLog("step: 1 tps: 5\n", "log");
        QVERIFY(!log);
        QCOMPARE(log.error().code, std::string("RLG-002"));
    }
};

HEADROOM_TEST(TestRunLog)
}  // namespace tst_run_log

#include "tst_run_log.moc"
