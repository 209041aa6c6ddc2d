// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/kit/text_size.h"
#include "ui/kit/theme.h"
#include "ui/shell/centre_views.h"
#include "ui/shell/dock_table.h"
#include "ui/shell/main_window.h"
#include "ui/shell/view_table.h"
#include "ui/units/language.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/run_control.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSettings>
#include <QSlider>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtTest>

namespace tst_access {

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Commands that ask for a file or leave the program: triggering them would wait for a person.
const QSet<QString> kAsking = {"file.open",          "file.openFolder",   "file.saveAs",
                               "file.saveImage",     "file.quit",         "file.importTables",
                               "file.exportPlan",    "file.exportScene",  "file.exportSchedules",
                               "file.exportBill",    "file.exportTables", "file.exportCharts",
                               "file.exportReport",  "file.saveCharts",   "view.addChart",
                               "draw.importDrawing", "compare.add",       "file.save",
                               "run.restart",        "file.close",        "file.revert"};

/// Whether a person works with it: buttons, fields, lists, sliders; not the parts of those.
bool isControl(const QWidget* widget) {
    const QWidget* parent = widget->parentWidget();
    if (qobject_cast<const QScrollBar*>(widget) != nullptr ||
        qobject_cast<const QHeaderView*>(widget) != nullptr ||
        widget->objectName().startsWith(QStringLiteral("qt_")) ||
        widget->inherits("QTableCornerButton") ||
        qobject_cast<const QComboBox*>(parent) != nullptr ||
        qobject_cast<const QAbstractSpinBox*>(parent) != nullptr ||
        qobject_cast<const QLineEdit*>(parent) != nullptr ||
        qobject_cast<const QTabBar*>(parent) != nullptr) {
        return false;
    }
    return qobject_cast<const QAbstractButton*>(widget) != nullptr ||
           qobject_cast<const QLineEdit*>(widget) != nullptr ||
           qobject_cast<const QComboBox*>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(widget) != nullptr ||
           qobject_cast<const QAbstractSlider*>(widget) != nullptr ||
           qobject_cast<const QAbstractItemView*>(widget) != nullptr;
}

QString placeOf(const QWidget* widget) {
    QStringList path;
    for (const QWidget* each = widget; each != nullptr; each = each->parentWidget()) {
        path.prepend(each->objectName().isEmpty() ? each->metaObject()->className()
                                                  : each->objectName());
    }
    return path.mid(std::max(0, static_cast<int>(path.size()) - 4)).join('/');
}

/// Controls below `root` that a screen reader cannot name, or that have no role.
QStringList withoutNames(QWidget* root) {
    QStringList faults;
    for (QWidget* widget : root->findChildren<QWidget*>()) {
        if (!widget->isVisibleTo(root) || !isControl(widget)) {
            continue;
        }
        QAccessibleInterface* seen = QAccessible::queryAccessibleInterface(widget);
        if (seen == nullptr || seen->role() == QAccessible::NoRole) {
            faults << placeOf(widget) + QStringLiteral(" has no role");
        } else if (seen->text(QAccessible::Name).trimmed().isEmpty()) {
            faults << placeOf(widget) + QStringLiteral(" has no name");
        }
    }
    return faults;
}

/// Texts below `root` that are wider than their widget. Lists and elided labels show the rest on request.
QStringList clipped(QWidget* root) {
    QStringList faults;
    for (QWidget* widget : root->findChildren<QWidget*>()) {
        if (!widget->isVisibleTo(root)) {
            continue;
        }
        QString text;
        int needed = 0;
        if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            if (label->text().isEmpty() || label->wordWrap() ||
                dynamic_cast<const ElidedLabel*>(label) != nullptr ||
                Qt::mightBeRichText(label->text())) {
                continue;
            }
            text = label->text();
            if (label->buddy() != nullptr) {
                text.remove('&');  // marks the key, and is not drawn
            }
            for (const QString& line : text.split('\n')) {
                needed = std::max(needed, label->fontMetrics().horizontalAdvance(line));
            }
        } else if (qobject_cast<const QPushButton*>(widget) != nullptr ||
                   qobject_cast<const QCheckBox*>(widget) != nullptr ||
                   qobject_cast<const QRadioButton*>(widget) != nullptr) {
            text = qobject_cast<const QAbstractButton*>(widget)->text();
            needed = widget->minimumSizeHint().width();
        }
        if (!text.isEmpty() && needed > widget->width()) {
            faults << QStringLiteral("%1 \"%2\"").arg(placeOf(widget), text);
        }
    }
    return faults;
}

/// Faults that are known: "KIND: FAULT", a line each. The list only becomes shorter; HEADROOM_UPDATE_BASELINES=1 writes it anew.
const QString kKnown = QStringLiteral(HEADROOM_SOURCE_DIR "/tests/ui/shell/access.known");

QStringList linesOf(const QString& file) {
    QFile in(file);
    return in.open(QIODevice::ReadOnly)
               ? QString::fromUtf8(in.readAll()).split('\n', Qt::SkipEmptyParts)
               : QStringList();
}

