// SPDX-License-Identifier: Apache-2.0
#include "engine/document/edit.h"
#include "tests/support/test_program.h"
#include "tests/ui/support/painted_text.h"
#include "ui/floor/snap.h"
#include "ui/kit/paint.h"
#include "ui/kit/theme.h"
#include "ui/plan/plan_view.h"
#include "ui/plan/typed_pair.h"
#include "ui/shell/centre_views.h"
#include "ui/shell/main_window.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QAbstractItemView>
#include <QDockWidget>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QRegularExpression>
#include <QSettings>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTextDocumentFragment>
#include <QTreeView>
#include <QtTest>
#include <qcustomplot.h>

#include <algorithm>

namespace tst_units_in_window {

using namespace headroom;
using namespace headroom::ui;

namespace {

constexpr int kPatience = 120000;  // milliseconds, on a busy machine
constexpr int kMostRows = 400;     // of one table

/// Symbols of units that US customary replaces, as written in files and on the screen; the longest
/// first.
QStringList siSymbols() {
    QStringList symbols;
    for (const std::string_view symbol : UnitSystem::convertible()) {
        symbols << QString::fromUtf8(symbol.data(), static_cast<qsizetype>(symbol.size()))
                << unitSymbol(symbol);
    }
    symbols.removeDuplicates();
    std::sort(symbols.begin(), symbols.end(),
              [](const QString& a, const QString& b) { return a.size() > b.size(); });
    return symbols;
}

/// A number with such a unit, or the unit alone: as a legend, the label of an axis, or in brackets
/// in the head of a column.
bool readsInSi(const QString& text) {
    static const QRegularExpression kAmount = [] {
        QStringList escaped;
        for (const QString& symbol : siSymbols()) {
            escaped << QRegularExpression::escape(symbol);
        }
        const QString units = escaped.join('|');
        return QRegularExpression(
            QStringLiteral("(?<![\\w.])[-−]?\\d[\\d.,]*[ \\x{2009}\\x{00a0}](%1)(?![\\w/²³])|"
                           "^\\s*(%1)\\s*$|[(\\[](%1)[)\\]]")
                .arg(units),
            QRegularExpression::UseUnicodePropertiesOption);
    }();
    return kAmount.match(text).hasMatch();
}

/// What may read in SI all the same.
bool isExcused(const QString& text) {
    static const QStringList kReasons = {};
    return std::any_of(kReasons.begin(), kReasons.end(),
                       [&](const QString& part) { return text.contains(part); });
}

}  // namespace

/// After a switch to US customary units no view, table, axis or label of the window continues reading
/// in SI, although no time passes and nothing is edited.
class TestUnitsInWindow : public QObject {
    Q_OBJECT

    QTemporaryDir settings_;
    std::unique_ptr<Workspace> workspace_;
    std::unique_ptr<MainWindow> window_;

    void add(const QString& where, const QString& text, QSet<QString>& all) const {
        if (!text.isEmpty()) {
            all.insert(where + ": " + text);
        }
    }

    void collect(const QString& where, QWidget* root, QSet<QString>& all) const {
        for (const QString& text : paintedText(root)) {
            add(where, text, all);
        }
        for (const auto* label : root->findChildren<QLabel*>()) {
            if (label->isVisible()) {
                add(where, QTextDocumentFragment::fromHtml(label->text()).toPlainText(), all);
            }
        }
        for (const auto* plot : root->findChildren<QCustomPlot*>()) {
            for (const auto* axis : {plot->xAxis, plot->yAxis}) {
                add(where + " axis", axis->label(), all);
            }
        }
        for (const auto* view : root->findChildren<QAbstractItemView*>()) {
            if (view->isVisible() && view->model() != nullptr) {
                collect(where + "/" + view->objectName(), *view->model(), {}, all);
            }
        }
    }

    void collect(const QString& where, const QAbstractItemModel& model, const QModelIndex& parent,
                 QSet<QString>& all) const {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            if (!parent.isValid()) {
                add(where + " head", model.headerData(column, Qt::Horizontal).toString(), all);
            }
            for (int row = 0; row < std::min(kMostRows, model.rowCount(parent)); ++row) {
                const QModelIndex index = model.index(row, column, parent);
                add(where, index.data().toString(), all);
                if (column == 0 && model.hasChildren(index)) {
                    collect(where, model, index, all);
                }
            }
        }
    }

