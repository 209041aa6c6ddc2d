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
        QTest::newRow("AMD") << "AMD Instinct MI355X"
                             << "mi355x";
        QTest::newRow("AMD, OAM") << "MI300X-OAM-192GB"
                                  << "mi300x";
        QTest::newRow("Trillium") << "TPU-trillium"
                                  << "tpu-v6e";
        QTest::newRow("Ironwood") << "TPU7x(Ironwood)"
                                  << "tpu7x";
        QTest::newRow("lite") << "v5litepod-256"
                              << "tpu-v5e";
        QTest::newRow("server") << "NVIDIA DGX H100"
                                << "h100-sxm";
        QTest::newRow("superchip") << "NVIDIA GH200 Grace Hopper"
                                   << "gh200";
        QTest::newRow("rack") << "GB300 NVL72"
                              << "gb300";
        QTest::newRow("memory") << "NVIDIA A100-SXM4-40GB"
                                << "a100-40gb-sxm";
        QTest::newRow("Intel") << "Intel Gaudi 3"
                               << "gaudi3";
        QTest::newRow("cloud") << "AWS Trainium2"
                               << "trainium2";
        QTest::newRow("card") << "NVIDIA H100 80GB PCIe"
                              << "h100-pcie";
        QTest::newRow("card of two") << "H100 NVL 94GB"
                                     << "h100-nvl";
        QTest::newRow("rack is not a card") << "GB200 NVL72"
                                            << "gb200";
        QTest::newRow("small card") << "A100-PCIE-40GB"
                                    << "a100-40gb-pcie";
        QTest::newRow("large card") << "A100 80GB PCIe"
                                    << "a100-80gb-pcie";
        QTest::newRow("memory of eight") << "DGX-A100 (8x40G)"
                                         << "a100-40gb-sxm";
        QTest::newRow("longer number") << "H200"
                                       << "h200-sxm";
        QTest::newRow("shorter number") << "NVIDIA H20-141GB"
                                        << "h20-141gb";
        QTest::newRow("fewer links") << "A800"
                                     << "a800-sxm";
        QTest::newRow("no prefix") << "v6e-256"
                                   << "tpu-v6e";
        QTest::newRow("server of a cloud") << "Inf2.48xlarge"
                                           << "inferentia2";
        QTest::newRow("size of a cloud") << "ml.p4d.24xlarge"
                                         << "a100-40gb-sxm";
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

    // A4000 is no A40, and software counts the two dies of an MI250X one by one.
    void namesThatLookAlike() {
        QVERIFY(acceleratorRule("RTX A4000") == nullptr);
        QCOMPARE(acceleratorRule("A40")->accelerator, std::string_view("a40"));
        QCOMPARE(diesRule("AMD Instinct MI250X (GCD)"), 2);
        QCOMPARE(diesRule("AMD Instinct MI250X"), 1);
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
        QVERIFY(recomputeIsKnown("") && recomputeIsKnown("none") &&
                recomputeIsKnown("qkv_proj_offloaded"));
        QVERIFY(!recomputeIsKnown("some") && !recomputeIsKnown("-1"));
    }

    // By the recipes that come with the software; of others as little as fits.
    void usualRecomputation() {
        using headroom::models::Recompute;
        QVERIFY(usualRecompute("HAI-LLM", 671e9) == Recompute::Selective);
        QVERIFY(usualRecompute("torchtitan", 8e9) == Recompute::Selective);
        QVERIFY(usualRecompute("TorchTitan", 405e9) == Recompute::Full);
        QVERIFY(!usualRecompute("Megatron-LM", 405e9) && !usualRecompute("OLMo-core", 32e9));
    }

    // Words, or over how many copies; what is neither is nothing, and never "all".
    void shardings() {
        using headroom::models::Sharding;
        QVERIFY(shardingRule("full_shard")->sharding == Sharding::Zero3);
        QCOMPARE(shardingRule("full_shard")->group, 0);
        QVERIFY(shardingRule("shard_grad_op")->sharding == Sharding::Zero2);
        QVERIFY(shardingRule("ZeRO-1")->sharding == Sharding::Zero1);
        QVERIFY(shardingRule("none")->sharding == Sharding::None);
        QCOMPARE(shardingRule("64")->group, 64);
        for (const char* text : {"x", "-4", "0", "3.5", "nan", "999999999"}) {
            QVERIFY2(!shardingRule(text), text);
        }
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
        QVERIFY(!softwareIsKnown("something new") && !softwareIsKnown(""));
        QVERIFY(softwareIsKnown("Megatron-LM") && softwareIsKnown("MaxText GPU"));
        QCOMPARE(softwareRule("NeuronX Distributed", ""), std::string_view("neuronx-distributed"));
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
        QCOMPARE(precisionRule("float8 (e4m3)"), Precision::Fp8);
        QCOMPARE(precisionRule("bfloat16"), Precision::Bf16);
        QCOMPARE(precisionRule("AMP"), Precision::Bf16);
        for (const char* text : {"FP3", "bf17", "-16", "fp80", "fp6", "8", "-"}) {
            QVERIFY2(!precisionRule(text), text);
        }
        QVERIFY(isWidePrecision("TF32") && isWidePrecision("fp32"));
        QVERIFY(!isWidePrecision("Autocast:BF16+FP32Optimizer") && !isWidePrecision(""));
    }

    void experts() {
        const ExpertRule rule = expertRule("moe128top8");
        QCOMPARE(rule.experts, 128);
        QCOMPARE(rule.each, 8);
        QCOMPARE(rule.shared, 0);
        QCOMPARE(expertRule("moe256top8+1").shared, 1);
        QCOMPARE(expertRule("dense(ALiBi)").experts, 0);
        QCOMPARE(expertRule("moe").experts, 0);
        QVERIFY(expertRule("moe").mixture && !expertRule("dense(ALiBi)").mixture);
        for (const char* arch : {"MoE, 128 experts, top-8, 1 shared", "moe 128e top8 + 1 shared",
                                 "MoE: 128 routed experts, 8 active, 1 shared expert"}) {
            const ExpertRule words = expertRule(arch);
            QVERIFY2(words.experts == 128 && words.each == 8 && words.shared == 1, arch);
        }
        QCOMPARE(expertRule("MoE 8x22B top-2").experts, 8);
        QCOMPARE(expertRule("2 shared experts + 64 routed, top-6").shared, 2);
        for (const char* arch :
             {"-5 experts top-2", "MoE -5 experts top-2", "moe8 top-9", "moe8.5 top-2",
              "8.5 experts top-2", "moe8 top-2 -1 shared", "moe99999999 top-2"}) {
            const ExpertRule bad = expertRule(arch);
            QVERIFY2(bad.wrong && bad.experts == 0, arch);
        }
        QVERIFY(!expertRule("moe128top8").wrong && !expertRule("moe").wrong &&
                !expertRule("dense").wrong);
    }

    // 512 chips in two slices: 256 each.
    void slices() {
        QCOMPARE(sliceRule("ICI torus per slice", "2 slices of v5e-256 (data parallel)", 512), 256);
        QCOMPARE(sliceRule("", "1 slice(s) of v5p-128", 64), 64);
        QCOMPARE(sliceRule("ICI 2D torus; DCN between slices of 256", "", 512), 256);
        QCOMPARE(sliceRule("", "0 slices of nothing", 512), 0);
        QCOMPARE(sliceRule("", "", 512), 0);
        QCOMPARE(sliceRule("slices of -5", "", 512), -1);
        QCOMPARE(sliceRule("", "x; -2 slices of v5e-256", 512), -1);
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
