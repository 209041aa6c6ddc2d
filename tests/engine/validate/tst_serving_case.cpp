// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/serving_case.h"
#include "engine/validate/validate.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_serving_case {

using namespace headroom::engine;

namespace {

constexpr const char* kHeader =
    "id,model,task,weights,accelerator,n_accel,tp,dp,ep,max_concurrent,mean_batch,"
    "mean_output_tokens,output_tokens_per_s,itl_median_ms,power_w\n";

}  // namespace

class TestServingCase : public QObject {
    Q_OBJECT

  private slots:

    void initTestCase() {
        const auto loaded = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
        QVERIFY(loaded);
        catalogue_ = *loaded;
        QVERIFY(dir_.isValid());
    }

    // With one copy of the attention all accelerators share a layer, and the experts where "ep" says
    // so; with several, each has its own attention. Weights of mxfp4 are the experts'.
    void plans() {
        const auto cases = read(
            "A,Qwen/"
            "Qwen3-235B-A22B-Instruct-2507,lm-arena-chat,bfloat16,H100,8,1,1,8,8,8,870,390,20,"
            "2800\n"
            "B,Qwen/"
            "Qwen3-Coder-480B-A35B-Instruct-FP8,sourcegraph-fim,fp8,B200,8,1,8,8,8,8,250,190,25,"
            "6400\n"
            "C,openai/gpt-oss-20b,gpqa,mxfp4,H100,1,1,1,1,8,8,2100,1200,6,440\n"
            "D,meta-llama/"
            "Llama-3.1-70B-Instruct,lm-arena-chat,bfloat16,H100,4,4,1,1,8,8,350,470,16,"
            "1700\n");
        QCOMPARE(cases.size(), std::size_t{4});
        const auto plan = [&](std::size_t i) { return cases[i].input.plan; };
        for (const ServingCase& c : cases) {
            QCOMPARE(QString::fromStdString(c.whyNot), QString());
        }
        QCOMPARE(plan(0).tensorParallel, 8);
        QCOMPARE(plan(0).expertParallel, 8);
        QCOMPARE(plan(0).copies(), 1);
        QCOMPARE(plan(1).tensorParallel, 1);
        QCOMPARE(plan(1).copies(), 8);
        QCOMPARE(plan(1).weightBits, 8.0);
        QCOMPARE(plan(2).weightBits, 16.0);
        QCOMPARE(plan(2).expertBits, 4.0);
        QCOMPARE(cases[2].load.promptTokens, 225.0);
        // 198 questions, and 1,024 of chat: more than one and a half times the eight at a time.
        QCOMPARE(cases[2].load.allRequests, 198.0);
        QCOMPARE(cases[3].load.allRequests, 1024.0);
        QCOMPARE(plan(3).tensorParallel, 4);
        QCOMPARE(plan(3).expertParallel, 1);
    }

    // What is not known is said, not guessed.
    void notExpressed() {
        const auto cases = read(
            "A,Nobody/Model-1T,lm-arena-chat,fp8,H100,8,1,1,8,8,8,9,9,9,9\n"
            "B,Qwen/Qwen3-8B,lm-arena-chat,fp8,Abacus,1,1,1,1,8,8,9,9,9,9\n"
            "C,Qwen/Qwen3-8B,poetry,fp8,H100,1,1,1,1,8,8,9,9,9,9\n"
            "D,Qwen/Qwen3-8B,gpqa,ternary,H100,1,1,1,1,8,8,9,9,9,9\n"
            "E,Qwen/Qwen3-8B,gpqa,fp8,P100,16,1,1,1,8,8,9,9,9,9\n"
            "F,Qwen/Qwen3-235B-A22B,gpqa,bfloat16,H100,1,1,1,1,8,8,9,9,9,9\n"
            "G,Qwen/Qwen3-8B,gpqa,fp8,H100,1,1,1,1,,,9,9,9,9\n");
        const QStringList says = {"model",      "Abacus",     "poetry",    "ternary",
                                  "links join", "do not fit", "mean batch"};
        for (int i = 0; i < says.size(); ++i) {
            const QString why = QString::fromStdString(cases[static_cast<std::size_t>(i)].whyNot);
            QVERIFY2(why.contains(says[i]), qPrintable(why));
        }
    }

