// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/training_case.h"
#include "models/workload/training_memory.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace tst_training_case {

using namespace headroom::engine;
using headroom::models::AcceleratorSpec;

namespace {

constexpr const char* kHeader =
    "id,model,arch,params_b,active_params_b,layers,hidden,heads,ffn,accelerator,n_accel,"
    "interconnect,tp,pp,"
    "seq_len,global_batch_seqs,precision,framework,tflops_per_accel,tflops_basis,primary_metric\n";

// Eight H100 in one node; 16 tensor pairs of sequences.
constexpr const char* kGoodRow =
    "A,My 8B,dense,8,,32,4096,32,14336,H100,8,\"8x400Gb/s "
    "NDR\",2,1,8192,128,bf16,Megatron-Core,400,,tflops_per_accel\n";

}  // namespace

class TestTrainingCase : public QObject {
    Q_OBJECT

  private slots:

    void initTestCase() {
        auto loaded = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
        QVERIFY2(loaded, loaded ? "" : text(loaded.error()).c_str());
        catalogue_ = std::move(*loaded);
        QVERIFY(dir_.isValid());
    }

    // OPT-175B printed "2 million tokens", 1,024 sequences, for 992 accelerators in tensor groups of eight:
    // 124 copies do not divide it. 8 sequences each are 992.
    void batchThatDoesNotDivide() {
        const auto cases = read(
            "A,OPT-175B,,,,,,,,A100,992,8x200Gb "
            "HDR,8,1,2048,1024,fp16,metaseq,147,,tflops_per_accel\n");
        QCOMPARE(QString::fromStdString(cases[0].whyNot), QString());
        QCOMPARE(cases[0].plans.front().batchSequences, 992.0);
        QVERIFY(cases[0].assumed.find("992") != std::string::npos);
    }

    // What is in is said, and makes the interval wider: the same run with software that no rule knows.
    void softwareThatNobodyKnows() {
        const auto cases = read(
            "A,Llama 3 8B,,,,,,,,H100,8,,1,1,8192,128,bf16,Megatron-Core,400,,tflops_per_accel\n"
            "B,Llama 3 8B,,,,,,,,H100,8,,1,1,8192,128,bf16,Zeus-Train,400,,tflops_per_accel\n");
        QVERIFY(!cases[0].otherSoftware && cases[1].otherSoftware);
        QVERIFY(cases[1].assumed.find("megatron-core for \"Zeus-Train\"") != std::string::npos);
        const TrainingAnswer known = answer(cases[0]);
        const TrainingAnswer other = answer(cases[1]);
        QCOMPARE(known.value, other.value);
        QVERIFY(other.spread > known.spread + 0.05);
    }

    // At 131,072 tokens attention counted whole is most of the FLOP of Llama 3 8B: 12 L h s is 12 x 32 x 4,096 x
    // 131,072 = 206e9 next to 6 x 7.5e9 = 45e9 of matrices, so that half of it is 0.59 of all. A row that does not
    // say which it counts spans both; "causal" takes the half.
    void attentionCountedWholeOrHalved() {
        const char* kRow =
            "%1,Llama 3 "
            "8B,,,,,,,,H100,64,,8,1,131072,64,bf16,Megatron-Core,400,%2,tflops_per_accel\n";
        const auto row = [&](const char* id, const char* basis) {
            return QString(kRow).arg(QString(id), QString(basis)).toUtf8();
        };
        const auto cases = read(row("A", "model") + row("B", "causal") + row("C", ""));
        const TrainingAnswer whole = answer(cases[0]);
        const TrainingAnswer half = answer(cases[1]);
        const TrainingAnswer open = answer(cases[2]);
        QVERIFY(std::fabs(half.value / whole.value - 0.59) < 0.01);
        QCOMPARE(open.value, whole.value);
        // Half of ln(1 / 0.59) next to what is not known otherwise.
        const double counts = 0.5 * std::log(whole.value / half.value);
        QVERIFY(std::fabs(open.spread - std::hypot(whole.spread, counts)) < 1e-9);
    }

