// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/help/help_book.h"
#include "ui/kit/theme.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/fuzzy_match.h"
#include "ui/shell/key_editor.h"
#include "ui/shell/main_window.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QHash>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <memory>

namespace tst_palette_and_keys {

using namespace headroom::ui;

/// The window with all commands. Built once: tests only read its commands.
struct WholeWindow {
    Workspace workspace{HEADROOM_SOURCE_DIR "/resources/catalog"};
    MainWindow window{&workspace, options()};

    static MainWindow::Options options() {
        MainWindow::Options options;
        options.noOpenGl = "off";
        options.keepsLayout = false;
        options.help = HEADROOM_SOURCE_DIR "/resources/help";
        return options;
    }

    CommandSet* commands() const { return window.findChild<CommandSet*>(); }
};

class TestPaletteAndKeys : public QObject {
    Q_OBJECT

    QTemporaryDir settings_;
    std::unique_ptr<WholeWindow> whole_;
    const HelpBook manual_{QStringLiteral(HEADROOM_SOURCE_DIR "/resources/help")};  // read once

    WholeWindow& whole() {
        if (whole_ == nullptr) {
            whole_ = std::make_unique<WholeWindow>();
        }
        return *whole_;
    }

  private slots:

    void initTestCase() {
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomTest");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
        Theme::instance().apply(Theme::Mode::Light);
    }

    void cleanupTestCase() { whole_.reset(); }

    void init() { QSettings().clear(); }

    void lettersInOrderAreFound() {
        QVERIFY(fuzzyScore("rl", "Reset Layout") > 0);
        QVERIFY(fuzzyScore("RESET lay", "Reset Layout") > 0);
        QCOMPARE(fuzzyScore("lr", "Reset Layout"), -1);  // another order
        QCOMPARE(fuzzyScore("x", ""), -1);
        QCOMPARE(fuzzyScore("", "Anything"), 0);
        // Starts of words before letters inside, neighbours before scattered ones, shorter first.
        QVERIFY(fuzzyScore("rl", "Reset Layout") > fuzzyScore("rl", "Parallel"));
        QVERIFY(fuzzyScore("save", "Save As") > fuzzyScore("save", "Simulate Average"));
        QVERIFY(fuzzyScore("save", "Save") > fuzzyScore("save", "Save As"));
    }

    void thePaletteRunsWhatIsTypedAndRemembersIt() {
        QWidget window;
        CommandSet commands(&window);
        Workspace workspace("nowhere");
        const HelpBook none("");
        int runs = 0;
        commands.on("view.fit", this, [&runs] { ++runs; });
        {
            auto* palette = new CommandPalette(&commands, &workspace, &none, &window);
            palette->show();
            auto* typed = palette->findChild<QLineEdit*>("paletteText");
            QTest::keyClicks(typed, "fitall");
            QCOMPARE(palette->texts().value(0), QString("Fit All"));
            typed->clear();
            QTest::keyClicks(typed, "qqqq");  // in no name and in no menu
            QVERIFY2(palette->texts().isEmpty(), qPrintable(palette->texts().join('|')));
            typed->clear();
            QTest::keyClicks(typed, "fitall");
            QTest::keyClick(typed, Qt::Key_Return);
            QTRY_COMPARE(runs, 1);
        }
        // Used last is first while nothing is typed.
        CommandPalette again(&commands, &workspace, &none, nullptr);
        again.setAttribute(Qt::WA_DeleteOnClose, false);
        QCOMPARE(again.texts().value(0), QString("Fit All"));
    }

