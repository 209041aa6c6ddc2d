// SPDX-License-Identifier: Apache-2.0
#include "ui/help/help_desk.h"

#include "ui/help/help_topics.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>

namespace headroom::ui {

HelpDesk::HelpDesk(const QString& folder, QAction* context, QWidget* window)
    : QObject(window), book_(folder), context_(context), window_(window) {
    connect(context, &QAction::triggered, this, &HelpDesk::showContext);
    qApp->installEventFilter(this);
}

/// A dialog that holds the window would hold the manual too, were it not the dialog's own.
HelpWindow* HelpDesk::bring() {
    QWidget* owner = QApplication::activeModalWidget();
    if (owner == nullptr || owner == shown_) {
        owner = window_;
    }
    if (shown_.isNull() || (owner != window_ && shown_->parentWidget() != owner)) {
        const QRect place = shown_.isNull() ? QRect() : shown_->geometry();
        delete shown_.data();
        shown_ = new HelpWindow(&book_, owner);
        if (place.isValid()) {
            shown_->setGeometry(place);
        }
    }
    return shown_;
}

void HelpDesk::show(const QString& topic) {
    HelpWindow* window = bring();
    window->show(topic);
    window->raise();
    window->activateWindow();
}

QString HelpDesk::contextTopic() const {
    const QWidget* focus = QApplication::focusWidget();
    const QWidget* dialog = QApplication::activeModalWidget();
    if (dialog != nullptr && (focus == nullptr || !dialog->isAncestorOf(focus))) {
        focus = dialog;
    }
    const QString topic = helpTopicOf(focus);
    return topic.isEmpty() ? QStringLiteral("window.md") : topic;
}

void HelpDesk::showContext() {
    show(contextTopic());
}

void HelpDesk::search(const QString& words) {
    HelpWindow* window = bring();
    if (window->topic().isEmpty()) {
        window->show("index.md");
    }
    window->search(words);
    window->raise();
    window->activateWindow();
}

bool HelpDesk::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && QApplication::activeModalWidget() != nullptr &&
        qobject_cast<QWidget*>(watched) != nullptr) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const QKeySequence pressed(key->keyCombination());
        if (key->key() != Qt::Key_unknown && context_->shortcuts().contains(pressed)) {
            showContext();
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace headroom::ui
