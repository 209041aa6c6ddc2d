// SPDX-License-Identifier: Apache-2.0
#include "engine/run/frame/quantity.h"
#include "models/core/attribute.h"
#include "tests/support/test_program.h"
#include "ui/inspector/attribute_text.h"
#include "ui/units/language.h"
#include "ui/units/moment_parse.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/sentences.h"
#include "ui/units/unit_system.h"
#include "ui/units/unit_words.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QtTest>

namespace tst_sentences {

using namespace headroom;
using namespace headroom::ui;

namespace {

const QRegularExpression kHole(QStringLiteral("%\\d"));

/// All string literals of the engine, those of neighbouring lines joined as the compiler joins them.
QString engineTexts() {
    static const QRegularExpression joint(QStringLiteral("\"\\s*\"")),
        space(QStringLiteral("\\s+"));
    QString all;
    QDirIterator files(HEADROOM_SOURCE_DIR "/engine", {"*.cpp"}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly)) {
            all += QString::fromUtf8(file.readAll()).remove(joint);
        }
    }
    return all;
}

QStringList holes(const QString& text) {
    QStringList found;
    for (auto match = kHole.globalMatch(text); match.hasNext();) {
        found << match.next().captured();
    }
    found.sort();
    return found;
}

engine::Words setPoint() {
    return engine::words("Supply temperature {} → {}.", engine::amount(27.5, "°C", 1),
                         engine::amount(30.0, "°C", 1));
}

}  // namespace

/// Events, findings, labels, numbers and dates in the languages of the window.
class TestSentences : public QObject {
    Q_OBJECT

  private slots:

    void cleanup() {
        useLanguage("en");
        UnitSystem::instance().choose(UnitChoice::Si);
        TimeNotation::instance().setStart({});
    }

    // A sentence that the engine no longer says has a piece that no literal has. Sentences that the engine joins from single words are
    // named here: "Its {}: {} running{}." with the name of a machine.
    void theEngineSaysEachSentence() {
        static const QStringList joined{
            "Its heat rejection:",
            "Its CDU pumps:",
            "running, and",
            "more group with it.",
            "restart.",
            "Noticed and named after",
            "Nothing is broken: cooling follows load and weather, wet bulb",
            "at full activity, and slows down from",
            "racks live on generator sets alone, and the two ways are one.",
            "Heat to reject is"};
        const QString texts = engineTexts();
        QVERIFY(texts.size() > 1'000'000);
        QStringList gone;
        for (const char* sentence : translatedSentences()) {
            for (const QString& piece : QString::fromUtf8(sentence).split(kHole)) {
                const QString words = piece.trimmed();
                if (words.size() >= 8 && !joined.contains(words) && !texts.contains(words)) {
                    gone << words;
                }
            }
        }
        QVERIFY2(gone.isEmpty(), qPrintable(gone.join('\n')));
    }

    void eachSentenceHasATranslationWithItsHoles() {
        for (const Language& each : languages().subspan(1)) {
            if (!useLanguage(each.code)) {
                QSKIP("built without lrelease");
            }
            for (const char* sentence : translatedSentences()) {
                const QString translated = QCoreApplication::translate("Sentences", sentence);
                QVERIFY2(translated != QString::fromUtf8(sentence), sentence);
                QCOMPARE(holes(translated), holes(QString::fromUtf8(sentence)));
            }
        }
        QVERIFY(translatedSentences().size() >= 140);
    }

    // 27.5 °C is 81.5 °F; German has a decimal comma.
    void sentencesKeepTheirQuantities() {
        QCOMPARE(shownText(setPoint()), QString("Supply temperature 27.5 °C → 30.0 °C."));
        if (!useLanguage("de")) {
            QSKIP("built without lrelease");
        }
        QCOMPARE(shownText(setPoint()), QString("Vorlauftemperatur 27,5 °C → 30,0 °C."));
        UnitSystem::instance().choose(UnitChoice::Us);
        QCOMPARE(shownText(setPoint()), QString("Vorlauftemperatur 81,5 °F → 86 °F."));
        UnitSystem::instance().choose(UnitChoice::Si);
        QCOMPARE(shownText("Takes power from Main board B."),
                 QString("Bezieht Strom von Main board B."));
        // The longer sentence of two that fit.
        QCOMPARE(shownText("Its CDU pumps: 50 % running, and 1 more group with it."),
                 QString("CDU-Pumpen: 50 % in Betrieb; 1 weitere Gruppe ist betroffen."));
        // Without a translation the sentence stays as it is.
        QCOMPARE(shownText("Nobody translated 1.5 of this."),
                 QString("Nobody translated 1.5 of this."));
        QVERIFY(useLanguage("zh_CN"));
        QCOMPARE(shownText(setPoint()), QString("供水温度 27.5 °C → 30.0 °C。"));
    }