    void objectsAndPagesAreFound() {
        QWidget window;
        CommandSet commands(&window);
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        CommandPalette palette(&commands, &workspace, &manual_, nullptr);
        palette.setAttribute(Qt::WA_DeleteOnClose, false);
        auto* typed = palette.findChild<QLineEdit*>("paletteText");
        typed->setText("@R06-11");
        QVERIFY(palette.texts().contains("R06-11"));
        QSignalSpy chosen(&palette, &CommandPalette::objectChosen);
        QTest::keyClick(typed, Qt::Key_Return);
        QTRY_COMPARE(chosen.size(), 1);
        QVERIFY(workspace.selection().current().rack() >= 0);
        // The question page is before the list of errors.
        typed->setText("?errors");
        QCOMPARE(palette.texts().value(0), QString("Check a design against the rules"));
        QVERIFY(palette.texts().contains("Errors"));
        // Words within pages find their section: this one is in cooling.md.
        typed->setText("?dew point");
        QVERIFY(!palette.texts().isEmpty());
        typed->setText("?errors");
        QSignalSpy page(&palette, &CommandPalette::pageChosen);
        QTest::keyClick(typed, Qt::Key_Return);
        QTRY_COMPARE(page.size(), 1);
        QCOMPARE(page.front().front().toString(), QString("check-my-design.md"));
        // A machine of a plant is not an object of the project, but people look for it: "Loop · Chiller".
        const headroom::engine::EquipmentBox& machine = workspace.layout().equipment.back();
        typed->setText(QStringLiteral("@") + machine.kindName());
        QCOMPARE(palette.texts().filter(machine.kindName()).size(), 1);
        QTest::keyClick(typed, Qt::Key_Return);
        QTRY_COMPARE(chosen.size(), 2);
        QCOMPARE(workspace.selection().current().objectId, machine.id);
        typed->setText("@no such thing at all");
        QVERIFY(palette.texts().isEmpty());
        QTest::keyClick(typed, Qt::Key_Return);  // nothing to run
    }

    // Words of newcomers, and what each must bring to the first three rows: a command, a pane or a page.
    void wordsOfTheTrade_data() {
        QTest::addColumn<QString>("expected");
        const std::pair<const char*, const char*> rows[] = {
            {"record", "Save Run…"},
            {"run until", "Run Until…"},
            {"go back 10 minutes", "Go to Time…"},
            {"what if", "Branch from Here…"},
            {"same camera", "Compare…"},
            {"screenshot", "Save Picture…"},
            {"export a picture", "Save Picture…"},
            {"share with a browser", ""},
            {"grafana", "Serve…"},
            {"wall display", "Serve…"},
            {"trade-off", "Compare…"},
            {"spof", "What Would Fail With It"},
            {"root cause", "Why?"},
            {"validate design", "Check Design"},
            {"BOM", "Bill of Materials…"},
            {"DXF", "Import Drawing…"},
            {"CFD", "Air Flow of the Hall"},
            {"hot spots", "Air Flow of the Hall"},
            {"netbox", "Import…"},
            {"connect my meters", "Open Telemetry…"},
            {"modbus", "Open Telemetry…"},
            {"straggler", "Job Page"},
            {"which job is slowest", "Job Page"},
            {"tensor parallelism", "Job Page"},
            {"pipeline bubble", ""},
            {"mfu", "Job Page"},
            {"zero", "Job Page"},
            {"dark mode", "Dark"},
            {"fahrenheit", "US Customary"},
            {"handover", "Report…"},
            {"findings", "Check Design"},
            {"single failure", ""},
            {"L-shaped", "Hall"},
            {"tutorial", "Lessons"},
            {"EPW", "New Facility…"},
            {"my weather", "New Facility…"},
            {"arc flash", "Check Design"},
            {"undo time", "Go to Time…"},
            {"pause at an event", "Critical Alarm"},
            {"bigger text", "Dark"},
            {"browser", "Serve…"},
            {"simulate a day", "Run Until…"},
            {"slides", ""},
            {"alert", "Critical Alarm"},
            {"moe", "Job Page"}};
        for (const auto& [typed, expected] : rows) {
            QTest::newRow(typed) << QString::fromUtf8(expected);
        }
    }

    void wordsOfTheTrade() {
        QFETCH(QString, expected);
        QWidget window;
        CommandSet commands(&window);
        Workspace workspace("nowhere");
        CommandPalette palette(&commands, &workspace, &manual_, nullptr);
        palette.setAttribute(Qt::WA_DeleteOnClose, false);
        palette.findChild<QLineEdit*>("paletteText")->setText(QTest::currentDataTag());
        if (!expected.isEmpty()) {
            QVERIFY2(palette.texts().mid(0, 3).contains(expected),
                     qPrintable(palette.texts().mid(0, 5).join(" | ")));
        }
    }

