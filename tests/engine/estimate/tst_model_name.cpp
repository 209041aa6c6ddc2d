// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/model_name.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_model_name {

using namespace headroom::engine;
using headroom::models::LanguageModelSpec;
using headroom::models::shapeOf;

class TestModelName : public QObject {
    Q_OBJECT

  private slots:

    void initTestCase() {
        auto loaded = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
        QVERIFY2(loaded, loaded ? "" : text(loaded.error()).c_str());
        catalogue_ = std::move(*loaded);
    }

    // Layers and width of the published configurations.
    void byPublicName_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("hidden");
        QTest::newRow("spelling") << "Llama-3.1 70B" << 80 << 8192;
        QTest::newRow("suffix") << "llama3.1-405b-instruct" << 126 << 16384;
        QTest::newRow("family") << "meta-llama-3-8b" << 32 << 4096;
        QTest::newRow("experts") << "Mixtral 8x7B" << 32 << 4096;
        QTest::newRow("latent") << "deepseek3-671b" << 61 << 7168;
        QTest::newRow("hybrid") << "Nemotron-H 56B" << 118 << 8192;
        QTest::newRow("underscore") << "gpt_oss_120b" << 36 << 2880;
        QTest::newRow("2022") << "OPT-175B" << 96 << 12288;
    }

    void byPublicName() {
        QFETCH(QString, name);
        QFETCH(int, layers);
        QFETCH(int, hidden);
        const LanguageModelSpec* found = modelNamed(catalogue_, name.toStdString());
        QVERIFY(found != nullptr);
        QCOMPARE(found->layers, layers);
        QCOMPARE(found->hidden, hidden);
    }

    // Hubs write an owner before each name: of every model of the catalogue it is the same.
    void ownersAreLeftOut() {
        const auto is = [&](const char* name, const char* id) {
            return modelNamed(catalogue_, name) == catalogue_.spec<LanguageModelSpec>(id);
        };
        QVERIFY(is("openai/gpt-oss-120b", "gpt-oss-120b"));
        QVERIFY(is("meta-llama/Llama-3.1-70B-Instruct", "llama3-70b"));
        QVERIFY(is("nvidia/NVIDIA-Nemotron-3-Super-120B-A12B", "nemotron3-super-120b-a12b"));
        QVERIFY(is("Qwen/Qwen3-Next-80B-A3B-Instruct", "qwen3-next-80b-a3b"));
        QVERIFY(is("google/gemma-4-31b-it", "gemma4-31b"));
        QVERIFY(is("deepseek-ai/DeepSeek-V4-Flash", "deepseek-v4-flash"));
        // The same letters and digits: only the point tells 1.3 from 13 billion.
        QVERIFY(is("EleutherAI/GPT-3 1.3B", "gpt3-1-3b") && is("EleutherAI/GPT-3 13B", "gpt3-13b"));
        QVERIFY(is("gpt-3-1.3b-base", "gpt3-1-3b") && is("gpt-3-13b-base", "gpt3-13b"));
        for (const CatalogueEntry* entry : catalogue_.entriesOf(LanguageModelSpec::type().id)) {
            QVERIFY2(modelNamed(catalogue_, "owner/" + entry->id) == entry->spec.get(),
                     entry->id.c_str());
        }
    }

    // Sizes in a name mean more than its letters, then the family does.
    void nearNames() {
        const auto near = [&](const char* name) { return modelsNear(catalogue_, name); };
        QCOMPARE(near("400b-a17b").front(), std::string("llama4-maverick"));
        QVERIFY(near("qwen3-max").front().starts_with("qwen3"));
        QCOMPARE(near("some/lama3-70b").front(), std::string("llama3-70b"));
        QVERIFY(near("gpt-oss-121").front().starts_with("gpt-oss"));
        QVERIFY(near("zzz").empty());
    }

    // A longer number is another model, and what nobody published is none.
    void otherModels() {
        QVERIFY(modelNamed(catalogue_, "Llama-3 80B") == nullptr);
        QVERIFY(modelNamed(catalogue_, "llama3-8b1") == nullptr);
        QVERIFY(modelNamed(catalogue_, "GPT-18.4B") == nullptr);
        QVERIFY(modelNamed(catalogue_, "") == nullptr);
    }

    // What follows a name may make it another model: a distillate of 32 billion has the shape of Qwen 2.5 (64
    // layers), the smaller GLM one of its own (46), and what nobody entered is none.
    void wordsBehindTheName() {
        const auto layers = [&](const char* name) {
            const LanguageModelSpec* found = modelNamed(catalogue_, name);
            return found != nullptr ? found->layers : 0;
        };
        QCOMPARE(layers("DeepSeek-R1-Distill-Qwen-32B"), 64);
        QCOMPARE(layers("DeepSeek-R1-Distill-Llama-70B"), 80);
        QCOMPARE(layers("DeepSeek-R1-Distill-Gemma-9B"), 0);
        QCOMPARE(layers("GLM-4.5-Air-FP8"), 46);
        // Dates of a release say nothing about the shape.
        QCOMPARE(layers("deepseek-ai/DeepSeek-R1-0528"), 61);
        QCOMPARE(layers("deepseek-ai/DeepSeek-V3-0324"), 61);
        QCOMPARE(layers("openai/gpt-oss-120b"), 36);
        QCOMPARE(layers("GLM-4.6"), 92);
        QCOMPARE(layers("NVIDIA-Nemotron-3-Nano-30B-A3B"), 52);
        QCOMPARE(layers("Qwen3-235B-A22B-Thinking-2507"), 94);
        QCOMPARE(layers("Qwen3-Coder-30B-A3B-Instruct"), 48);
        QCOMPARE(layers("Mistral-Small-3.2-24B-Instruct-2506"), 40);
        QCOMPARE(layers("Llama-4-Scout-17B-16E-Instruct"), 48);
    }

    // The sizes of every part explain its number of parameters: norms, biases and positions, which
    // shapes leave out, are below 3 % of what is published. Of T5-like or multimodal models there
    // are none.
    void shapesExplainParameters() {
        for (const CatalogueEntry* entry : catalogue_.entriesOf(LanguageModelSpec::type().id)) {
            const auto* m = static_cast<const LanguageModelSpec*>(entry->spec.get());
            const auto s = shapeOf(*m);
            const double all = s.embeddingParameters + s.layers * s.attentionParameters +
                               s.denseLayers * s.denseParameters +
                               s.expertLayers * (s.experts + s.sharedExperts) * s.expertParameters;
            QVERIFY2(std::abs(all / m->parameters - 1.0) < 0.03, entry->id.c_str());
        }
    }

  private:
    Catalogue catalogue_;
};

HEADROOM_TEST(TestModelName)
}  // namespace tst_model_name

#include "tst_model_name.moc"
