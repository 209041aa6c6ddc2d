// SPDX-License-Identifier: Apache-2.0
#include "engine/laws/laws.h"
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/cooling/cooling_model.h"
#include "ui/help/help_book.h"
#include "ui/kit/text_table.h"
#include "ui/kit/theme.h"
#include "ui/shell/main_window.h"
#include "ui/units/quantity_text.h"
#include "ui/why/why_desk.h"
#include "ui/why/why_panel.h"
#include "ui/why/why_text.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"

#include <QDockWidget>
#include <QLabel>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QtTest>

namespace tst_why {

using namespace headroom;
using namespace headroom::ui;

class TestWhy : public QObject {
    Q_OBJECT

    QTemporaryDir settings_;

    struct Stage {
        Workspace workspace{std::string(HEADROOM_SOURCE_DIR) + "/resources/catalog"};
        MainWindow window;
        FakeSource* source = nullptr;

        Stage() : window(&workspace, options()) {
            workspace.control().setPlayOnOpen(false);
            QVERIFY(workspace.files().shipped());
            window.show();
            auto made = std::make_unique<FakeSource>();
            source = made.get();
            // (11 + 0 + 1) MW over 10 MW: PUE 1.2.
            source->setFacility({{engine::FacilityQuantity::UtilityPower, 11e6},
                                 {engine::FacilityQuantity::GensetPower, 0.0},
                                 {engine::FacilityQuantity::BatteryPower, 1e6},
                                 {engine::FacilityQuantity::ItPower, 10e6},
                                 {engine::FacilityQuantity::Pue, 1.2}});
            workspace.show(fakeProject(), std::move(made));
            source->advance(60.0);
            QCoreApplication::processEvents();
            QTest::qWait(250);  // a slow tick
        }

        static MainWindow::Options options() {
            MainWindow::Options o;
            o.noOpenGl = "none here";
            o.help = QString(HEADROOM_SOURCE_DIR) + "/resources/help";
            o.keepsLayout = false;
            return o;
        }

        QTreeWidget* rows() { return window.findChild<QTreeWidget*>("inspectorTable"); }

        QTreeWidgetItem* row(const QString& label) {
            for (QTreeWidgetItemIterator it(rows()); *it != nullptr; ++it) {
                if ((*it)->text(0) == label) {
                    return *it;
                }
            }
            return nullptr;
        }

        WhyPanel* panel() { return window.findChild<WhyPanel*>("whyPanel"); }
    };

    /// What Ctrl and click on the first row of a table asks for.
    static AskedNumber askedAt(QAbstractItemModel& model, int column) {
        QTableView view;
        view.setModel(&model);
        view.resize(900, 200);
        view.show();
        return WhyDesk::at(view.viewport(), view.visualRect(model.index(0, column)).center());
    }

  private slots:

    void initTestCase() {
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomWhyTest");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
        Theme::instance().apply(Theme::Mode::Light);
    }

    void namesAreReadAsTheyAreWritten() {
        for (const char* text :
             {"facility/pue", "hall/hall-a/it_power_kw", "rack/17/power_kw",
              "attribute/hall/hall-a/width_m", "part/ups/ups-1mw/rated_power_kw"}) {
            const auto name = NumberName::parse(text);
            QVERIFY2(name.has_value(), text);
            QCOMPARE(name->text(), std::string(text));
        }
        for (const char* text :
             {"", "pue", "facility", "facility/", "facility/a/b", "moon/pue", "hall//x"}) {
            QVERIFY2(!NumberName::parse(text), text);
        }
    }

    void everyLawNamesAPageOfTheManual() {
        const HelpBook book(QString(HEADROOM_SOURCE_DIR) + "/resources/help");
        for (const engine::Law& law : engine::laws()) {
            QVERIFY2(book.resolves(utf8Text(law.page)), law.page.data());
        }
    }