    // Phrases in the words of a person who never saw the window. The first row answers; some have two right answers.
    void theFirstAnswerIsRight() {
        const std::pair<const char*, const char*> rows[] = {
            {"swap cooling system", "Same Work in Another Cooling/New Facility/Replace Model"},
            {"shut down a chiller", "Drills"},
            {"what happens if we lose utility power", "Drills/What Would Fail With It"},
            {"how hot are the chips", "Chip Temperature"},
            {"electricity bill", "Money and Carbon"},
            {"compare two scenarios", "Compare"},
            {"board presentation", "Storyboard"},
            {"save as pdf", "Report"},
            {"speed up the simulation", "Faster"},
            {"rotate the view", "Isometric"},
            {"hide labels", "Names"},
            {"queue wait time", "Jobs/Policy Comparison/Gantt Chart"},
            {"gpu utilisation", "Utilisation"},
            {"add racks", "Catalogue/Array"},
            {"floor loading", "Check Design"},
            {"cable length", "Measure Cable Routes"},
            {"network congestion", "Fabric Diagram/Fabric"},
            {"lost my panel", "Reset Layout"},
            {"shortcut keys", "Keyboard Shortcuts"},
            {"zoom to selected", "Fit Selection"},
            {"water consumption", "PUE and WUE"},
            {"go to the beginning", "Start Again/Go to Time"},
            {"undo last edit", "Undo"},
            {"ruler", "Measure"},
            {"excel", "Schedules"},
            {"import from revit", "Import Drawing/Import"},
            {"payback", "Money and Carbon"},
            {"peak shaving", "Power/Power Swings"},
            {"battery runtime", "One-Line Diagram"},
            {"checkpoint frequency", "Job Page"},
            {"submit a batch job", "Submit Job"},
            {"GPU failure", "Drills/Faults"},
            {"simulate a leak", "Drills"},
            {"heat map", "Chip Temperature/Power/Inlet Air"},
            {"cancel job", "Kill"},
            {"pause job", "Hold"},
            {"upgrade to B200", "Replace Model"},
            {"maintenance window", "Drills"},
            {"link down", "Drills/Fabric Diagram"},
            {"energy per token", "Money and Carbon/Charts"},
            {"undo", "Undo"},
            {"save", "Save"},
            {"open", "Open"},
            {"play", "Play"},
            {"pause", "Play/Hold"},
            {"print", "Report/Plan"},
            {"report", "Report"},
            {"increase supply water temperature", "Inspector"},
            {"which rack is hottest", "Chip Temperature"},
            {"add another hall", "Hall"},
            {"cost per GPU hour", "Money and Carbon"},
            {"annual energy cost", "Money and Carbon"},
            {"export to word", "Report"},
            {"record a video", "Storyboard"},
            {"make slides for tomorrow", "Storyboard"},
            {"compare air and liquid cooling", "Same Work in Another Cooling/Compare"},
            {"lose a generator", "Drills"},
            {"trip the breaker", "Drills"},
            {"break a switch", "Drills"},
            {"go to 14:00", "Go to Time"},
            {"run for a week", "Run Until"},
            {"stop at the first alarm", "Critical Alarm"},
            {"why is the PUE so high", "Why This Number?/PUE and WUE/Why?"},
            {"how many spares", "Reliability"},
            {"training loss of throughput", "Job Page"},
            {"time to train", "Job Page"},
            {"reduce carbon", "Money and Carbon"},
            {"list of equipment", "Bill of Materials/Project/Catalogue"},
            {"draw a wall", "Wall"},
            {"print drawing", "Plan/Report"},
            {"load weather file", "New Facility/Import"},
            {"import racks from csv", "Import Tables or Racks/Import"},
            {"connect prometheus", "Serve"},
            {"optimise supply temperature", "Studies"},
            {"uncertainty of PUE", "Certainty"},
            {"network topology", "Fabric Diagram"},
            {"who is waiting in the queue", "Jobs"},
            {"dark theme", "Dark"},
            {"switch to imperial units", "US Customary"},
            {"fullscreen", "Full Screen"},
            {"move racks", "Select and Move"},
            {"delete a row", "Delete"},
            {"save my run", "Save Run"},
            {"share my results", "Serve/Report"},
            {"pump failure", "Drills"},
            {"capacity planning", "One-Line Diagram/Power/Studies"},
            {"GPU hours lost", "Reliability/Causes/Job Page"},
            {"shut the valve", "Drills"},
            {"reduce the fan speed", "Inspector"},
            {"lose a transformer", "Drills"},
            {"restart a job", "Job Page/Submit Job"},
            {"turn off hall 2", "Drills"},
            {"make the aisle wider", "Array"},
            {"clear warnings", "Acknowledge All/Alarms"},
            {"silence the alarms", "Acknowledge/Acknowledge All"},
            {"record the run", "Save Run"},
            {"video of the incident", "Storyboard"},
            {"chart of PUE", "Add Chart/PUE and WUE/Charts"},
            {"change the price of electricity", "Money and Carbon"},
            {"compare cloud and own", "Money and Carbon/Compare"},
            {"add a note", "Add Chart"},
            {"show the pipes", "Coolant Pipes/Process Diagram"},
            {"show the cable trays", "Cable Trays"},
            {"repair a pump", "Drills/Faults"},
            {"add a UPS", "Catalogue/One-Line Diagram"},
            {"export to excel", "Schedules/Tables/Chart Values"},
            {"open last project", "Open/Welcome Page"},
            {"train operators", "Lessons"},
            {"power usage of the hall", "Power/Charts/PUE and WUE"},
            {"weight of a rack", "Check Design/Rack"},
            {"import a floor plan", "Import Drawing"},
            {"which parts are critical", "What Would Fail With It/Reliability"},
            {"save the layout", "Save"},
            {"test the generators", "Drills/Reliability"},
            {"cool the hall with oil", "Process Diagram/Same Work in Another Cooling"},
            {"latency of the model", "Charts"},
        };
        CommandPalette palette(whole().commands(), &whole().workspace, &manual_, nullptr);
        palette.setAttribute(Qt::WA_DeleteOnClose, false);
        auto* text = palette.findChild<QLineEdit*>("paletteText");
        QStringList missed;
        for (const auto& [typed, answers] : rows) {
            text->setText(typed);
            const QString first =
                palette.texts().value(0).remove('&').remove(QChar(0x2026)).trimmed();
            if (!QString(answers).split('/').contains(first)) {
                missed << QString("%1 -> %2").arg(typed, palette.texts().mid(0, 3).join(" | "));
            }
        }
        QVERIFY2(missed.isEmpty(),
                 qPrintable(QString("%1 missed:\n%2").arg(missed.size()).arg(missed.join('\n'))));
    }

