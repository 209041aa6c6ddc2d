// SPDX-License-Identifier: Apache-2.0
#include "engine/live/run.h"
#include "engine/report/format.h"
#include "engine/report/whole/report.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace tst_pages {

using namespace headroom::engine;
using namespace headroom::tests;

class TestPages : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;
    std::unique_ptr<Recording> recording_;
    Project project_;
    ReportInput input_;

  private slots:

    void initTestCase() {
        project_ = scenario("tour-small-hall");
        auto s = simulator(project_);
        const std::filesystem::path file = folder_.filePath("run.db").toStdString();
        auto recorder =
            Recorder::create(file, runInfo(*s, project_, catalogue()), s->channels(), true);
        const std::atomic<bool> never{false};
        QVERIFY(headroom::engine::run(*s, recorder->get(), 1800.0, {}, {}, never));
        QVERIFY((*recorder)->finish(summaryJson(s->summary(), 1.0)));
        recording_ = std::move(*Recording::open(file));
        input_.recording = recording_.get();
        input_.project = &project_;
        input_.catalogue = &catalogue();
        input_.title = {"", "A client", "An office", "B", "2026-11-23"};
    }

    void everyPartIsThere() {
        const QString html = QString::fromStdString(reportHtml(input_).value());
        for (const char* title :
             {"Facility", "Plan", "One-line diagram", "Process diagram", "Fabric", "Summary",
              "Over time", "Events", "Schedules and bill of materials",
              "Findings of the design rules", "Assumptions and sources", "Project"}) {
            QVERIFY2(html.contains("</span> " + QString(title) + "</h2>"), title);
        }
        // Numbers tell where they are from: PUE over what, by which law. Paper has the words next to them alone.
        QVERIFY(html.contains(
            "<summary>where from</summary><p>= Facility energy / IT energy</p><p>= "));
        QVERIFY(html.contains("models/facility/consumption.h"));
        QVERIFY(!html.contains("<?xml"));
        // Jobs are counted, not timed: once "Count 38 s" stood there.
        QVERIFY(
            !QRegularExpression("Jobs</td><td class=\"number\">[0-9.]+ s<").match(html).hasMatch());
        // As many sections in the contents as there are.
        QCOMPARE(html.count("<li><a href=\"#s"), html.count("<h2 id=\"s"));
        for (const char* word : {"A client", "An office", "2026-11-23", "Bill of materials"}) {
            QVERIFY2(html.contains(word), word);
        }
        QVERIFY(!html.contains("http://www.w3.org/1999"));
        QVERIFY(!html.contains("src=\"http") && !html.contains("<script"));
    }

    void sameInputSameBytes() {
        QCOMPARE(reportHtml(input_).value(), reportHtml(input_).value());
        QCOMPARE(reportPdf(input_).value(), reportPdf(input_).value());
    }

    // What `run --format json` printed is on the page with four digits: the state hash whole.
    void figuresOfTheRun() {
        const QString html = QString::fromStdString(reportHtml(input_).value());
        const QJsonObject json =
            QJsonDocument::fromJson(QByteArray::fromStdString(recording_->summary())).object();
        QVERIFY(html.contains(json["state_hash"].toString()));
        for (const char* key : {"pue", "it_energy_kwh", "facility_energy_kwh"}) {
            const double value = json[key].toDouble();
            const std::string unit = std::string(key).ends_with("_kwh") ? "kWh" : "";
            const QString shown = QString::fromStdString(report::quantityText(value, unit));
            QVERIFY2(html.contains("<td class=\"number\">" + shown + "</td>"), key);
        }
    }

    // The words of the PDF are those of the page: read back by another program.
    void pdfSaysTheSame() {
        const QString reader = QStandardPaths::findExecutable("pdftotext");
        if (reader.isEmpty()) {
            QSKIP("pdftotext is not installed");
        }
        const QString file = folder_.filePath("report.pdf");
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(QByteArray::fromStdString(reportPdf(input_).value()));
        out.close();
        QProcess process;
        process.start(reader, {"-layout", file, "-"});
        QVERIFY(process.waitForFinished());
        const QString text = QString::fromUtf8(process.readAllStandardOutput());
        for (const char* words : {"A client", "Contents", "One-line diagram", "Main board",
                                  "Chilled water", "Rack schedule", "Page 1 of", "2026-11-23"}) {
            QVERIFY2(text.contains(words), words);
        }
        // What stands folded away in the page is not on paper, and no page says so.
        QVERIFY(!QRegularExpression("^ *\\d+ Project\\b", QRegularExpression::MultilineOption)
                     .match(text)
                     .hasMatch());
        // The last page knows how many there are.
        const QRegularExpression last("Page (\\d+) of (\\d+)");
        auto found = last.globalMatch(text);
        QString page, pages;
        while (found.hasNext()) {
            const auto match = found.next();
            page = match.captured(1);
            pages = match.captured(2);
        }
        QVERIFY(!pages.isEmpty());
        QCOMPARE(page, pages);
        // Pages end with a form feed. A section begins on the page that the contents name: "2 Plan ... 2".
        const QStringList sheets = text.split(QChar(0x0C));
        const QRegularExpression line("^ *(\\d+ [A-Z][A-Za-z -]*[a-z]) {2,}(\\d+) *$",
                                      QRegularExpression::MultilineOption);
        auto named = line.globalMatch(sheets.front().mid(sheets.front().indexOf("Contents")));
        int sections = 0;
        while (named.hasNext()) {
            const auto match = named.next();
            const int at = match.captured(2).toInt();
            QVERIFY2(at >= 1 && at < sheets.size(), qPrintable(match.captured()));
            const QRegularExpression heading("^ *" + match.captured(1) + " *$",
                                             QRegularExpression::MultilineOption);
            QVERIFY2(heading.match(sheets[at - 1]).hasMatch(), qPrintable(match.captured()));
            ++sections;
        }
        QVERIFY2(sections > 6, qPrintable(QString::number(sections)));
    }

    // A design that was never run has its drawings and schedules, and no results.
    void projectAlone() {
        ReportInput input = input_;
        input.recording = nullptr;
        const QString html = QString::fromStdString(reportHtml(input).value());
        QVERIFY(html.contains("One-line diagram") && html.contains("Rack schedule"));
        QVERIFY(!html.contains("</span> Over time"));
    }
};

HEADROOM_TEST(TestPages)
}  // namespace tst_pages

#include "tst_pages.moc"
