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
        QVERIFY(acceleratorRule("maia-100") == nullptr);  // whose end looks like an A100
        QVERIFY(acceleratorRule("") == nullptr);
    }

    // As makers and clouds print them.
    void makersNames_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("part");
        QTest::newRow("AMD") << "AMD Instinct MI355X" << "mi355x";
        QTest::newRow("AMD, OAM") << "MI300X-OAM-192GB" << "mi300x";
        QTest::newRow("Trillium") << "TPU-trillium" << "tpu-v6e";
        QTest::newRow("Ironwood") << "TPU7x(Ironwood)" << "tpu7x";
        QTest::newRow("lite") << "v5litepod-256" << "tpu-v5e";
        QTest::newRow("server") << "NVIDIA DGX H100" << "h100-sxm";
        QTest::newRow("superchip") << "NVIDIA GH200 Grace Hopper" << "gh200";
        QTest::newRow("rack") << "GB300 NVL72" << "gb300";
        QTest::newRow("memory") << "NVIDIA A100-SXM4-40GB" << "a100-40gb-sxm";
        QTest::newRow("Intel") << "Intel Gaudi 3" << "gaudi3";
        QTest::newRow("cloud") << "AWS Trainium2" << "trainium2";
    }

    void makersNames() {
        QFETCH(QString, name);
        QFETCH(QString, part);
        const AcceleratorRule* rule = acceleratorRule(name.toStdString());
        QVERIFY(rule != nullptr);
        QCOMPARE(QString::fromUtf8(rule->accelerator.data(),
                                   static_cast<qsizetype>(rule->accelerator.size())),
                 part);
    }

    // What MaxText calls "minimal" keeps all results of matrices; what keeps a few runs the rest
    // again.
    void recomputation() {
        using headroom::models::Recompute;
        QVERIFY(!recomputeRule(""));
        QVERIFY(recomputeRule("none") == Recompute::None);
        QVERIFY(recomputeRule("minimal_flash") == Recompute::Selective);
        QVERIFY(recomputeRule("selective") == Recompute::Selective);
        QVERIFY(recomputeRule("qkv_proj_offloaded") == Recompute::Full);
        QVERIFY(recomputeRule("full") == Recompute::Full);
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
        QCOMPARE(softwareRule("DeepSpeed ZeRO-3", ""), std::string_view("deepspeed-zero3"));
        QCOMPARE(softwareRule("Megatron-DeepSpeed", ""), std::string_view("megatron-deepspeed"));
        QCOMPARE(softwareRule("Megatron-LM (SC21)", ""), std::string_view("megatron-lm-2021"));
        QCOMPARE(softwareRule("MaxText tpu-recipes", ""), std::string_view("maxtext-2024"));
        QCOMPARE(softwareRule("PyTorch FSDP", ""), std::string_view("llm-foundry"));
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