    // Labels of all objects that a project may hold, and of all quantities of a run.
    void everyLabelOfTheInspectorIsTranslated() {
        // The same word in the language, or a name of its own.
        static const QSet<QString> same{
            "X",           "Y",         "Block",   "Name",      "Pools",  "Rails",     "Routing",
            "Switch",      "Transport", "Bypass",  "Rack",      "PUE",    "Cache",     "Prefill",
            "Backfill",    "CDU",       "PDU",     "Software",  "Broker", "Scheduler", "Server",
            "Servers",     "WUE",       "Goodput", "SHI",       "RHI",    "RTI",       "Job",
            "Queue pairs", "Adapter",   "Azimut",  "Batch job", "Fluid",  "UPS",       "Rate"};
        if (!useLanguage("de")) {
            QSKIP("built without lrelease");
        }
        for (const Language& each : languages().subspan(1)) {
            QVERIFY(useLanguage(each.code));
            int labels = 0;
            QStringList lacking;
            const auto look = [&](std::string_view label) {
                const QString english = tableText(label);
                ++labels;
                if (labelText(label) == english && !same.contains(english)) {
                    lacking << english;
                }
            };
            for (const models::ComponentType* type : models::documentTypes()) {
                look(type->label);
                for (const models::Attribute& attribute : type->attributes) {
                    look(attribute.label);
                }
            }
            for (const auto& table :
                 {engine::facilityQuantities(), engine::rackQuantities(), engine::hallQuantities(),
                  engine::cduQuantities(), engine::loopQuantities()}) {
                for (const engine::QuantityInfo& quantity : table) {
                    look(quantity.label);
                }
            }
            lacking.removeDuplicates();
            QVERIFY2(labels > 500, qPrintable(QString::number(labels)));
            QVERIFY2(lacking.isEmpty(), qPrintable(each.code + (": " + lacking.join("|"))));
        }
    }

    void numbersAndDatesFollowTheLanguage() {
        const QDateTime start(QDate(2026, 3, 1), QTime(8, 0), Qt::UTC);
        TimeNotation::instance().setStart(start);
        QCOMPARE(momentText(3600.0), QString("1 Mar 09:00:00"));
        QCOMPARE(numberText(1234.5, 5), QString("1234.5"));
        if (!useLanguage("de")) {
            QSKIP("built without lrelease");
        }
        QCOMPARE(momentText(3600.0), QString("1. März 09:00:00"));
        QCOMPARE(numberText(1234.5, 5), QString("1234,5"));
        QCOMPARE(plainNumberText(2.50, 4), QString("2,5"));
        QVERIFY(useLanguage("zh_CN"));
        QCOMPARE(momentText(3600.0), QString("3月1日 09:00:00"));
        QCOMPARE(numberText(1234.5, 5), QString("1234.5"));
    }

    // The window reads back each text that it shows.
    void typedMomentsAreOfTheLanguage() {
        TimeNotation::instance().setStart(QDateTime(QDate(2026, 3, 1), QTime(8, 0), Qt::UTC));
        for (const Language& each : languages()) {
            if (!useLanguage(each.code)) {
                QSKIP("built without lrelease");
            }
            QCOMPARE(parseMoment(momentText(90000.0), 0.0, MomentDay::Same), 90000.0);
            QCOMPARE(parseMoment("2 Mar 09:00", 0.0, MomentDay::Same), 90000.0);
        }
    }
};

HEADROOM_TEST(TestSentences)
}  // namespace tst_sentences

#include "tst_sentences.moc"
