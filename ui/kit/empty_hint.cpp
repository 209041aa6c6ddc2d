// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/empty_hint.h"

#include <QAbstractItemView>
#include <QEvent>

namespace headroom::ui {

EmptyHint::EmptyHint(const QString& text, QAbstractItemView* view)
    : QLabel(text, view->viewport()) {
    setAlignment(Qt::AlignCenter);
    setWordWrap(true);
    setMargin(8);
    setForegroundRole(QPalette::PlaceholderText);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setGeometry(view->viewport()->rect());
    view->viewport()->installEventFilter(this);
}

bool EmptyHint::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        setGeometry(parentWidget()->rect());
    }
    return QLabel::eventFilter(watched, event);
}

}  // namespace headroom::ui
