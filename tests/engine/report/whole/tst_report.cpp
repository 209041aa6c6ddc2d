// SPDX-License-Identifier: Apache-2.0
#include "engine/report/whole/report.h"
#include "tests/engine/store/sample_run.h"
#include "tests/support/test_program.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace tst_report {

using namespace headroom::engine;
namespace fs = std::filesystem;

class TestReport : public QObject {
    Q_OBJECT

  private slots:

    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void everyFigureHasUnitAndMeaning();
    void needsNothingBesideIt();
    void textsAreEscaped();
    void unfinishedRunSaysSo();
    void emptyRunIsAReportToo();
    void onlyTheLastEventsAreShown();
    void eventsAlikeAreOneLine();
    void jobsHaveALife();
    void imagesAreEmbedded();
    void badImagesAreNamed();

  private:
    fs::path path(const char* name) const { return fs::path(folder_->path().toStdString()) / name; }

    QString report(const std::vector<fs::path>& images = {}) const {
        const auto recording = Recording::open(path("run.db")).value();
        return QString::fromStdString(
            reportHtml({.recording = recording.get(), .images = images}).value());
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

void TestReport::everyFigureHasUnitAndMeaning() {
    recordSample(path("run.db"), 600);
    const QString html = report();
    // Channel 0 is 1 MW + 0.1 MW sin(step / 30): over 600 steps it spans 0.9 … 1.1 MW.
    QVERIFY(html.contains("900.0\u00a0kW"));
    QVERIFY(html.contains("1.100\u00a0MW"));
    QVERIFY(html.contains("1.800\u00a0L/kWh"));
    for (const QuantityInfo& quantity : sampleQuantities()) {
        const QString why = QString::fromStdString(std::string(quantity.why)).toHtmlEscaped();
        QVERIFY2(QString(html).replace("&#39;", "'").contains(why), quantity.key.data());
    }
    // From the summary.
    QVERIFY(html.contains("<td class=\"name\">PUE</td><td class=\"number\">1.250</td>"));
    QVERIFY(html.contains("<td>Submitted</td><td class=\"number\">3</td>"));
    // Charts with their axes' units.
    QVERIFY(html.count("<svg") >= 3);
    QVERIFY(html.contains("aria-label=\"Power, MW\""));
    QVERIFY(html.contains("2026-12-31 23:00 to 2027-01-01"));
}

void TestReport::needsNothingBesideIt() {
    recordSample(path("run.db"), 600);
    const QString html = report();
    QVERIFY(html.startsWith("<!DOCTYPE html>"));
    for (const char* link :
         {"https://", "<link", "<script", "@import", "url(", "href=\"http", "src=\"http"}) {
        QVERIFY2(!html.contains(link), link);
    }
    QVERIFY(html.contains("prefers-color-scheme: dark"));
    QCOMPARE(html.count(QRegularExpression("<section\\b")), html.count("</section>"));
    QCOMPARE(html.count(QRegularExpression("<details\\b")), html.count("</details>"));
    QCOMPARE(html.count(QRegularExpression("<div\\b")), html.count("</div>"));
}

void TestReport::textsAreEscaped() {
    recordSample(path("run.db"), 20);
    const QString html = report();
    QVERIFY(html.contains("Sample &amp; &lt;test&gt;"));
    QVERIFY(!html.contains("<test>"));
    QVERIFY(html.contains("&lt;1 GB lost"));
}

void TestReport::unfinishedRunSaysSo() {
    {
        auto recorder =
            Recorder::create(path("run.db"), sampleInfo(), sampleChannels(), false).value();
        recorder->sample(0.0, std::vector<double>(sampleChannels().size(), 1.0));
        recorder->sample(3600.0, std::vector<double>(sampleChannels().size(), 2.0));
    }
    const QString html = report();
    QVERIFY(html.contains("did not finish"));
    QVERIFY(html.contains("1\u00a0h"));
    QVERIFY(!html.contains("</span> Summary</h2>"));
}

void TestReport::emptyRunIsAReportToo() {
    // A run that was cut off before its first sample: without an event there would be no file.
    Recorder::create(path("run.db"), sampleInfo(), {}, false).value()->event(sampleEvent(0));
    const QString html = report();
    QVERIFY(html.contains("did not finish"));
    QVERIFY(!html.contains("<svg"));
}

void TestReport::onlyTheLastEventsAreShown() {
    recordSample(path("run.db"), 3000);  // 300 events, half of them starts
    const QString html = report();
    QVERIFY(html.contains("The last 200 of 300"));
    QVERIFY(html.contains("job-299<"));
    QVERIFY(html.contains("job-100<"));
    QVERIFY(!html.contains("job-99<"));
    QCOMPARE(html.count("<b>150</b>"), 2);
}

// 64 servers of one rack come back at one instant, then one more by itself: two lines, both events counted.
void TestReport::eventsAlikeAreOneLine() {
    {
        auto recorder =
            Recorder::create(path("run.db"), sampleInfo(), sampleChannels(), false).value();
        for (int i = 0; i <= 64; ++i) {
            Event event = sampleEvent(i);
            event.timeS = i < 64 ? 60.0 : 61.0;
            event.kind = EventKind::Repair;
            event.subject = "rack/S" + std::to_string(i + 1);
            event.text = "Back in service.";
            recorder->event(event);
        }
    }
    const QString html = report();
    QVERIFY(html.contains("rack/S1 to rack/S64 (64)<"));
    QVERIFY(html.contains(">rack/S65<"));
    QVERIFY(!html.contains("rack/S2<"));
    QVERIFY(html.contains("All 65,"));
}

// The one job of the sample: 15.5 s in the queue, 54.5 s running, then in the queue to the last
// sample, 8985 s; a bar for each. It held 16 x 54.5 s = 0.2422 accelerator hours.
void TestReport::jobsHaveALife() {
    recordSample(path("run.db"), 600);
    const QString html = report();
    QVERIFY(html.contains("</span> Jobs</h2>"));
    QVERIFY(html.contains(QRegularExpression("<title>a, b: Running for 55.s on 16</title>")));
    QCOMPARE(html.count("<title>a, b: Queued"), 2);
    QVERIFY(html.contains("0.2422"));
}

void TestReport::imagesAreEmbedded() {
    recordSample(path("run.db"), 20);
    std::ofstream(path("hall.png"), std::ios::binary) << "\x89PNG\r\n\x1a\nrest";
    // 89 50 4E 47 0D 0A 1A 0A and "rest" in base 64.
    QVERIFY(report({path("hall.png")}).contains("src=\"data:image/png;base64,iVBORw0KGgpyZXN0\""));
}

void TestReport::badImagesAreNamed() {
    recordSample(path("run.db"), 20);
    const auto recording = Recording::open(path("run.db")).value();
    const auto missing = reportHtml({.recording = recording.get(), .images = {path("no.png")}});
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, std::string("REP-001"));
    QCOMPARE(missing.error().file, path("no.png").string());
    std::ofstream(path("text.png")) << "not a picture";
    const auto text = reportHtml({.recording = recording.get(), .images = {path("text.png")}});
    QVERIFY(!text);
    QCOMPARE(text.error().code, std::string("REP-002"));
}

HEADROOM_TEST(TestReport)
}  // namespace tst_report

#include "tst_report.moc"
