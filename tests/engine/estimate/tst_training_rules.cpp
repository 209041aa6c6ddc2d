// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/training_rules.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_training_rules {

using namespace headroom::engine;
using headroom::models::Precision;

class TestTrainingRules : public QObject {
    Q_OBJECT

  private slots:

    void accelerators() {
        QCOMPARE(acceleratorRule("A100-40GB-SXM")->accelerator, std::string_view("a100-40gb-sxm"));
        QCOMPARE(acceleratorRule("A100-80GB-SXM")->accelerator, std::string_view("a100-80gb-sxm"));
        QCOMPARE(acceleratorRule("H100-96GB-500W")->accelerator,
                 std::string_view("h100-96gb-500w"));
        QCOMPARE(acceleratorRule("GB200")->accelerator, std::string_view("gb200"));
        QCOMPARE(acceleratorRule("TPU-v6e(Trillium)")->scaleUp, std::string_view("ici"));
        QVERIFY(acceleratorRule("abacus") == nullptr);
        QVERIFY(acceleratorRule("") == nullptr);
    }

    // 1,600 Gbit/s over 8 accelerators: 200 Gbit/s, 25 GB/s each.
    void adapters() {
        QCOMPARE(adapterRate("1600 Gb/s per node RoCE", 8), 25e9);
        QCOMPARE(adapterRate("NVLink3; 800Gb/s per node (4x200Gb)", 8), 12.5e9);
        QCOMPARE(adapterRate("8x400Gb NDR IB", 8), 0.0);
        QCOMPARE(adapterRate("1600 Gb/s per node", 0), 0.0);
        QCOMPARE(scaleOutRule("1600 Gb/s per node RoCE"), std::string_view("roce-400g"));
        // The storage network is Ethernet, the computing one is not.
        QCOMPARE(scaleOutRule("Management: 100Gb Ethernet, Compute: 8x ConnectX-7 Infiniband"),
                 std::string_view());
    }

    void software() {
        QCOMPARE(softwareRule("Megatron-Bridge 25.11 NeMo", ""),
                 std::string_view("megatron-bridge-25"));
        QCOMPARE(softwareRule("Megatron-Bridge 26.04.01 NeMo", ""),
                 std::string_view("megatron-bridge-26-02"));
        QCOMPARE(softwareRule("Megatron-Bridge 26.08 NeMo", ""),
                 std::string_view("megatron-bridge-26-06"));
        QCOMPARE(softwareRule("MLPerf Training v3.1 NVIDIA/eos", ""),
                 std::string_view("mlperf-2023"));
        QCOMPARE(softwareRule("MLPerf Training v4.0 NVIDIA/eos", ""),
                 std::string_view("mlperf-2024"));
        QCOMPARE(softwareRule("MLPerf Training v5.1 Cisco/x", ""), std::string_view("mlperf-2025"));
        QCOMPARE(softwareRule("torchtitan", "eager"), std::string_view("torchtitan-eager"));
        QCOMPARE(softwareRule("something new", ""), std::string_view("megatron-core"));
    }

    // The format that comes first counts.
    void precisions() {
        QCOMPARE(precisionRule("FP8-CS (FP8-MX)"), Precision::Fp8);
        QCOMPARE(precisionRule("MXFP8"), Precision::Fp8Block);
        QCOMPARE(precisionRule("fp4(nvfp4)"), Precision::Fp4);
        QCOMPARE(precisionRule("fp8-rowwise"), Precision::Fp8Row);
        QCOMPARE(precisionRule("int8-AQT/bf16"), Precision::Int8);
        QCOMPARE(precisionRule("fp16-mixed"), Precision::Fp16);
        QCOMPARE(precisionRule(""), Precision::Bf16);
    }

    void experts() {
        const ExpertRule rule = expertRule("moe128top8");
        QCOMPARE(rule.experts, 128);
        QCOMPARE(rule.each, 8);
        QCOMPARE(rule.shared, 0);
        QCOMPARE(expertRule("moe256top8+1").shared, 1);
        QCOMPARE(expertRule("dense(ALiBi)").experts, 0);
        QCOMPARE(expertRule("moe").experts, 0);
    }

    // 512 chips in two slices: 256 each.
    void slices() {
        QCOMPARE(sliceRule("ICI torus per slice", "2 slices of v5e-256 (data parallel)", 512), 256);
        QCOMPARE(sliceRule("", "1 slice(s) of v5p-128", 64), 64);
        QCOMPARE(sliceRule("ICI 2D torus; DCN between slices of 256", "", 512), 256);
        QCOMPARE(sliceRule("", "0 slices of nothing", 512), 0);
        QCOMPARE(sliceRule("", "", 512), 0);
    }

    void logs() {
        QCOMPARE(loggedAtEnd("x; logged samples/tokens at last eval [100, 300]; y"), 200.0);
        QCOMPARE(loggedAtEnd("at last eval ["), 0.0);
        QCOMPARE(loggedAtEnd(""), 0.0);
    }
};

HEADROOM_TEST(TestTrainingRules)
}  // namespace tst_training_rules

#include "tst_training_rules.moc"