    // Nothing is taken for what it is not: 32 bits for 16, a mixture of unknown experts for dense.
    void notExpressed() {
        const auto cases = read(
            "A,Llama 3 8B,,,,,,,,H100,8,,1,1,8192,128,TF32,Megatron-Core,99,,tflops_per_accel\n"
            "B,New,MoE,141,39,56,6144,48,16384,H100,64,,1,1,4096,512,bf16,Megatron-Core,99,,tflops_"
            "per_accel\n"
            "C,New,,141,39,56,6144,48,16384,H100,64,,1,1,4096,512,bf16,Megatron-Core,99,,tflops_"
            "per_accel\n"
            "D,New,\"MoE, 8 experts, "
            "top-2\",141,39,56,6144,48,16384,H100,64,,1,1,4096,512,bf16,Megatron-Core,99,,"
            "tflops_per_accel\n");
        QVERIFY(cases[0].whyNot.find("TF32") != std::string::npos);
        QVERIFY(cases[1].whyNot.find("experts") != std::string::npos);
        QVERIFY(cases[2].whyNot.find("experts") != std::string::npos);
        QCOMPARE(QString::fromStdString(cases[3].whyNot), QString());
        QCOMPARE(cases[3].model.experts, 8);
        QCOMPARE(cases[3].model.expertsPerToken, 2);
    }

    // A hybrid whose name no rule knows, by layers, width and parameters of one of its family: 52, 4,096 and 8.1 billion
    // are Nemotron-H 8B. A name of another family says nothing.
    void variantsOfAFamily() {
        const auto cases = read(
            "A,Nemotron Hybrid Base,hybrid "
            "mamba,8.1,,52,4096,32,21504,H100,64,,1,1,4096,512,bf16,Megatron-Core,99,,"
            "tflops_per_accel\n"
            "B,Zeus Hybrid,hybrid "
            "mamba,8.1,,52,4096,32,21504,H100,64,,1,1,4096,512,bf16,Megatron-Core,99,,"
            "tflops_per_accel\n");
        QCOMPARE(QString::fromStdString(cases[0].whyNot), QString());
        QCOMPARE(cases[0].model.stateLayers, 24);
        QVERIFY(cases[0].inferred);
        QVERIFY(cases[1].whyNot.find("layers of another kind") != std::string::npos);
    }

    // A cell that is a number or a word and cannot be meant makes its row one that is not expressed, with line, column
    // and what should be there; the row before it counts on.
    void cellsThatCannotBeMeant_data() {
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<QString>("says");
        const auto add = [](const char* name, const char* from, const char* to, const char* says) {
            QByteArray row = kGoodRow;
            QVERIFY(row.contains(from));
            QTest::newRow(name) << row.replace(from, to) << QString(says);
        };
        add("precision", "bf16", "FP3", "column precision: \"FP3\"");
        add("format of no part", "bf16", "fp4", "h100-sxm has no matrices in fp4");
        add("batch", ",128,", ",0,", "column global_batch_seqs: \"0\"");
        add("half a sequence", ",128,", ",0.5,", "column global_batch_seqs");
        add("experts", ",dense,", ",-5 experts top-2,", "column arch: \"-5 experts top-2\"");
        add("other layers", ",dense,", ",hybrid,", "hybrid");
        add("adapters", "8x400Gb/s NDR", "-4x100 Gb", "column interconnect: \"-4x100 Gb\"");
        add("unit", "8x400Gb/s NDR", "8 leagues/s", "a unit of rate that is not known");
        add("layers", ",32,4096,32,", ",0,4096,32,", "column layers: \"0\"");
        add("half a layer", ",32,4096,32,", ",31.5,4096,32,", "column layers: \"31.5\"");
        add("parameters", ",8,,32,", ",0,,32,", "column params_b: \"0\"");
        add("more active than all", ",8,,32,", ",8,9,32,", "column active_params_b");
        add("stages", ",2,1,8192,", ",2,0,8192,", "column pp: \"0\"");
        add("degrees", ",2,1,8192,", ",3,1,8192,", "do not divide its 8 accelerators");
        add("metric", ",,tflops_per_accel", ",,bananas", "column primary_metric: \"bananas\"");
        add("a column that is not a metric", ",,tflops_per_accel", ",,hidden",
            "column primary_metric");
    }

    void cellsThatCannotBeMeant() {
        QFETCH(QByteArray, row);
        QFETCH(QString, says);
        const auto cases = read(QByteArray(kGoodRow) + row);
        QCOMPARE(cases.size(), std::size_t{2});
        QCOMPARE(QString::fromStdString(cases[0].whyNot), QString());
        const QString why = QString::fromStdString(cases[1].whyNot);
        QVERIFY2(why.contains(says), qPrintable(why));
        QVERIFY(!why.contains("column") || why.startsWith("training_runs:3"));
    }