    // Searches of training teams find the page that answers, first.
    void theManualKnowsThem() {
        const std::pair<const char*, const char*> rows[] = {
            {"TCO", "find-tco.md"},
            {"p95", "size-a-service.md"},
            {"tensor parallelism", "find-best-parallelism.md"},
            {"replay my Slurm log", "replay-slurm-log.md"},
            {"break-even", "buy-or-rent.md"},
            {"allreduce", "fabric-rates.md"},
            {"SLD", "power.md"},
            {"pareto", "try-many-designs.md"},
            {"why is PUE so high", "why-is-pue-high.md"},
            {"backfill", "choose-a-scheduler.md"}};
        for (const auto& [typed, page] : rows) {
            const QList<HelpHit> hits = manual_.search(typed);
            QVERIFY2(!hits.isEmpty() && hits.front().page->name == page,
                     qPrintable(QString("%1: %2").arg(
                         typed, hits.isEmpty() ? "nothing" : hits.front().page->name)));
        }
    }

    // Each row names pages that exist and commands or panes of the window.
    void theGlossaryIsWhole() {
        QHash<QString, int> names;  // how many entries it names
        for (const CommandSet::Entry& entry : whole().commands()->entries()) {
            const QString name = entry.action->text().remove('&').remove(QChar(0x2026)).trimmed();
            ++names[name];
            ++names[entry.path.section(QStringLiteral(" › "), -1) + " > " + name];
        }
        QVERIFY(manual_.glossary().size() >= 60);
        for (const GlossaryTerm& term : manual_.glossary()) {
            QVERIFY2(!term.pages.isEmpty(), qPrintable(term.term));
            for (const QString& page : term.pages) {
                QVERIFY2(manual_.page(page) != nullptr, qPrintable(page));
            }
            for (const QString& name : term.commands) {
                QVERIFY2(names.value(name) == 1, qPrintable(QString("%1: %2 names %3 entries")
                                                                .arg(term.term, name)
                                                                .arg(names.value(name))));
            }
        }
    }