    // A number that cannot be meant is not expressed, with line and column; a figure that was not measured is no
    // case, and the others of its row are.
    void cellsThatCannotBeMeant() {
        const auto cases = read(
            "A,Qwen/Qwen3-8B,gpqa,fp8,H100,0,1,1,1,8,8,9,9,9,9\n"
            "B,Qwen/Qwen3-8B,gpqa,fp8,H100,1,1.5,1,1,8,8,9,9,9,9\n"
            "C,Qwen/Qwen3-8B,gpqa,fp8,H100,1,1,1,1,8,0,9,9,9,9\n"
            "D,Qwen/Qwen3-8B,gpqa,fp8,H100,1,1,1,1,8,9,9,9,9,9\n"
            "E,Qwen/Qwen3-8B,gpqa,fp8,H100,2,4,1,1,8,8,9,9,9,9\n"
            "F,Qwen/Qwen3-8B,gpqa,fp8,H100,2,2,1,4,8,8,9,9,9,9\n"
            "G,Qwen/Qwen3-8B,gpqa,fp80,H100,2,2,1,1,8,8,9,9,9,9\n");
        const QStringList says = {"n_accel: \"0\"",
                                  "tp: \"1.5\"",
                                  "mean_batch: \"0\"",
                                  "at most max_concurrent",
                                  "at least tp x dp",
                                  "ep: \"4\"",
                                  "fp80"};
        for (int i = 0; i < says.size(); ++i) {
            const QString why = QString::fromStdString(cases[static_cast<std::size_t>(i)].whyNot);
            QVERIFY2(why.contains(says[i]), qPrintable(why));
        }
        write("H,Qwen/Qwen3-8B,gpqa,fp8,H100,1,1,1,1,8,8,900,900,9,\n");
        const auto report = validate({path()}, {}, &catalogue_);
        QVERIFY(report && report->rows.size() == 3);
        QVERIFY(report->rows[0].verdict == Verdict::Reported &&
                report->rows[1].verdict == Verdict::Reported);
        QVERIFY(report->rows[2].verdict == Verdict::NotExpressed);
    }

    // As a stranger writes it: what makers print, capitals, most requests for the mean, tensor ranks for the
    // count, no lengths and no weights stated. A task that nobody knows needs a length of its own, which
    // kHeader has no column for.
    void otherWords() {
        const auto cases = read(
            "A,Qwen/Qwen3-14B,LM-Arena-Chat,BF16,NVIDIA H100 80GB HBM3,,2,,,32,,,9,9,9\n"
            "B,deepseek-ai/DeepSeek-V3.1,gpqa,FP8,h200,8,1,1,8,32,16,,9,9,9\n"
            "C,Qwen/Qwen3-8B,gpqa,,AMD Instinct MI300X,1,1,1,1,8,8,9,9,9,9\n"
            "D,Qwen/Qwen3-8B,gpqa,AWQ,H100 SXM,1,1,1,1,8,8,9,9,9,9\n"
            "E,Qwen/Qwen3-8B,gpqa,INT8 W8A8,L40S,1,1,1,1,8,8,9,9,9,9\n"
            "F,deepseek-ai/DeepSeek-R1-Distill-Qwen-32B,gpqa,AWQ-int4,H100,1,1,1,1,8,8,9,9,9,9\n"
            "G,deepseek-ai/DeepSeek-R1-0528,gpqa,fp8 (e4m3),H100,16,16,1,16,8,8,9,9,9,9\n");
        for (const ServingCase& c : cases) {
            QCOMPARE(QString::fromStdString(c.whyNot), QString());
        }
        QCOMPARE(cases[0].accelerators, 2);
        QCOMPARE(cases[0].input.plan.tensorParallel, 2);
        QCOMPARE(cases[0].load.requests, 32.0);
        QCOMPARE(cases[0].load.outputTokens, 640.0);
        QCOMPARE(cases[1].accelerator, std::string("h200-sxm"));
        QCOMPARE(cases[1].load.requests, 16.0);
        QCOMPARE(cases[1].load.outputTokens, 8000.0);
        QCOMPARE(cases[1].input.plan.weightBits, 8.0);
        QCOMPARE(cases[2].accelerator, std::string("mi300x"));
        QCOMPARE(cases[2].input.plan.weightBits, 16.0);
        QCOMPARE(cases[3].input.plan.weightBits, 4.0);
        QCOMPARE(cases[4].input.plan.weightBits, 8.0);
        QCOMPARE(cases[5].input.plan.weightBits, 4.0);
        QCOMPARE(cases[5].input.model->layers, 64);  // Qwen 2.5's, not the 61 of R1
        // Two nodes: a network joins them, as usual with the accelerator.
        QCOMPARE(cases[6].input.model->layers, 61);
        QCOMPARE(cases[6].input.network.scaleOutBytesPerS, 50e9);
    }

