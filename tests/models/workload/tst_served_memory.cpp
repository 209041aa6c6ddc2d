// SPDX-License-Identifier: Apache-2.0
#include "models/workload/inference_service.h"
#include "models/workload/inference_step.h"
#include "tests/support/catalogue_part.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

/// Memory of served models: caches by sort of layer, weights by format, what the engine keeps for itself.
namespace tst_served_memory {

using namespace headroom::models;
using headroom::tests::cataloguePart;
using headroom::tests::catalogueParts;

namespace {

bool near(double value, double expected, double share = 1e-9) {
    return std::fabs(value - expected) <= share * std::fabs(expected);
}

/// Read once.
const std::vector<std::pair<std::string, LanguageModelSpec>>& everyModel() {
    static const auto kAll = [] {
        std::vector<std::pair<std::string, LanguageModelSpec>> all;
        for (const QJsonValue& part : catalogueParts(LanguageModelSpec::type())) {
            LanguageModelSpec spec;
            const QJsonObject figures = part["figures"].toObject();
            for (const Attribute& attribute : LanguageModelSpec::type().attributes) {
                const QString key =
                    QString::fromUtf8(attribute.key.data(), static_cast<int>(attribute.key.size()));
                if (figures.contains(key)) {
                    attribute.set(
                        attribute, &spec,
                        headroom::tests::toValue(figures[key].toObject()["value"], attribute));
                }
            }
            all.emplace_back(part["id"].toString().toStdString(), spec);
        }
        return all;
    }();
    return kAll;
}

struct Served {
    LanguageModelSpec model;
    AcceleratorSpec accelerator;
    ServingStackSpec stack;
    InferencePlan plan;

    Served(const char* what, const char* where, const char* by)
        : model(cataloguePart<LanguageModelSpec>(what)),
          accelerator(cataloguePart<AcceleratorSpec>(where)),
          stack(cataloguePart<ServingStackSpec>(by)) {}

    ServingMemory memory() const {
        InferenceInput in;
        in.model = &model;
        in.accelerator = &accelerator;
        in.stack = &stack;
        in.plan = plan;
        return servingMemory(in);
    }
};

}  // namespace

class TestServedMemory : public QObject {
    Q_OBJECT