    // Below zero or no number at all is a fault of the file.
    void cellsThatAreNoNumbers() {
        for (const char* batch : {",-128,", ",nan,", ",many,"}) {
            const QByteArray row = QByteArray(kGoodRow).replace(",128,", batch);
            QVERIFY2(read(row).empty(), batch);
        }
    }

    // What replaces a word that no rule knows is said.
    void wordsThatNobodyKnows() {
        const auto cases = read(QByteArray(kGoodRow)
                                    .replace("8x400Gb/s NDR", "carrier pigeon")
                                    .replace(",8,\"", ",16,\"") +
                                QByteArray(kGoodRow).replace(",,tflops", ",bananas,tflops"));
        QVERIFY(cases[0].assumed.find("infiniband-ndr for \"carrier pigeon\"") !=
                std::string::npos);
        QVERIFY(cases[1].assumed.find("for \"bananas\"") != std::string::npos &&
                !cases[1].basisStated);
    }

    // An MI250X has two dies, each of which software takes for an accelerator: half of 383 TFLOP/s.
    void diesOfAModule() {
        const auto cases = read(
            "A,GPT-3 175B,,,,,,,,MI250X "
            "(GCD),1024,,4,16,2048,640,fp16,Megatron-DeepSpeed,69,,tflops_per_accel\n"
            "B,GPT-3 "
            "175B,,,,,,,,MI250X,512,,2,16,2048,640,fp16,Megatron-DeepSpeed,138,,tflops_per_"
            "accel\n");
        QCOMPARE(cases[0].accelerator.bf16FlopsPerS, 0.5 * cases[1].accelerator.bf16FlopsPerS);
        QCOMPARE(cases[0].accelerator.memoryBytes, 0.5 * cases[1].accelerator.memoryBytes);
    }

    // DeepSeek-V2, 60 layers of width 5,120 with 128 heads of 192: selective recomputation keeps the latent
    // vectors in place of queries, keys and values, 2 x 3 x 24,576 - 2 x (1,536 + 512 + 64) bytes a token
    // and layer, and drops norms (4 x 5,120) and products of gates (2 x 12,288, six routed and two
    // shared experts of 1,536 as the one dense layer has). One micro-batch of 4,096 tokens, no stages.
    void headsMadeAgain() {
        const auto cases = read(
            "A,DeepSeek-V2,,,,,,,,H800,64,,1,1,4096,64,bf16,HAI-LLM,99,,"
            "tflops_per_accel\n");
        headroom::models::TrainingPlan plan = cases[0].plans.front();
        plan.microBatch = 1.0;
        const auto kept = [&](headroom::models::Recompute again) {
            plan.recompute = again;
            return headroom::models::trainingMemory(plan, cases[0].model, *cases[0].software, 8e10)
                .activations;
        };
        // A run in bf16 keeps two bytes of each. HAI-LLM keeps one where its matrices compute in 8 bits: its source
        // (DeepSeek-V3, section 3.3.3) caches what FP8 matrices read. That is another row, below.
        const double saved =
            4096.0 * 60.0 * (2.0 * 3.0 * 24576.0 - 2.0 * 2112.0 + 4.0 * 5120.0 + 2.0 * 12288.0);
        const double none = kept(headroom::models::Recompute::None);
        const double some = kept(headroom::models::Recompute::Selective);
        QVERIFY2(std::fabs((none - some) / saved - 1.0) < 1e-9,
                 qPrintable(QString::number((none - some) / saved)));
        // In 8 bits: two inputs of 5,120 and the products of 12,288 at a byte each.
        plan.precision = headroom::models::Precision::Fp8Block;
        const double narrow =
            4096.0 * 60.0 * (2.0 * 3.0 * 24576.0 - 2.0 * 2112.0 + 2.0 * 5120.0 + 1.0 * 12288.0);
        const double ofNarrow =
            kept(headroom::models::Recompute::None) - kept(headroom::models::Recompute::Selective);
        QVERIFY2(std::fabs(ofNarrow / narrow - 1.0) < 1e-9,
                 qPrintable(QString::number(ofNarrow / narrow)));
    }