    /// Every tab of the middle, and every dock, one after the other.
    QSet<QString> walk() const {
        QSet<QString> all;
        auto* tabs = window_->findChild<QTabWidget*>("viewTabs");
        for (int i = 0; i < tabs->count(); ++i) {
            tabs->setTabVisible(i, true);
            tabs->setCurrentIndex(i);
            QCoreApplication::processEvents();
            collect(tabs->tabText(i), tabs->widget(i), all);
        }
        tabs->setCurrentWidget(window_->findChild<PlanView*>("planView"));
        for (auto* dock : window_->findChildren<QDockWidget*>()) {
            const bool wasShown = !dock->isHidden();
            dock->show();
            dock->raise();
            QCoreApplication::processEvents();
            collect(dock->windowTitle(), dock->widget(), all);
            for (auto* pages : dock->findChildren<QTabWidget*>()) {
                for (int i = 0; i < pages->count(); ++i) {
                    pages->setCurrentIndex(i);
                    QCoreApplication::processEvents();
                    collect(dock->windowTitle() + "/" + pages->tabText(i), pages->widget(i), all);
                }
            }
            dock->setVisible(wasShown);
        }
        collect("window", window_.get(), all);
        return all;
    }

    static QStringList inSi(const QSet<QString>& all) {
        QStringList found;
        for (const QString& text : all) {
            const QString words = text.mid(text.indexOf(": ") + 2);
            if (readsInSi(words) && !isExcused(words)) {
                found << text;
            }
        }
        found.sort();
        return found;
    }

  private slots:

    void initTestCase() {
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomUnits");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
        Theme::instance().apply(Theme::Mode::Light);
    }

    void cleanup() { UnitSystem::instance().choose(UnitChoice::Si); }

    void theEyeOfTheTestSees() {
        for (const char* si : {"12.6 m", "27 °C", "1,500 kg/m2", "°C", "Head (kPa)", "3.2 m²"}) {
            QVERIFY2(readsInSi(QString::fromUtf8(si)), si);
        }
        for (const char* other : {"12 MW", "41.3 ft", "m", "5 min", "80.6 °F", "2 months"}) {
            QCOMPARE(readsInSi(QString::fromUtf8(other)), QString::fromUtf8(other) == "m");
        }
    }

    // Where lines wrap. A date, a name and a range keep their hyphens.
    void numbersStayWithTheirUnits() {
        QCOMPARE(typeset("storage: 0 % running, 1.2 MW (-100.0 %)."),
                 QString::fromUtf8("storage: 0\u00a0% running, 1.2\u00a0MW (\u2212100.0\u00a0%)."));
        QCOMPARE(typeset("llama-70b since 2026-07-01, 3 jobs, 18-20"),
                 QString("llama-70b since 2026-07-01, 3 jobs, 18-20"));
    }

    void sentencesOfTheEngine() {
        UnitSystem::instance().choose(UnitChoice::Us);
        // 1.2 m = 3.937 ft; 18 and 27 °C = 64.4 and 80.6 °F, 4 K = 7.2 Δ°F; 1,500 kg/m2 = 307.2.
        using namespace engine;
        const Words aisles = words("Aisles are {} wide.", amount(1.2, "m", 1));
        QCOMPARE(shownText(aisles), QString("Aisles are 3.937 ft wide."));
        QCOMPARE(shownText(words("from {} to {}, {} more", bareAmount(18.0, "°C", 0),
                                 amount(27.0, "°C", 0), amount(4.0, "K", 0))),
                 QString("from 64.4 to 80.6 °F, 7.2 Δ°F more"));
        QCOMPARE(shownText("bears " + amountAs("1,500", 1500.0, "kg/m2") + "."),
                 QString("bears 307.2 lb/ft²."));
        // Words that are no quantities stay, be they written like some.
        QCOMPARE(shownText(words("pump-1 m of {}, 2 m, row_pitch_m", amount(3.0, "MW", 0))),
                 QString("pump-1 m of 3 MW, 2 m, row_pitch_m"));
        QCOMPARE(amountText(1200.0, "mm"), QString("47.24") + QChar(0x2009) + "in");
        QCOMPARE(amountText(3.0, "h"), QString("3") + QChar(0x2009) + "h");
        UnitSystem::instance().choose(UnitChoice::Mixed);
        QCOMPARE(shownText(words("{} and {}", amount(1.2, "m", 1), amount(900.0, "kg", 0))),
                 QString("3.937 ft and 900 kg"));
        UnitSystem::instance().choose(UnitChoice::Si);
        QCOMPARE(shownText(aisles), QString("Aisles are 1.2 m wide."));
    }