  private slots:
    void shapesHoldTheParameters();
    void windowsBoundTheCache();
    void cachesOfEveryModel();
    void growthHasAnInverse();
    void scalesAndWideParts();
    void narrowFilesOfEveryModel();
    void engineShare();
    void usualCache();
};

// Matrices, experts and embeddings of a shape are the parameters that its maker counts, but for norms, biases and what
// vision towers add: within 2 %. One that is not has a wrong width, and so wrong memory and time.
void TestServedMemory::shapesHoldTheParameters() {
    for (const auto& [id, model] : everyModel()) {
        const ModelShape s = shapeOf(model);
        const double all = s.embeddingParameters + s.layers * s.attentionParameters +
                           s.denseLayers * s.denseParameters +
                           s.expertLayers * (s.experts * s.expertParameters + s.sharedParameters);
        QVERIFY2(near(all, model.parameters, 0.02),
                 (id + ": " + std::to_string(all / 1e9)).c_str());
        QVERIFY2(near(s.matrixParameters, model.activeParameters, 0.15), id.c_str());
    }
}

// Gemma 3 27B, 30,256 tokens, 16 bits: a token takes 2 x 16 x 128 x 2 = 8,192 bytes of a layer. floor(62 / 6) = 10 layers
// keep all: 2.479 GB; 52 keep 1,024 tokens: 0.436 GB. Two tensor ranks hold half each.
void TestServedMemory::windowsBoundTheCache() {
    Served c("gemma3-27b", "h100-sxm", "vllm");
    const double whole = 8192.0 * (10.0 * 30256.0 + 52.0 * 1024.0);
    QVERIFY(near(requestCacheBytes(c.model, 16.0, 30256.0), whole));
    c.plan.tensorParallel = 2;
    QVERIFY(near(c.memory().bytesOf(30256.0), 0.5 * whole));
    // Within the window every layer grows.
    QVERIFY(near(requestCacheBytes(c.model, 16.0, 1000.0), 8192.0 * 62.0 * 1000.0));
    // Software that frees nothing keeps all of it.
    c.stack.freesWindows = false;
    QVERIFY(near(c.memory().bytesOf(30256.0), 0.5 * 8192.0 * 62.0 * 30256.0));
    // A window in every layer: no request grows beyond it.
    Served all("mistral-7b-v0-1", "h100-sxm", "vllm");
    QVERIFY(near(all.memory().bytesOf(30000.0), 131072.0 * 4096.0));
    // Layers that read the caches of earlier ones have none.
    LanguageModelSpec shared = c.model;
    shared.sharedCacheLayers = 20;
    QVERIFY(
        near(requestCacheBytes(shared, 16.0, 30256.0), 8192.0 * (7.0 * 30256.0 + 35.0 * 1024.0)));
}

// Of any model: a request holds, of each layer that attends, at most 2 g d bytes a token of 8 bits and no less than its
// window; of latent attention w + r; states next to it however long it is.
void TestServedMemory::cachesOfEveryModel() {
    Served c("llama3-8b", "b200-sxm", "vllm");
    for (const auto& [id, model] : everyModel()) {
        const ModelShape s = shapeOf(model);
        const double width =
            s.keyRank > 0.0 ? s.keyRank + s.ropeSize : 2.0 * s.keyHeads * s.headSize;
        const double globalWidth =
            s.keyRank > 0.0 ? width : 2.0 * s.globalKeyHeads * s.globalHeadSize;
        const double states = requestCacheBytes(model, 8.0, 0.0);
        QCOMPARE(states > 0.0, model.stateLayers > 0);
        QVERIFY2(near(s.globalLayers + s.localLayers,
                      model.attentionLayers > 0 ? model.attentionLayers : model.layers),
                 id.c_str());
        for (const double tokens : {100.0, 5000.0, 100000.0}) {
            const double kept = s.window > 0.0 ? std::min(tokens, s.window) : tokens;
            const double expected =
                states + s.globalLayers * globalWidth * tokens + s.localLayers * width * kept;
            QVERIFY2(near(requestCacheBytes(model, 8.0, tokens), expected, 1e-9), id.c_str());
            // One rank that holds all of it counts the same.
            c.model = model;
            c.plan.cacheBits = 8.0;
            QVERIFY2(near(c.memory().bytesOf(tokens), expected, 1e-9), id.c_str());
        }
    }
}

void TestServedMemory::growthHasAnInverse() {
    for (const CacheGrowth growth :
         {CacheGrowth{}, CacheGrowth{1.0, 5.2, 1024.0}, CacheGrowth{1.0, 3.0, 8192.0}}) {
        for (const double tokens : {1.0, 1024.0, 5000.0, 1e6}) {
            QVERIFY(near(growth.tokens(growth.units(tokens)), tokens));
        }
    }
    QVERIFY(std::isinf(CacheGrowth{0.0, 1.0, 4096.0}.tokens(5000.0)));
}

// gpt-oss 120B: 36 x 128 experts of 3 x 2,880 x 2,880 at 4.25 bits are 60.9 GB, all else in 16 bits 4.3 GB: the file has
// 65.2 GB. Kernels hold experts of 3,072 x 2,944: 66.4 GB, 70.7 loaded (vLLM reports 69.1 to 70.8 on one H100).
void TestServedMemory::scalesAndWideParts() {
    Served c("gpt-oss-120b", "h100-sxm", "vllm");
    c.plan.weightBits = 4.0;
    QVERIFY(near(c.memory().weightBytes, 70.7e9, 0.005));
    c.stack.narrowHiddenBlock = c.stack.narrowWidthBlock = 1;
    QVERIFY(near(c.memory().weightBytes, 65.2e9, 0.005));
    // Llama 3 70B in 4 bits: 68.45e9 weights of layers, with 4.5 bits where the accelerator multiplies 4 bits, else
    // 4.156; embeddings 2 x 128,256 x 8,192 x 2 bytes.
    Served l("llama3-70b", "b200-sxm", "vllm");
    l.plan.weightBits = 4.0;
    const double layers = 80.0 * (8192.0 * 128.0 * 144.0 + 3.0 * 8192.0 * 28672.0);
    const double embedding = 2.0 * 128256.0 * 8192.0 * 2.0;
    QVERIFY(near(l.memory().weightBytes, layers * 4.5 / 8.0 + embedding));
    l.accelerator = cataloguePart<AcceleratorSpec>("h100-sxm");
    QVERIFY(near(l.memory().weightBytes, layers * 4.15625 / 8.0 + embedding));
    l.plan.fourBit = FourBitFormat::Mxfp4;
    QVERIFY(near(l.memory().weightBytes, layers * 4.25 / 8.0 + embedding));
}

// Whatever the format, a rank holds more than its bits say and no more than 16 bits of everything; embeddings stay wide.
void TestServedMemory::narrowFilesOfEveryModel() {
    Served c("llama3-8b", "b200-sxm", "vllm");
    for (const auto& [id, model] : everyModel()) {
        c.model = model;
        c.stack.narrowHiddenBlock = c.stack.narrowWidthBlock = 1;
        double before = 1e30;
        for (const double bits : {16.0, 8.0, 4.0}) {
            c.plan.weightBits = bits;
            const double bytes = c.memory().weightBytes;
            const ModelShape s = shapeOf(model);
            const double embedding = 2.0 * s.embeddingParameters;
            QVERIFY2(bytes < before, id.c_str());
            QVERIFY2(bytes > 0.97 * (embedding +
                                     (model.parameters - s.embeddingParameters) * bits / 8.0),
                     id.c_str());
            before = bytes;
        }
    }
}

// vLLM, pull request 12569: Llama 3 70B with 8-bit weights on one H100, 98 % of its memory: 67.7 GiB of weights and a
// cache of 22,096 tokens in 16 bits.
void TestServedMemory::engineShare() {
    Served c("llama3-70b", "h100-sxm", "vllm");
    c.plan.weightBits = 8.0;
    c.plan.memoryShare = 0.98;
    QVERIFY(near(c.memory().weightBytes, 67.7 * 1024.0 * 1024.0 * 1024.0, 0.005));
    QVERIFY(near(c.memory().cacheTokens, 22096.0, 0.03));
    // By the software's default, 90 %, next to nothing is left of it.
    c.plan.memoryShare = kNotStated;
    QVERIFY(c.memory().cacheTokens < 2000.0);
}

// A cache whose format nobody states: vLLM (kv_cache_dtype auto) keeps the 16 bits of the activations, whatever the
// weights; TensorRT-LLM follows checkpoints of 8-bit keys and values. A format that is stated holds.
void TestServedMemory::usualCache() {
    const ServingStackSpec vllm = cataloguePart<ServingStackSpec>("vllm");
    const ServingStackSpec sglang = cataloguePart<ServingStackSpec>("sglang");
    const ServingStackSpec trt = cataloguePart<ServingStackSpec>("tensorrt-llm-2025");
    QCOMPARE(cacheBitsOf(vllm, 8.0, kNotStated), 16.0);
    QCOMPARE(cacheBitsOf(sglang, 4.0, kNotStated), 16.0);
    QCOMPARE(cacheBitsOf(trt, 16.0, kNotStated), 16.0);
    QCOMPARE(cacheBitsOf(trt, 8.0, kNotStated), 8.0);
    QCOMPARE(cacheBitsOf(trt, 4.0, kNotStated), 8.0);
    QCOMPARE(cacheBitsOf(vllm, 8.0, 8.0), 8.0);
    InferenceServiceSpec service;
    service.weightBits = 8.0;
    QCOMPARE(planOf(service, vllm).cacheBits, 16.0);
    QCOMPARE(planOf(service, trt).cacheBits, 8.0);
}

HEADROOM_TEST(TestServedMemory)
}  // namespace tst_served_memory

#include "tst_served_memory.moc"