/// Faults of one kind that are not known, or known ones that are gone; after an update of the list neither.
QStringList unlikeKnown(const QString& kind, QStringList faults) {
    faults.removeDuplicates();
    faults.replaceInStrings(QRegularExpression(QStringLiteral("\\s+")), QStringLiteral(" "));
    faults.sort();
    const QString head = kind + QStringLiteral(": ");
    QStringList known = linesOf(kKnown);
    if (qEnvironmentVariableIsSet("HEADROOM_UPDATE_BASELINES")) {
        known.removeIf([&](const QString& line) { return line.startsWith(head); });
        for (const QString& fault : faults) {
            known << head + fault;
        }
        QFile out(kKnown);
        if (out.open(QIODevice::WriteOnly)) {
            out.write((known.join('\n') + '\n').toUtf8());
        }
        return {};
    }
    QStringList unlike;
    for (const QString& fault : faults) {
        if (!known.contains(head + fault)) {
            unlike << QStringLiteral("new: ") + fault;
        }
    }
    for (const QString& line : known) {
        if (line.startsWith(head) && !faults.contains(line.mid(head.size()))) {
            unlike << QStringLiteral("mended, take it off the list: ") + line;
        }
    }
    return unlike;
}

}  // namespace

/// The window for people who hear it, who use keys alone, who read another language or larger text.
class TestAccess : public QObject {
    Q_OBJECT

    QTemporaryDir settings_;

    static MainWindow::Options options() {
        MainWindow::Options o;
        o.noOpenGl = "the platform \"offscreen\" has no OpenGL";
        o.help = QString(HEADROOM_SOURCE_DIR) + "/resources/help";
        o.scenarios = QString(HEADROOM_SOURCE_DIR) + "/scenarios";
        return o;
    }

    /// Calls look() with each pane and each view of a window on a project, then with each dialog that a command opens.
    template <class Look>
    static void visit(const Look& look) {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        MainWindow window(&workspace, options());
        window.resize(1600, 1000);
        window.show();
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QCoreApplication::processEvents();
        for (const QString& pane : MainWindow::paneNames()) {
            window.showPane(pane);
            QCoreApplication::processEvents();
        }
        look(&window);
        for (const CommandInfo& info : CommandSet::table()) {
            const QString id = info.id;
            if (kAsking.contains(id) || id.startsWith(QStringLiteral("theme.")) ||
                id.startsWith(QStringLiteral("text.")) ||
                id.startsWith(QStringLiteral("language."))) {
                continue;
            }
            window.commands()->action(info.id)->trigger();
            QCoreApplication::processEvents();
            for (QWidget* top : QApplication::topLevelWidgets()) {
                if (top->isVisible() && top != &window && top->inherits("QDialog")) {
                    look(top);
                    top->close();
                }
            }
        }
    }

  private slots:

    void initTestCase() {
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomTest");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
        Theme::instance().apply(Theme::Mode::Light);
    }

    void cleanup() {
        Theme::instance().setTextPercent(Theme::kUsualText);
        useLanguage("en");
    }

    void everyControlHasANameAndARole() {
        QStringList faults;
        int looked = 0;
        visit([&](QWidget* root) {
            ++looked;
            faults << withoutNames(root);
        });
        QVERIFY2(looked > 8, qPrintable(QString::number(looked)));
        faults = unlikeKnown("name", faults);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
    }

    // Keys alone: what the mouse reaches in a dialog, Tab reaches. Tool buttons repeat commands that have keys.
    void everyControlOfADialogTakesTheFocus() {
        QStringList faults;
        visit([&](QWidget* root) {
            if (!root->inherits("QDialog")) {
                return;
            }
            for (QWidget* widget : root->findChildren<QWidget*>()) {
                if (widget->isVisibleTo(root) && widget->isEnabled() && isControl(widget) &&
                    qobject_cast<QToolButton*>(widget) == nullptr &&
                    (widget->focusPolicy() & Qt::TabFocus) == 0 &&
                    widget->focusProxy() == nullptr) {
                    faults << placeOf(widget);
                }
            }
        });
        faults = unlikeKnown("focus", faults);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
    }

    void focusIsVisible_data() {
        QTest::addColumn<int>("mode");
        QTest::newRow("light") << static_cast<int>(Theme::Mode::Light);
        QTest::newRow("dark") << static_cast<int>(Theme::Mode::Dark);
        QTest::newRow("contrast") << static_cast<int>(Theme::Mode::HighContrast);
    }