    void lengthsOfTheDrawing() {
        UnitSystem::instance().choose(UnitChoice::Us);
        QCOMPARE(distanceText(3.6), QString("11.81 ft"));
        QCOMPARE(sizeText(3.048, 30.48), QString("10.00 × 100.00 ft"));
        Snapper snapper;
        snapper.setNeighbours({QRectF(6.05, 0.0, 2.0, 1.0)});
        // 4.00 m, as in tst_snap, are 13.12 ft.
        QCOMPARE(snapper.snap(QRectF(6.0, 5.0, 3.0, 1.0), 0.2).guides.front().text,
                 QString("13.12 ft"));
        // What is typed while drawing is in the unit that is shown: 10 ft are 3.048 m.
        TypedPair typed;
        for (const char* digit : {"1", "0"}) {
            typed.take(QKeyEvent(QEvent::KeyPress, Qt::Key_0, Qt::NoModifier, digit));
        }
        QVERIFY(std::abs(*typed.firstM() - 3.048) < 1e-12);
        QVERIFY(typed.text().endsWith(" ft"));
        // 110 pixels of 0.1 m are 36 ft: the bar is one of 20 ft.
        QStringList words;
        WordDevice device(QSize(400, 200), &words);
        {
            QPainter painter(&device);
            paintRuler(painter, QPointF(10, 100), 0.1, Theme::instance().colours());
        }
        QCOMPARE(words, QStringList{"20 ft"});
    }

    void nothingGoesOnInSi() {
        workspace_ = std::make_unique<Workspace>(HEADROOM_SOURCE_DIR "/resources/catalog");
        workspace_->control().setPlayOnOpen(false);
        MainWindow::Options options;
        options.noOpenGl = "the platform \"offscreen\" has no OpenGL";
        options.help = QString(HEADROOM_SOURCE_DIR) + "/resources/help";
        options.scenarios = QString(HEADROOM_SOURCE_DIR) + "/scenarios";
        window_ = std::make_unique<MainWindow>(workspace_.get(), options);
        window_->resize(1600, 1000);
        window_->show();
        workspace_->files().open(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall");
        QTRY_VERIFY_WITH_TIMEOUT(workspace_->frame() != nullptr, kPatience);
        for (int i = 0; i < 3; ++i) {
            const double before = workspace_->frame()->timeS;
            workspace_->control().step();
            QTRY_VERIFY_WITH_TIMEOUT(workspace_->frame()->timeS > before, kPatience);
        }
        // Something that is wrong, told in metres: a block of racks that leaves its hall.
        const engine::Object* block = workspace_->project().objectsOf("rack_block").front();
        const std::string id = block->id;
        workspace_->editor().setLock({});  // as Design does
        QVERIFY(workspace_->editor().apply({engine::SetAttribute{id, "x_m", 500.0}}, "Move"));
        QTRY_VERIFY_WITH_TIMEOUT(workspace_->design().view() && !workspace_->design().isBusy() &&
                                     !workspace_->design().view()->findings.empty(),
                                 kPatience);
        QTest::qWait(500);
        workspace_->selection().select({Selected::Kind::Object, -1, id, -1});

        const QStringList before = inSi(walk());
        QVERIFY2(before.size() > 60, qPrintable(QString::number(before.size())));
        for (const char* place : {"Problems", "Plan", "Cooling"}) {
            QVERIFY2(before.join('\n').contains(place), place);
        }
        window_->commands()->action("units.us")->trigger();
        const QStringList left = inSi(walk());
        QVERIFY2(left.empty(), qPrintable("\n" + left.join('\n')));
        window_->commands()->action("units.si")->trigger();
        QVERIFY(inSi(walk()).size() > 60);
    }
};

HEADROOM_TEST(TestUnitsInWindow)
}  // namespace tst_units_in_window

#include "tst_units_in_window.moc"
