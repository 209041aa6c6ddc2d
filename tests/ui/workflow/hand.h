// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QFileDialog>
#include <QInputDialog>
#include <QKeySequence>
#include <QLineEdit>
#include <QStringList>
#include <QTabBar>
#include <QTimer>
#include <QToolButton>
#include <QWheelEvent>
#include <QWindow>
#include <QtTest>

#include <functional>

/// Runs a gesture and fails with the reason where a person could not make it.
#define BY_HAND(gesture)                                \
    do {                                                \
        const QString whyNot = (gesture);               \
        QVERIFY2(whyNot.isEmpty(), qPrintable(whyNot)); \
    } while (false)

namespace headroom::tests {

/// Mouse and keyboard of a person who knows the way. Events go to windows, as those of a display do: a widget that is hidden,
/// covered, disabled or behind a modal dialog gets none, and shortcuts take their usual path. A gesture is a click, a turn of
/// the wheel, a press of keys, or a word that is typed with the Enter at its end.
class Hand {
  public:
    Hand() {
        answers_.setInterval(kLookMs);
        QObject::connect(&answers_, &QTimer::timeout, [this] { answer(); });
        answers_.start();
    }

    int gestures() const { return static_cast<int>(list_.size()); }

    double minutes() const { return seconds_ / 60.0; }

    /// "12 gestures, 3.4 minutes by the keystroke-level model" and the gestures, one a line.
    QString record() const {
        return QStringLiteral("%1 gestures, %2 minutes by the keystroke-level model\n%3")
            .arg(list_.size())
            .arg(minutes(), 0, 'f', 1)
            .arg(list_.join('\n'));
    }

    QString click(QWidget* widget, const QString& words) {
        return widget == nullptr ? QStringLiteral("%1: not there").arg(words)
                                 : click(widget, widget->rect().center(), words);
    }

    QString click(QWidget* widget, const QPoint& at, const QString& words) {
        note(words, 0, 1);
        return mouse(widget, at, words);
    }

    QString clickButton(QWidget* parent, const char* name) {
        auto* button = parent->findChild<QAbstractButton*>(name);
        return button == nullptr
                   ? QStringLiteral("no button %1").arg(QLatin1String(name))
                   : click(button, QStringLiteral("click %1").arg(button->text().remove('&')));
    }

    /// The button of a toolbar that has this action.
    QString clickAction(QWidget* parent, const char* action) {
        for (auto* button : parent->findChildren<QToolButton*>()) {
            if (button->defaultAction() != nullptr &&
                button->defaultAction()->objectName() == QLatin1String(action)) {
                return click(button,
                             QStringLiteral("click %1").arg(button->defaultAction()->text()));
            }
        }
        return QStringLiteral("no button of %1").arg(QLatin1String(action));
    }

    QString clickTab(QTabBar* bar, int tab) {
        return click(bar, bar->tabRect(tab).center(),
                     QStringLiteral("click the tab %1").arg(bar->tabText(tab)));
    }

    /// Opens the list and clicks the entry.
    QString choose(QComboBox* box, int entry) {
        if (QString fault = click(box, "click the list"); !fault.isEmpty()) {
            return fault;
        }
        QAbstractItemView* view = box->view();
        if (!QTest::qWaitFor([view] { return view->isVisible(); })) {
            return "the list does not open";
        }
        const QModelIndex index = box->model()->index(entry, box->modelColumn());
        view->scrollTo(index);
        QString fault = click(view->viewport(), view->visualRect(index).center(),
                              QStringLiteral("choose “%1”").arg(box->itemText(entry)));
        if (fault.isEmpty() && box->currentIndex() != entry) {
            fault = QStringLiteral("“%1” was clicked and is not chosen").arg(box->itemText(entry));
        }
        return fault;
    }

    void press(const QKeySequence& keys) {
        note(keys.toString(), keys.toString().count('+') + 1);
        send(keys);
    }

    void type(const QString& text, bool enter = true) {
        note(enter ? QStringLiteral("type “%1”, Enter").arg(text)
                   : QStringLiteral("type “%1”").arg(text),
             text.size() + (enter ? 1 : 0));
        letters(text);
        if (enter) {
            send(QKeySequence(Qt::Key_Return));
        }
    }