    // Recipes that come with the software decide what a row leaves open; what it states stays.
    void recomputationByRecipe() {
        const auto cases = read(
            "A,DeepSeek-V3,,,,,,,,H800,2048,,1,16,4096,15360,fp8,HAI-LLM,99,,tflops_per_accel\n"
            "B,Llama 3.1 70B,,,,,,,,H100,256,,8,1,8192,256,bf16,torchtitan,99,,tflops_per_accel\n"
            "C,Llama 3.1 "
            "70B,,,,,,,,H100,256,,8,1,8192,256,bf16,Megatron-Core,99,,tflops_per_accel\n");
        using headroom::models::Recompute;
        QVERIFY(cases[0].plans.front().recompute == Recompute::Selective);
        QVERIFY(cases[1].plans.front().recompute == Recompute::Full);
        QVERIFY(cases[0].assumed.find("own recipes") != std::string::npos);
        QVERIFY(cases[2].assumed.find("own recipes") == std::string::npos);
    }

    // torchtitan in eight stages: 256 sequences on 512 accelerators are 32 for each of 8 copies, and go in eight
    // micro-batches of 4; where the stages do not divide the share (20 by 8) the fastest is taken, as Megatron does.
    // Of a step 7 / (8 + 7) is a bubble, less what all stages wait for alike.
    void microBatchesOfStages() {
        const auto cases = read(
            "A,Llama 3.1 405B,,,,,,,,H100,512,,8,8,8192,256,fp8,torchtitan,99,,tflops_per_accel\n"
            "B,Llama 3.1 405B,,,,,,,,H100,512,,8,8,8192,160,fp8,torchtitan,99,,tflops_per_accel\n"
            "C,Llama 3.1 "
            "405B,,,,,,,,H100,512,,8,8,8192,256,fp8,Megatron-Core,99,,tflops_per_accel\n");
        const auto micro = [&](std::size_t i) { return cases[i].plans.front().microBatch; };
        const std::string said = "as many micro-batches as stages";
        QCOMPARE(micro(0), 4.0);
        QCOMPARE(cases[0].plans.size(), std::size_t{1});
        QVERIFY(cases[0].assumed.find(said) != std::string::npos);
        for (const std::size_t i : {1, 2}) {
            QVERIFY(cases[i].assumed.find(said) == std::string::npos);
            QVERIFY(micro(i) < 4.0);
        }
        using headroom::models::trainingStep;
        const auto step = trainingStep(cases[0].input(cases[0].plans.front()));
        QVERIFY2(std::fabs(step.bubbleS / step.stepS - 7.0 / 15.0) < 0.1,
                 qPrintable(QString::number(step.bubbleS / step.stepS)));
    }

    // Parts that no run tells have the figures of their generation (resources/validation/training_figures.json).
    void siblingsFollow() {
        const auto part = [&](const char* id) { return catalogue_.spec<AcceleratorSpec>(id); };
        for (const char* id : {"h200-sxm", "h800-sxm", "gh200"}) {
            QCOMPARE(part(id)->attentionShare, part("h100-sxm")->attentionShare);
            QCOMPARE(part(id)->portableAttentionShare, part("h100-sxm")->portableAttentionShare);
            QCOMPARE(part(id)->sustainedShare, part("h100-sxm")->sustainedShare);
        }
        QCOMPARE(part("gb300")->attentionShare, part("gb200")->attentionShare);
        QCOMPARE(part("gb300")->sustainedShare, part("gb200")->sustainedShare);
        QCOMPARE(part("gb300")->launchShare, part("gb200")->launchShare);
        QCOMPARE(part("gh200")->launchShare, part("gb200")->launchShare);
    }

  private:
    std::vector<TrainingCase> read(const QByteArray& rows) {
        QFile file(dir_.filePath("training_runs.csv"));
        if (!file.open(QIODevice::WriteOnly)) {
            return {};
        }
        file.write(kHeader + rows);
        file.close();
        auto cases = trainingCases({dir_.filePath("training_runs.csv").toStdString(), "training"},
                                   catalogue_);
        return cases ? *cases : std::vector<TrainingCase>{};
    }

    QTemporaryDir dir_;
    Catalogue catalogue_;
};

HEADROOM_TEST(TestTrainingCase)
}  // namespace tst_training_case

#include "tst_training_case.moc"