    // A person who uses keys alone sees the focus: each kind of control looks different with it. A ring around the smallest, a
    // check box with a word of 12 points height, has more than 60 points. At least 40 of them must change by a quarter of the
    // range of a colour channel.
    void focusIsVisible() {
        QFETCH(int, mode);
        Theme::instance().apply(static_cast<Theme::Mode>(mode));
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* first = new QLineEdit(&window);
        column->addWidget(first);
        auto* list = new QTableWidget(3, 2, &window);
        auto* combo = new QComboBox(&window);
        combo->addItems({"one", "two"});
        auto* tabs = new QTabWidget(&window);
        tabs->addTab(new QLabel("page"), "tab");
        const QList<QWidget*> controls{new QPushButton("push", &window),
                                       new QCheckBox("check", &window),
                                       new QRadioButton("radio", &window),
                                       new QLineEdit("text", &window),
                                       new QSpinBox(&window),
                                       new QSlider(Qt::Horizontal, &window),
                                       combo,
                                       list,
                                       tabs};
        for (QWidget* each : controls) {
            column->addWidget(each);
        }
        list->setCurrentCell(0, 0);
        window.resize(300, 600);
        window.show();
        QApplication::setActiveWindow(&window);
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QStringList faults;
        for (QWidget* each : controls) {
            QWidget* focused = each == tabs ? static_cast<QWidget*>(tabs->tabBar()) : each;
            first->setFocus(Qt::TabFocusReason);
            window.setAttribute(Qt::WA_KeyboardFocusChange);  // as after Tab
            QCoreApplication::processEvents();
            const QImage without = each->grab().toImage().convertToFormat(QImage::Format_RGB32);
            focused->setFocus(Qt::TabFocusReason);
            QCoreApplication::processEvents();
            QVERIFY2(focused->hasFocus(), each->metaObject()->className());
            const QImage with = each->grab().toImage().convertToFormat(QImage::Format_RGB32);
            int changed = 0;
            for (int y = 0; y < with.height(); ++y) {
                for (int x = 0; x < with.width(); ++x) {
                    const QColor a = with.pixelColor(x, y), b = without.pixelColor(x, y);
                    changed +=
                        std::max({std::abs(a.red() - b.red()), std::abs(a.green() - b.green()),
                                  std::abs(a.blue() - b.blue())}) > 64
                            ? 1
                            : 0;
                }
            }
            if (changed < 40) {
                faults << QStringLiteral("%1: %2 points")
                              .arg(each->metaObject()->className())
                              .arg(changed);
            }
        }
        Theme::instance().apply(Theme::Mode::Light);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(", ")));
    }

    void noTextIsClipped_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("percent");
        for (const Language& each : languages()) {
            for (const int percent : {100, 150}) {
                QTest::newRow(qPrintable(QStringLiteral("%1 %2 %").arg(each.code).arg(percent)))
                    << QString(each.code) << percent;
            }
        }
    }

    void noTextIsClipped() {
        QFETCH(QString, language);
        QFETCH(int, percent);
        if (!useLanguage(language)) {
            QSKIP("built without lrelease");
        }
        Theme::instance().setTextPercent(percent);
        QStringList faults;
        visit([&](QWidget* root) {
            if (root->inherits("QDialog")) {
                faults << clipped(root);
            }
        });
        faults = unlikeKnown(QStringLiteral("clipped %1 %2 %").arg(language).arg(percent), faults);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
    }

    // Every menu, command, pane and view has a translation that is not the English text, except for names that all languages share.
    void menusPanesAndViewsAreTranslated() {
        if (!useLanguage("de")) {
            QSKIP("built without lrelease");
        }
        const QSet<QString> same{"SI",       "Viridis", "Cividis",   "English", "Deutsch",
                                 "简体中文", "Job",     "Jobs",      "Rack",    "Storyboard",
                                 "3-D",      "Gantt",   "Simulation"};
        for (const Language& each : languages().subspan(1)) {
            QVERIFY(useLanguage(each.code));
            QStringList lacking;
            const auto look = [&](const char* context, const char* text) {
                if (QCoreApplication::translate(context, text) == QString::fromUtf8(text) &&
                    !same.contains(QString::fromUtf8(text))) {
                    lacking << QString::fromUtf8(text);
                }
            };
            for (const CommandInfo& info : CommandSet::table()) {
                look("Commands", info.text);
                for (const QString& menu : QString(info.menu).split('/', Qt::SkipEmptyParts)) {
                    look("Commands", qPrintable(menu));
                }
            }
            for (const DockInfo& info : dockTable()) {
                look("Docks", info.title);
            }
            for (const ViewInfo& info : viewTable()) {
                look("Views", info.tab);
                look("Views", info.text);
            }
            lacking.removeDuplicates();
            QVERIFY2(lacking.isEmpty(), qPrintable(lacking.join(", ")));
        }
    }

    void theMenuBarIsInTheLanguage() {
        if (!useLanguage("de")) {
            QSKIP("built without lrelease");
        }
        Workspace workspace("nowhere");
        MainWindow window(&workspace, options());
        QStringList titles;
        for (const QAction* menu : window.menuBar()->actions()) {
            titles << QString(menu->text()).remove('&');
        }
        QVERIFY2(titles.contains("Datei") && titles.contains("Hilfe"),
                 qPrintable(titles.join(' ')));
    }
};

HEADROOM_TEST(TestAccess)
}  // namespace tst_access

#include "tst_access.moc"
