// SPDX-License-Identifier: Apache-2.0
#include "engine/files/output_file.h"
#include "engine/serve/request_trace.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace tst_request_trace {

using namespace headroom::engine;
using headroom::models::RequestTraceSpec;
namespace fs = std::filesystem;

/// Requests in the columns of those who publish them.
class TestRequestTrace : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    Result<RequestTrace> read(const char* name, const std::string& text,
                              const RequestTraceSpec& spec = {}) const {
        const fs::path file = fs::path(folder_.path().toStdString()) / name;
        if (!writeFile(file, text)) {
            return {};
        }
        return readRequestTrace(file, spec);
    }

    static std::string all(const RequestTrace& trace) {
        std::string text;
        for (const std::string& note : trace.notes) {
            text += note + ". ";
        }
        return text;
    }

  private slots:

    // Each has requests of 1,200 and 310 tokens with answers of 15 and 128 tokens, 1.5 s apart.
    void publishedTracesAreRead_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("Azure 2023")
            << "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 "
               "18:17:03.5000000,1200,15\n2023-11-16 18:17:05.0000000,310,128\n";
        QTest::newRow("Azure 2024")
            << "TIMESTAMP,ContextTokens,GeneratedTokens\n2024-05-10 "
               "00:00:00.500000+00:00,1200,15\n2024-05-10 00:00:02+00:00,310,128\n";
        QTest::newRow("BurstGPT")
            << "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log "
               "Type\n5,ChatGPT,1200,15,1215,API log\n"
               "6,ChatGPT,40,0,40,API log\n6.5,GPT-4,310,128,438,Conversation log\n";
        QTest::newRow("Mooncake") << "{\"timestamp\": 0, \"input_length\": 1200, "
                                     "\"output_length\": 15, \"hash_ids\": [0, 1]}\n"
                                     "{\"timestamp\": 1500, \"input_length\": 310, "
                                     "\"output_length\": 128, \"hash_ids\": [0, 2]}\n";
        QTest::newRow("Qwen") << "{\"chat_id\": 1, \"timestamp\": 0.0, \"input_length\": 1200, "
                                 "\"output_length\": 15, \"hash_ids\": [1]}\n"
                                 "{\"chat_id\": 2, \"timestamp\": 1.5, \"input_length\": 310, "
                                 "\"output_length\": 128, \"hash_ids\": [2]}\n";
        QTest::newRow("Vidur")
            << "arrived_at,num_prefill_tokens,num_decode_tokens\n0,1200,15\n1.5,310,128\n";
        QTest::newRow("back in time")
            << "arrival_s,context_tokens,generated_tokens\n1.5,310,128\n0,1200,15\n";
    }

    void publishedTracesAreRead() {
        QFETCH(QString, text);
        const auto trace = read("requests.csv", text.toStdString());
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        QCOMPARE(trace->requests.size(), std::size_t{2});
        QVERIFY(std::abs(trace->requests[1].arrivalS - trace->requests[0].arrivalS - 1.5) < 1e-5);
        QCOMPARE(trace->requests[0].promptTokens, 1200);
        QCOMPARE(trace->requests[0].outputTokens, 15);
        QCOMPARE(trace->requests[1].promptTokens, 310);
        QCOMPARE(trace->requests[1].outputTokens, 128);
    }

    // Rows without an answer and rows that cannot be read are counted, and the first ones named.
    void whatIsLeftOutIsCounted() {
        std::string text = "arrival_s,context_tokens,generated_tokens\n0,10,5\n";
        for (int i = 0; i < 25'000; ++i) {
            text += "1,10,0\n";
        }
        const auto trace = read("zero.csv", text + "2,many,5\n");
        QVERIFY(trace);
        QCOMPARE(trace->requests.size(), std::size_t{1});
        QVERIFY(all(*trace).find("25000 requests without an answer are left out: line 3, line 4") !=
                std::string::npos);
        QVERIFY(all(*trace).find("and 24990 more") != std::string::npos);
        QVERIFY(all(*trace).find("context_tokens is \"many\"") != std::string::npos);
    }

    void columnsAreNamed() {
        RequestTraceSpec spec;
        spec.arrivalColumn = "t";
        spec.promptColumn = "in";
        spec.outputColumn = "out";
        spec.time = headroom::models::TraceTime::Milliseconds;
        const auto trace = read("own.csv", "t,in,out\n0,1,2\n250,3,4\n", spec);
        QVERIFY(trace);
        QCOMPARE(trace->requests[1].arrivalS, 0.25);
        const auto missing = read("own.csv", "t,in,out\n0,1,2\n");
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, std::string("SRV-001"));
        QVERIFY(missing.error().remedy.find(
                    "--trace-map arrival_column=NAME. The columns are t, in, out.") !=
                std::string::npos);
    }

    // A file of another kind is named.
    void otherFilesAreNamed() {
        const auto trace = read("sacct.txt",
                                "JobID|Submit|Start|End|AllocTRES\n1|2026-07-01T08:00:00|2026-07-"
                                "01T08:00:00|2026-07-01T09:00:00|gres/gpu=1\n");
        QVERIFY(!trace);
        QVERIFY2(trace.error().message.find("the text output of sacct") != std::string::npos,
                 trace.error().message.c_str());
    }
};

HEADROOM_TEST(TestRequestTrace)
}  // namespace tst_request_trace

#include "tst_request_trace.moc"
