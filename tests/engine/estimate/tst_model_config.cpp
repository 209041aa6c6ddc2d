// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/model_config.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_model_config {

using namespace headroom::engine;

class TestModelConfig : public QObject {
    Q_OBJECT

  private slots:

    // Parameters as the makers state them, within 0.5 %: the shape must explain them.
    void parameters_data() {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<double>("billions");
        QTest::addColumn<double>("active");
        QTest::newRow("dense, grouped keys")
            << QByteArray(
                   R"({"model_type":"llama","hidden_size":4096,"intermediate_size":14336,)"
                   R"("num_attention_heads":32,"num_hidden_layers":32,"num_key_value_heads":8,)"
                   R"("vocab_size":128256,"tie_word_embeddings":false})")
            << 8.03 << 8.03;
        QTest::newRow("experts of the layers' width")
            << QByteArray(
                   R"({"model_type":"mixtral","hidden_size":4096,"intermediate_size":14336,)"
                   R"("num_attention_heads":32,"num_hidden_layers":32,"num_key_value_heads":8,)"
                   R"("vocab_size":32000,"num_local_experts":8,"num_experts_per_tok":2,)"
                   R"("sliding_window":null})")
            << 46.7 << 12.9;
        QTest::newRow("experts of their own width, head size")
            << QByteArray(
                   R"({"model_type":"qwen3_moe","hidden_size":2048,"intermediate_size":6144,)"
                   R"("moe_intermediate_size":768,"num_attention_heads":32,"head_dim":128,)"
                   R"("num_hidden_layers":48,"num_key_value_heads":4,"vocab_size":151936,)"
                   R"("num_experts":128,"num_experts_per_tok":8,"decoder_sparse_step":1})")
            << 30.5 << 3.35;
        QTest::newRow("latent attention, leading dense layers, a shared expert")
            << QByteArray(
                   R"({"model_type":"deepseek_v3","hidden_size":7168,"intermediate_size":18432,)"
                   R"("moe_intermediate_size":2048,"num_attention_heads":128,"num_hidden_layers":61,)"
                   R"("num_key_value_heads":128,"vocab_size":129280,"n_routed_experts":256,)"
                   R"("num_experts_per_tok":8,"n_shared_experts":1,"first_k_dense_replace":3,)"
                   R"("kv_lora_rank":512,"q_lora_rank":1536,"qk_rope_head_dim":64,)"
                   R"("qk_nope_head_dim":128,"v_head_dim":128})")
            << 671.0 << 37.5;
        QTest::newRow("one matrix inside, old keys")
            << QByteArray(R"({"model_type":"gpt2","n_embd":1600,"n_layer":48,"n_head":25,)"
                          R"("vocab_size":50257,"n_positions":1024})")
            << 1.555 << 1.555;
        QTest::newRow("text part of a model that sees")
            << QByteArray(
                   R"({"model_type":"gemma3","vision_config":{"hidden_size":9},"text_config":)"
                   R"({"model_type":"gemma3_text","hidden_size":5376,"intermediate_size":21504,)"
                   R"("num_attention_heads":32,"num_key_value_heads":16,"head_dim":128,)"
                   R"("num_hidden_layers":62,"vocab_size":262208,"sliding_window":1024,)"
                   R"("max_position_embeddings":131072}})")
            << 27.0 << 27.0;
    }

    void parameters() {
        QFETCH(QByteArray, config);
        QFETCH(double, billions);
        QFETCH(double, active);
        const auto model = parseModelConfig(config.toStdString(), "config.json");
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        const auto near = [](double got, double expected) {
            return std::abs(got / 1e9 / expected - 1.0) < 0.005;
        };
        QVERIFY2(near(model->spec.parameters, billions),
                 std::to_string(model->spec.parameters / 1e9).c_str());
        QVERIFY2(near(model->spec.activeParameters, active),
                 std::to_string(model->spec.activeParameters / 1e9).c_str());
    }

    // One layer in six of gemma3 and one in two of a list of kinds sees everything; a window that is
    // switched off is none.
    void windows() {
        const std::string start =
            R"({"hidden_size":64,"num_attention_heads":4,"num_hidden_layers":4,)"
            R"("vocab_size":100,"max_position_embeddings":8192,"sliding_window":128,)";
        auto model = parseModelConfig(start + R"("model_type":"gemma3_text"})", "c");
        QVERIFY(model && model->spec.window == 128 && model->spec.globalEvery == 6);
        model = parseModelConfig(start + R"("layer_types":["sliding_attention","full_attention",)"
                                         R"("sliding_attention","full_attention"]})",
                                 "c");
        QVERIFY(model && model->spec.globalEvery == 2);
        model = parseModelConfig(start + R"("use_sliding_window":false})", "c");
        QVERIFY(model && model->spec.window == 0);
        model = parseModelConfig(start + R"("model_type":"mistral"})", "c");
        QVERIFY(model && model->spec.window == 128 && model->spec.globalEvery == 0);
    }

    void refusals() {
        for (const char* text : {"", "[]", "{}", R"({"hidden_size":"x"})",
                                 R"({"hidden_size":1e300})", R"({"model_type":5,"hidden_act":[]})",
                                 R"({"hidden_size":64,"num_attention_heads":4,"vocab_size":9})"}) {
            const auto model = parseModelConfig(text, "config.json");
            QVERIFY(!model);
            QCOMPARE(model.error().code, std::string("EST-026"));
            QVERIFY(!model.error().remedy.empty());
        }
        const auto hybrid = parseModelConfig(R"({"model_type":"nemotron_h"})", "config.json");
        QVERIFY(!hybrid);
        QCOMPARE(hybrid.error().code, std::string("EST-027"));
    }
};

HEADROOM_TEST(TestModelConfig)
}  // namespace tst_model_config

#include "tst_model_config.moc"
