// SPDX-License-Identifier: Apache-2.0
#include "engine/serve/request_trace.h"
#include "tests/support/catalogue_part.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <string>

namespace tst_request_stream {

using namespace headroom;
using namespace headroom::engine;
using tests::cataloguePart;

namespace {

models::RequestProfileSpec fixedProfile(double prompt, double output) {
    models::RequestProfileSpec profile;
    profile.promptTokens = models::Curve({0, 100}, {prompt, prompt});
    profile.outputTokens = models::Curve({0, 100}, {output, output});
    return profile;
}

Result<RequestStream> read(const QTemporaryDir& folder, const char* text) {
    const QString path = folder.filePath(QStringLiteral("trace.csv"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        qFatal("cannot write the fixture");
    }
    file.write(text);
    file.close();
    return readRequestTrace(path.toStdString()).map([](const RequestTrace& trace) {
        return trace.requests;
    });
}

}  // namespace

class TestRequestStream : public QObject {
    Q_OBJECT

  private slots:
    void readsColumnsInAnyOrder();
    void refusesBadTraces_data();
    void refusesBadTraces();
    void poissonHasItsRateAndVariation();
    void burstsKeepTheRate();
    void theDayMovesArrivals();
    void lengthsFollowTheProfile();
    void sameSeedSameRequests();
    void nothingOfNoRate();
    void leavesRequestsOfAnotherYearOut();
};

// A hundred requests within two minutes and one of a year later, in the 52nd line: it is left out, so the trace still spans 99 s.
void TestRequestStream::leavesRequestsOfAnotherYearOut() {
    QTemporaryDir folder;
    std::string text = "arrival_s,context_tokens,generated_tokens\n";
    for (int i = 0; i < 100; ++i) {
        text += std::to_string(i) + ",100,10\n";
        text += i == 49 ? "31536000,100,10\n" : "";
    }
    const auto stream = read(folder, text.c_str());
    QVERIFY(stream.has_value());
    QCOMPARE(stream->size(), std::size_t{100});
    QCOMPARE(stream->back().arrivalS - stream->front().arrivalS, 99.0);
    const auto trace = readRequestTrace(folder.filePath("trace.csv").toStdString());
    QVERIFY(std::any_of(trace->notes.begin(), trace->notes.end(), [](const std::string& note) {
        return note.find("line 52") != std::string::npos;
    }));
}

void TestRequestStream::readsColumnsInAnyOrder() {
    QTemporaryDir folder;
    const auto stream =
        read(folder, "generated_tokens,arrival_s,user,context_tokens\n7,0,a,100\n9,1.5,b,200\n");
    QVERIFY(stream.has_value());
    QCOMPARE(stream->size(), std::size_t{2});
    QCOMPARE((*stream)[1].arrivalS, 1.5);
    QCOMPARE((*stream)[1].promptTokens, 200);
    QCOMPARE((*stream)[1].outputTokens, 9);
    // Twice the rate: half the gaps, the same lengths.
    const RequestStream twice = scaledRate(*stream, 2.0);
    QCOMPARE(twice[1].arrivalS, 0.75);
    QCOMPARE(twice[1].promptTokens, 200);
}

void TestRequestStream::refusesBadTraces_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("missing column")
        << QByteArray("arrival_s,context_tokens\n0,1\n") << QByteArray("SRV-001");
    for (const char* row : {"-1,1,1", "0,many,1", "0,0,1", "0,1,0", "0,1e12,1", "0,1"}) {
        QTest::newRow(row) << QByteArray("arrival_s,context_tokens,generated_tokens\n") + row + '\n'
                           << QByteArray("SRV-004");
    }
    QTest::newRow("nothing") << QByteArray("arrival_s,context_tokens,generated_tokens\n")
                             << QByteArray("SRV-004");
}

void TestRequestStream::refusesBadTraces() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, code);
    QTemporaryDir folder;
    const auto stream = read(folder, text.constData());
    QVERIFY(!stream.has_value());
    QCOMPARE(QByteArray::fromStdString(stream.error().code), code);
    QVERIFY(!stream.error().remedy.empty());
    QVERIFY(!stream.error().file.empty());
}

void TestRequestStream::poissonHasItsRateAndVariation() {
    // 20,000 arrivals: mean gap within 3 standard errors (0.7 % each), variation of 1.
    const RequestStream stream = generateRequests(fixedProfile(10, 10), 20.0, 0.0, 1000.0, 7);
    const StreamStatistics s = statisticsOf(stream);
    QVERIFY2(std::fabs(s.ratePerS - 20.0) < 0.02 * 20.0, std::to_string(s.ratePerS).c_str());
    QVERIFY2(std::fabs(s.gapVariation - 1.0) < 0.03, std::to_string(s.gapVariation).c_str());
    QCOMPARE(s.meanPrompt, 10.0);
}