    // Each phrase of the glossary, typed by a person who never saw the window, brings a command or pane of its rows,
    // or a page of these, to the first three rows of the palette.
    void everyPhraseOfTheGlossaryFindsItsRow() {
        QHash<QString, QStringList> wanted;
        for (const GlossaryTerm& term : manual_.glossary()) {
            for (const QString& phrase : term.words.mid(1)) {
                for (const QString& name : term.commands) {
                    wanted[phrase] << name.section(" > ", -1);
                }
                for (const QString& page : term.pages) {
                    wanted[phrase] << manual_.page(page)->title;
                }
            }
        }
        QVERIFY2(wanted.size() >= 600, qPrintable(QString::number(wanted.size())));
        CommandPalette palette(whole().commands(), &whole().workspace, &manual_, nullptr);
        palette.setAttribute(Qt::WA_DeleteOnClose, false);
        auto* typed = palette.findChild<QLineEdit*>("paletteText");
        QStringList missed;
        for (auto phrase = wanted.cbegin(); phrase != wanted.cend(); ++phrase) {
            typed->setText(phrase.key());
            const QStringList first = palette.texts().mid(0, 3);
            const bool isFound = std::any_of(first.begin(), first.end(), [&](QString row) {
                return phrase.value().contains(row.remove('&').remove(QChar(0x2026)).trimmed());
            });
            if (!isFound) {
                missed << QString("%1 -> %2").arg(phrase.key(), first.join(" | "));
            }
        }
        missed.sort();
        QVERIFY2(missed.isEmpty(),
                 qPrintable(QString("%1 missed:\n%2").arg(missed.size()).arg(missed.join('\n'))));
    }

    void keysAreKeptAsDifferences() {
        {
            QWidget window;
            CommandSet commands(&window);
            commands.setKeys("view.fit", {QKeySequence("Ctrl+Alt+F")});
            commands.setKeys("view.air", {});
        }
        QWidget window;
        CommandSet commands(&window);
        QCOMPARE(commands.action("view.fit")->shortcut(), QKeySequence("Home"));
        commands.readKeys();
        QCOMPARE(commands.action("view.fit")->shortcut(), QKeySequence("Ctrl+Alt+F"));
        QVERIFY(commands.action("view.fit")->toolTip().contains("Ctrl+Alt+F"));
        QVERIFY(commands.action("view.air")->shortcuts().isEmpty());
        QCOMPARE(QSettings().allKeys().filter("keys/").size(), 2);
        commands.setKeys("view.fit", commands.defaultKeys("view.fit"));
        QCOMPARE(QSettings().allKeys().filter("keys/").size(), 1);
    }

    // Rubbish, and keys that another command has, must not spoil the start.
    void badSettingsDoNoHarm() {
        QSettings().setValue("keys/view.fit", QStringList{"Ctrl+S", "Nonsense+Ä"});
        QSettings().setValue("keys/view.labels", 17);
        QSettings().setValue("keys/no.such.command", QStringList{"F3"});
        QWidget window;
        CommandSet commands(&window);
        commands.readKeys();
        QCOMPARE(commands.ownerOf(QKeySequence("Ctrl+S")), QString("file.save"));
        QVERIFY(!commands.action("view.fit")->shortcuts().contains(QKeySequence("Ctrl+S")));
    }

    void aClashIsNamedAndTakenOverOnPurpose() {
        QWidget window;
        CommandSet commands(&window);
        KeyEditor editor(&commands, nullptr);
        editor.setAttribute(Qt::WA_DeleteOnClose, false);
        editor.select("view.fit");
        auto* record = editor.findChild<QKeySequenceEdit*>("keyRecord");
        auto* assign = editor.findChild<QPushButton*>("keyAssign");
        QVERIFY(!assign->isEnabled());
        record->setKeySequence(QKeySequence("Ctrl+S"));
        const QString said = editor.findChild<QLabel*>("keyClash")->text();
        QVERIFY2(said.contains("Save") && said.contains("Ctrl+S"), qPrintable(said));
        assign->click();
        QCOMPARE(commands.ownerOf(QKeySequence("Ctrl+S")), QString("view.fit"));
        QVERIFY(commands.action("file.save")->shortcuts().isEmpty());
        // Save gets nothing back that somebody else has now.
        editor.select("file.save");
        editor.findChild<QPushButton*>("keyReset")->click();
        QCOMPARE(commands.ownerOf(QKeySequence("Ctrl+S")), QString("view.fit"));
        editor.findChild<QPushButton*>("keyResetAll")->click();
        QCOMPARE(commands.ownerOf(QKeySequence("Ctrl+S")), QString("file.save"));
        QVERIFY(QSettings().allKeys().filter("keys/").isEmpty());
    }
};

HEADROOM_TEST(TestPaletteAndKeys)
}  // namespace tst_palette_and_keys

#include "tst_palette_and_keys.moc"