    // 8 requests of 8,000 tokens: one iteration in a thousand has a prompt, so that nothing of the engine makes one
    // gap in ten 1.5 times the median; 1.1 times it may. With answers of 50 tokens every sixth iteration
    // has one. Rows that were disturbed count in the means, and the others have one of their own.
    void disturbedRows() {
        const QByteArray header =
            "id,model,task,weights,accelerator,n_accel,tp,dp,ep,max_concurrent,mean_batch,"
            "mean_output_tokens,output_tokens_per_s,itl_median_ms,itl_p90_ms,power_w,"
            "mean_prompt_tokens\n";
        const QByteArray row = "Qwen/Qwen3-8B,gpqa,bfloat16,H100,1,1,1,1,8,8,";
        writeAll(header + "A," + row + "8000,250,30,45,300,\nB," + row +
                 "8000,818,9.8,10.6,494,1234\nC," + row + "50,1300,6,9,700,\n");
        const auto cases = servingCases({path(), "serving"}, catalogue_);
        QVERIFY(cases);
        QVERIFY((*cases)[0].disturbed && !(*cases)[1].disturbed && !(*cases)[2].disturbed);
        QCOMPARE((*cases)[0].load.promptTokens, 225.0);
        QCOMPARE((*cases)[1].load.promptTokens, 1234.0);
        const auto report = validate({path()}, {}, &catalogue_);
        QVERIFY(report);
        const ValidationQuantity& tokens = report->kinds.front().quantities.front();
        QCOMPARE(tokens.rows, 3);
        QCOMPARE(tokens.calmRows, 2);
        QVERIFY(tokens.calmMapePct < tokens.mapePct);
        QVERIFY(validationText(*report).find("undisturbed rows") != std::string::npos);
    }

    // Of the benchmark's records those of one B200 with answers of reasoning are of a crowded host: not those of two,
    // of short answers, of an H100.
    void crowdedHosts() {
        const auto cases = read(
            "A,Qwen/Qwen3-8B,gpqa,bfloat16,B200,1,1,1,1,8,8,8290,251,32,294\n"
            "B,Qwen/Qwen3-8B,lm-arena-chat,bfloat16,B200,1,1,1,1,8,8,640,1300,6,700\n"
            "C,Qwen/Qwen3-8B,gpqa,bfloat16,B200,2,2,1,1,8,8,8290,1300,6,1400\n"
            "D,Qwen/Qwen3-8B,gpqa,bfloat16,H100,1,1,1,1,8,8,7854,818,10,494\n");
        QVERIFY(cases[0].input.crowdedHost);
        QVERIFY(!cases[1].input.crowdedHost && !cases[2].input.crowdedHost &&
                !cases[3].input.crowdedHost);
    }

    // Three rows a case, each with an interval about its figure.
    void rowsOfACase() {
        write("C,openai/gpt-oss-20b,gpqa,mxfp4,H100,1,1,1,1,8,8,2100,1200,6,440\n");
        const auto report = validate({path()}, {}, &catalogue_);
        QVERIFY(report);
        QCOMPARE(report->rows.size(), std::size_t{3});
        for (const ValidationRow& row : report->rows) {
            QVERIFY(row.got && row.low && row.high && *row.low < *row.got && *row.got < *row.high);
        }
        QCOMPARE(report->kinds.front().quantities.size(), std::size_t{3});
        QVERIFY(report->kinds.front().coveragePct);
    }

  private:
    std::filesystem::path path() const { return dir_.filePath("serving_runs.csv").toStdString(); }

    void write(const QByteArray& rows) { writeAll(QByteArray(kHeader) + rows); }

    void writeAll(const QByteArray& text) {
        QFile file(QString::fromStdString(path().string()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    std::vector<ServingCase> read(const QByteArray& rows) {
        write(rows);
        const auto cases = servingCases({path(), "serving"}, catalogue_);
        return cases ? *cases : std::vector<ServingCase>{};
    }

    QTemporaryDir dir_;
    Catalogue catalogue_;
};

HEADROOM_TEST(TestServingCase)
}  // namespace tst_serving_case

#include "tst_serving_case.moc"