    // Lists numbers without a why: every row of the inspector that shows one, over all kinds of things.
    // Geometry and ids are what they are.
    void everyNumberOfTheInspectorAndTheFootHasAWhy() {
        Stage stage;
        const QSet<QString> plain{"Id",
                                  "Row",
                                  "Position in row",
                                  "Faces",
                                  "South-west corner",
                                  "State",
                                  "Width × depth × height"};
        const std::vector<Selected> things{
            {Selected::Kind::Facility, -1, {}, -1},
            {Selected::Kind::Object, -1, "hall-1", -1},
            {Selected::Kind::Rack, 0, fakeProject().objects.back().id, -1}};
        int numbers = 0;
        QStringList without;
        for (const Selected& thing : things) {
            stage.workspace.selection().select(thing);
            for (QTreeWidgetItemIterator it(stage.rows()); *it != nullptr; ++it) {
                const QTreeWidgetItem* row = *it;
                if (row->text(1).isEmpty() || plain.contains(row->text(0))) {
                    continue;
                }
                const auto name =
                    NumberName::parse(row->data(0, kNumberRole).toString().toStdString());
                const WhyText why =
                    name ? whyText(*name, row->text(1), stage.workspace) : WhyText{};
                const bool explains = !why.title.isEmpty() && why.html.contains("Valid") &&
                                      (why.html.contains("Law") || why.html.contains("Source"));
                if (!explains) {
                    without << row->text(0);
                }
                ++numbers;
            }
        }
        for (const QLabel* label : stage.window.findChildren<QLabel*>()) {
            for (const QWidget* each = label; each != nullptr; each = each->parentWidget()) {
                if (const auto name = NumberName::parse(
                        each->property(kNumberProperty).toString().toStdString())) {
                    ++numbers;
                    if (whyText(*name, {}, stage.workspace).title.isEmpty()) {
                        without << QString::fromStdString(name->text());
                    }
                    break;
                }
            }
        }
        QVERIFY2(without.isEmpty(), qPrintable(without.join(", ")));
        QVERIFY(numbers > 120);
    }