void TestRequestStream::burstsKeepTheRate() {
    models::RequestProfileSpec profile = fixedProfile(10, 10);
    profile.burstiness = 3.0;
    // Gamma gaps of variation 3: the mean of 40,000 has a standard error of 1.5 %.
    const StreamStatistics s = statisticsOf(generateRequests(profile, 40.0, 0.0, 1000.0, 7));
    QVERIFY2(std::fabs(s.ratePerS - 40.0) < 0.05 * 40.0, std::to_string(s.ratePerS).c_str());
    QVERIFY2(std::fabs(s.gapVariation - 3.0) < 0.15, std::to_string(s.gapVariation).c_str());
}

void TestRequestStream::theDayMovesArrivals() {
    models::RequestProfileSpec profile = fixedProfile(10, 10);
    profile.diurnalSwing = 0.5;
    profile.peakHour = 14.0;
    // Of one day at mean 1/s. From 13 to 15 h the factor is 1 + 0.5 sin(15 deg)/(15 deg in rad) =
    // 1.494; from 1 to 3 h 0.506. Counts of 2 h: 10,760 and 3,640, standard errors 1 and 1.7 %.
    const RequestStream day = generateRequests(profile, 1.0, 0.0, 86400.0, 3);
    const auto count = [&](double from, double to) {
        return std::count_if(day.begin(), day.end(), [&](const Request& r) {
            return r.arrivalS >= from * 3600.0 && r.arrivalS < to * 3600.0;
        });
    };
    QVERIFY(std::fabs(static_cast<double>(count(13, 15)) - 1.494 * 7200.0) < 0.04 * 10760.0);
    QVERIFY(std::fabs(static_cast<double>(count(1, 3)) - 0.506 * 7200.0) < 0.06 * 3640.0);
    QVERIFY(std::is_sorted(day.begin(), day.end(), [](const Request& a, const Request& b) {
        return a.arrivalS < b.arrivalS;
    }));
}

void TestRequestStream::lengthsFollowTheProfile() {
    // The quantiles of the trace that the profile restates: conversation, medians 1,020 and 129.
    const auto profile = cataloguePart<models::RequestProfileSpec>("azure-conversation-2023");
    const StreamStatistics s =
        statisticsOf(generateRequests(profile, profile.arrivalsPerS, 0.0, 7200.0, 1));
    QVERIFY(std::fabs(s.promptPercentile[0] - 1020.0) < 60.0);
    QVERIFY(std::fabs(s.outputPercentile[0] - 129.0) < 8.0);
    // Means of the trace: 1,155 and 211 tokens.
    QVERIFY2(std::fabs(s.meanPrompt - 1155.0) < 60.0, std::to_string(s.meanPrompt).c_str());
    QVERIFY2(std::fabs(s.meanOutput - 211.0) < 8.0, std::to_string(s.meanOutput).c_str());
    QVERIFY(std::fabs(s.lengthCorrelation - 0.073) < 0.03);
    // The moments that the steady form takes are those of the same curve.
    QVERIFY(std::fabs(models::lengthMoments(profile.promptTokens).mean - s.meanPrompt) < 20.0);
}

void TestRequestStream::sameSeedSameRequests() {
    const auto profile = cataloguePart<models::RequestProfileSpec>("azure-code-2023");
    const RequestStream a = generateRequests(profile, 2.0, 0.0, 600.0, 5);
    const RequestStream b = generateRequests(profile, 2.0, 0.0, 600.0, 5);
    const RequestStream c = generateRequests(profile, 2.0, 0.0, 600.0, 6);
    QCOMPARE(a.size(), b.size());
    bool differs = a.size() != c.size();
    for (std::size_t i = 0; i < a.size(); ++i) {
        QCOMPARE(a[i].arrivalS, b[i].arrivalS);
        QCOMPARE(a[i].promptTokens, b[i].promptTokens);
        differs = differs || a[i].arrivalS != c[i].arrivalS;
    }
    QVERIFY(differs);
}

void TestRequestStream::nothingOfNoRate() {
    QVERIFY(generateRequests(fixedProfile(1, 1), 0.0, 0.0, 100.0, 1).empty());
    QVERIFY(generateRequests(fixedProfile(1, 1), 1.0, 0.0, 0.0, 1).empty());
    QCOMPARE(statisticsOf({}).ratePerS, 0.0);
}

HEADROOM_TEST(TestRequestStream)
}  // namespace tst_request_stream

#include "tst_request_stream.moc"