    void wheel(QWidget* widget, int notches, const QString& words) {
        note(words, 4, 1);
        const QPointF at = QRectF(widget->rect()).center();
        for (int notch = 0; notch < std::abs(notches); ++notch) {
            QWheelEvent turn(at, widget->mapToGlobal(at), {}, {0, notches < 0 ? -120 : 120},
                             Qt::NoButton, {}, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(widget, &turn);
        }
    }

    /// Types this into the next dialog that asks for a file or a line, and presses Enter.
    void willType(const QString& text) { waiting_ << text; }

    bool hasTypedAll() const { return waiting_.isEmpty(); }

  private:
    // Times of a person who knows the way, in seconds: Card, Moran and Newell, "The keystroke-level model for
    // user performance time with interactive systems", Communications of the ACM 23 (1980), for an average typist.
    static constexpr double kKeyS = 0.28, kPointS = 1.1, kButtonS = 0.2, kHomeS = 0.4,
                            kThinkS = 1.35;
    static constexpr int kLookMs = 50;

    /// The hand goes to the keys or to the mouse, and each gesture has a thought before it.
    void note(const QString& words, qsizetype keys, int clicks = 0) {
        list_ << words;
        seconds_ +=
            kThinkS + kHomeS + kKeyS * static_cast<double>(keys) + (kPointS + kButtonS) * clicks;
    }

    static QString mouse(QWidget* widget, const QPoint& at, const QString& words) {
        QWidget* modal = QApplication::activeModalWidget();
        QWidget* popup = QApplication::activePopupWidget();
        if (!QTest::qWaitFor([widget, at] {
                return widget->isVisible() && widget->isEnabled() &&
                       widget->visibleRegion().contains(at);
            })) {
            return QStringLiteral(
                       "%1: %2 at %3, %4 of %5 × %6 is hidden, disabled or off the screen")
                .arg(words, widget->objectName())
                .arg(at.x())
                .arg(at.y())
                .arg(widget->width())
                .arg(widget->height());
        }
        QWidget* window = widget->window();
        if (popup == nullptr && modal != nullptr && window != modal) {
            return QStringLiteral("%1: the dialog %2 is in front").arg(words, modal->windowTitle());
        }
        const QPoint inWindow = widget->mapTo(window, at);
        QTest::mouseMove(window->windowHandle(), inWindow);
        QTest::mouseClick(window->windowHandle(), Qt::LeftButton, {}, inWindow);
        QCoreApplication::processEvents();
        return {};
    }

    static QWindow* keyboard() {
        for (QWidget* widget : {QApplication::activePopupWidget(),
                                QApplication::activeModalWidget(), QApplication::activeWindow()}) {
            if (widget != nullptr) {
                return widget->window()->windowHandle();
            }
        }
        // After a dialog the keyboard is that of the window below, as a window manager gives it.
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            if (widget->isVisible() && widget->windowType() == Qt::Window) {
                widget->activateWindow();
                static_cast<void>(QTest::qWaitForWindowActive(widget));
                return widget->windowHandle();
            }
        }
        return QGuiApplication::focusWindow();
    }

    static void send(const QKeySequence& keys) {
        QTest::keySequence(keyboard(), keys);
        QCoreApplication::processEvents();
    }

    static void letters(const QString& text) {
        for (const QChar c : text) {
            QTest::sendKeyEvent(QTest::Click, keyboard(), QTest::asciiToKey(c.toLatin1()),
                                QString(c), Qt::NoModifier, -1);
        }
        QCoreApplication::processEvents();
    }

    /// A dialog that runs its own loop is answered from within that loop.
    void answer() {
        QWidget* dialog = QApplication::activeModalWidget();
        const bool asks = qobject_cast<QFileDialog*>(dialog) != nullptr ||
                          qobject_cast<QInputDialog*>(dialog) != nullptr;
        auto* line = asks ? qobject_cast<QLineEdit*>(dialog->focusWidget()) : nullptr;
        if (line == nullptr || waiting_.isEmpty() || !dialog->isActiveWindow()) {
            return;
        }
        if (line->selectedText() != line->text()) {
            press(QKeySequence::SelectAll);
        }
        type(waiting_.takeFirst());
    }

    QTimer answers_;
    QStringList waiting_, list_;
    double seconds_ = 0.0;
};

}  // namespace headroom::tests