    // Lists numbers of tables without a why: every column whose cells stand right, in every pane of the
    // window, says how they come about.
    void everyColumnOfNumbersHasAWhy() {
        Stage stage;
        QStringList without;
        int columns = 0;
        for (const QAbstractItemView* view : stage.window.findChildren<QAbstractItemView*>()) {
            const QAbstractItemModel* model = view->model();
            for (int c = 0; model != nullptr && c < model->columnCount(); ++c) {
                const int side =
                    model->headerData(c, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
                if ((side & Qt::AlignRight) == 0) {
                    continue;
                }
                ++columns;
                const QString title = model->headerData(c, Qt::Horizontal).toString();
                const QString why =
                    model->headerData(c, Qt::Horizontal, Qt::ToolTipRole).toString();
                if (why.isEmpty() || why == title) {
                    without << QStringLiteral("%1: %2").arg(view->accessibleName(), title);
                }
            }
        }
        QVERIFY2(without.isEmpty(), qPrintable(without.join("; ")));
        QVERIFY(columns > 40);
    }

    // A column that has no law of its own is explained by its words, one that has by its law: the loop's
    // supply by its name.
    void ctrlClickAsksInTables() {
        Stage stage;
        TextTable table(
            {{"Part", {}, CellSide::Left}, {"Rating", "What its part states", CellSide::Right}});
        table.reset({{{{"ups-a"}, {.text = "2 MVA", .tip = "Of two modules"}}, 1}});
        AskedNumber asked = askedAt(table, 1);
        QCOMPARE(asked.number, QString());
        QCOMPARE(asked.title, QString("Rating · ups-a"));
        const WhyText why = whyText(asked);
        QCOMPARE(why.value, QString("2 MVA"));
        QVERIFY(why.html.contains("What its part states") && why.html.contains("Of two modules"));
        QVERIFY(askedAt(table, 0).isNone());
        stage.panel()->show(asked);
        QVERIFY2(stage.panel()->asText().contains("What its part states"),
                 qPrintable(stage.panel()->asText()));
        QuantityModel loops("Loop", "loop", engine::loopQuantities());
        loops.setRows(
            {{"Warm", "warm", std::vector<double>(engine::loopQuantities().size(), 1.0)}});
        asked = askedAt(loops, 2);
        QCOMPARE(asked.number, QString("loop/warm/supply_c"));
    }

    void shiftF1OnARowPutsTheValuesIn() {
        Stage stage;
        stage.workspace.selection().select({Selected::Kind::Facility, -1, {}, -1});
        QTreeWidgetItem* pue = stage.row("PUE");
        QVERIFY(pue != nullptr);
        stage.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        stage.rows()->setCurrentItem(pue);
        stage.rows()->setFocus();
        QTest::keyClick(stage.rows(), Qt::Key_F1, Qt::ShiftModifier);
        QVERIFY(stage.window.findChild<QDockWidget*>("whyDock")->isVisible());
        QCOMPARE(stage.panel()->number(), QString("facility/pue"));
        const QString text = stage.panel()->asText();
        QVERIFY2(text.startsWith("PUE\n1.2"), qPrintable(text));
        // Utility 11 MW, generators 0, batteries 1 MW, over 10 MW of IT.
        QVERIFY2(text.contains(
                     "(Utility power + Generator power + Battery power + Battery loss) / IT power"),
                 qPrintable(text));
        QVERIFY2(text.simplified().contains("= (11 MW + 0 kW + 1 MW + 0 kW) / 10 MW = 1.200"),
                 qPrintable(text));
        QVERIFY2(text.contains("models/facility/consumption.h"), qPrintable(text));
        // Links ask on, and Alt+Left goes back.
        auto* browser = stage.panel()->findChild<QTextBrowser*>("whyText");
        emit browser->anchorClicked(QUrl("number:facility/it_power_kw"));
        QCOMPARE(stage.panel()->number(), QString("facility/it_power_kw"));
        browser->setFocus();
        QTest::keyClick(browser, Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(stage.panel()->number(), QString("facility/pue"));
    }

    // No heat is reused: ERE is not defined, and its tile is left out rather than shown with a dash.
    void theFootLeavesOutWhatIsNotDefined() {
        Stage stage;
        QWidget* bar = stage.window.findChild<QWidget*>("transportBar");
        int seen = 0;
        for (QWidget* each : bar->findChildren<QWidget*>()) {
            const QString number = each->property(kNumberProperty).toString();
            if (number == "figure/ere" || number == "figure/pue") {
                QCOMPARE(each->isVisibleTo(bar), number == "figure/pue");
                ++seen;
            }
        }
        QCOMPARE(seen, 2);
    }

    void ctrlClickAsksAtTheFootAndInTheInspector() {
        Stage stage;
        QWidget* box = nullptr;
        for (QWidget* each :
             stage.window.findChild<QWidget*>("transportBar")->findChildren<QWidget*>()) {
            box = each->property(kNumberProperty).toString() == "figure/pue" ? each : box;
        }
        QVERIFY(box != nullptr);
        QTest::mouseClick(box, Qt::LeftButton, Qt::ControlModifier, box->rect().center());
        QCOMPARE(stage.panel()->number(), QString("figure/pue"));
        stage.workspace.selection().select({Selected::Kind::Object, -1, "hall-1", -1});
        QTreeWidgetItem* width = stage.row("Width");
        QVERIFY(width != nullptr);
        stage.rows()->scrollToItem(width);
        QTest::mouseClick(stage.rows()->viewport(), Qt::LeftButton, Qt::ControlModifier,
                          stage.rows()->visualItemRect(width).center());
        QCOMPARE(stage.panel()->number(), QString("attribute/hall/hall-1/width_m"));
        QVERIFY(stage.panel()->asText().contains("Meaning"));
        // What is not open any more is not explained as if it were.
        stage.workspace.files().close();
        stage.panel()->show("facility/pue");
        QVERIFY(!stage.panel()->asText().contains("Law"));
    }
};

HEADROOM_TEST(TestWhy)
}  // namespace tst_why

#include "tst_why.moc"
