// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/typed_pair.h"

#include "ui/units/unit_system.h"
#include "ui/units/unit_words.h"

#include <QKeyEvent>

namespace headroom::ui {

bool TypedPair::isPart(const QKeyEvent& key) {
    const QString text = key.text();
    return (key.modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier)) == 0 && text.size() == 1 &&
           (text[0].isDigit() || QStringLiteral(".,-").contains(text[0]));
}

bool TypedPair::wants(const QKeyEvent& key) const {
    const bool edits =
        key.key() == Qt::Key_Backspace || key.key() == Qt::Key_Tab || key.key() == Qt::Key_Backtab;
    return isPart(key) || (edits && !isEmpty());
}

bool TypedPair::take(const QKeyEvent& key) {
    if (!wants(key)) {
        return false;
    }
    if (key.key() == Qt::Key_Backspace) {
        text_[at_].chop(1);
    } else if (key.key() == Qt::Key_Tab || key.key() == Qt::Key_Backtab) {
        at_ = 1 - at_;
    } else {
        text_[at_] += key.text() == "," ? QStringLiteral(".") : key.text();
    }
    return true;
}

void TypedPair::clear() {
    text_[0].clear();
    text_[1].clear();
    at_ = 0;
}

QString TypedPair::text() const {
    QString shown[2] = {text_[0], text_[1]};
    shown[at_] += QStringLiteral("▏");
    const bool isOne = at_ == 0 && text_[1].isEmpty();
    return QStringLiteral("%1 %2").arg(
        isOne ? shown[0] : QStringLiteral("%1  ⇥  %2").arg(shown[0], shown[1]), lengthSymbol());
}

std::optional<double> TypedPair::metres(int which) const {
    bool ok = false;
    const double value = text_[which].toDouble(&ok);
    return ok ? std::optional(UnitSystem::instance().shown(models::unit::metre).si(value))
              : std::nullopt;
}

}  // namespace headroom::ui
