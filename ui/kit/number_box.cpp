// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/number_box.h"

#include "ui/kit/theme.h"
#include "ui/units/quantity_parse.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"

#include <QKeyEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr int kDigits = 7;  // shown; what nobody typed over keeps all of its own

}  // namespace

NumberBox::NumberBox(const models::Unit& unit, double low, double high, QWidget* parent)
    : QLineEdit(parent),
      unit_(unit),
      low_(low),
      high_(high),
      value_(low),
      typed_(low),
      before_(low) {
    showValue(low);
    connect(this, &QLineEdit::textEdited, this, &NumberBox::read);
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, [this] {
        if (isFine()) {
            showValue(value_);
        }
    });
}

int NumberBox::whole() const {
    return static_cast<int>(std::lround(value_));
}

QString NumberBox::textOf(double si) const {
    if (!word_.isEmpty() && si <= low_) {
        return word_;
    }
    const DisplayUnit shown = UnitSystem::instance().shown(unit_);
    QString text = typedNumberText(shown.shown(si), kDigits);
    text.replace(QChar(0x2212), QChar('-'));
    return shown.symbol.isEmpty() ? text + suffix_ : text + ' ' + shown.symbol + suffix_;
}

QString NumberBox::rangeText() const {
    const DisplayUnit shown = UnitSystem::instance().shown(unit_);
    const QString unit = shown.symbol.isEmpty() ? QString() : ' ' + shown.symbol;
    const auto bound = [&](double si) { return plainNumberText(shown.shown(si)); };
    return std::isfinite(high_) ? tr("%1 to %2%3").arg(bound(low_), bound(high_), unit)
                                : tr("at least %1%2").arg(bound(low_), unit);
}

void NumberBox::showValue(double si) {
    value_ = typed_ = before_ = si;
    setText(textOf(si));
    setCursorPosition(0);
    setAccessibleDescription(rangeText());
    say({});
}

void NumberBox::setValue(double si) {
    const bool isOther = si != value_;
    showValue(si);
    if (isOther) {
        emit valueChanged(si);
    }
}

void NumberBox::setRange(double low, double high) {
    low_ = low;
    high_ = high;
    setAccessibleDescription(rangeText());
}

void NumberBox::setSuffix(const QString& suffix) {
    suffix_ = suffix;
    showValue(value_);
}

void NumberBox::setWordForLowest(const QString& word) {
    word_ = word;
    showValue(value_);
}

/// Present text, valid or not.
void NumberBox::read() {
    QString typed = text().trimmed();
    if (!word_.isEmpty() && (typed.isEmpty() || typed.compare(word_, Qt::CaseInsensitive) == 0)) {
        typed_ = low_;
        say({});
    } else {
        const QString suffix = suffix_.simplified().remove(' ');
        if (!suffix.isEmpty() && QString(typed).remove(' ').endsWith(suffix)) {
            typed = typed.left(typed.lastIndexOf(suffix.front())).trimmed();
        }
        const auto inUnit = parseQuantity(typed, unit_);
        if (!inUnit) {
            return say(inUnit.error());
        }
        const double si = *inUnit * unit_.toSi;
        const double slack = 1e-9 * std::max(std::abs(low_), std::abs(si));
        if (si < low_ - slack || si > high_ + slack) {
            return say(tr("%1 is out of range: %2.").arg(typed, rangeText()));
        }
        if (isWhole_ && si != std::round(si)) {
            return say(tr("%1 is not a whole number.").arg(typed));
        }
        typed_ = si;
        say({});
    }
    if (tracks_ && typed_ != value_) {
        value_ = typed_;
        emit valueChanged(value_);
    }
}

void NumberBox::commit() {
    if (!isFine()) {
        return;
    }
    const bool isOther = typed_ != value_;
    value_ = before_ = typed_;
    if (text() != textOf(value_)) {
        setText(textOf(value_));
    }
    if (isOther) {
        emit valueChanged(value_);
    }
}

void NumberBox::say(const QString& reason) {
    const bool isOther = reason != reason_;
    reason_ = reason;
    if (!reason.isEmpty() && value_ != before_) {
        // "12" was a number on the way to what is refused now; nobody meant it.
        value_ = before_;
        emit valueChanged(value_);
    }
    QPalette palette;
    if (!reason.isEmpty()) {
        palette.setColor(QPalette::Text, Theme::instance().colours().bad);
    }
    setPalette(palette);
    if (!reason.isEmpty() && isVisible()) {
        QToolTip::showText(mapToGlobal(QPoint(0, height())), reason, this);
    } else if (isOther && QToolTip::isVisible()) {
        QToolTip::hideText();
    }
    if (isOther) {
        emit refused(reason);
    }
}

/// By a tenth of its size, rounded to 1, 2 or 5; whole numbers by one at least.
void NumberBox::step(int steps) {
    const DisplayUnit shown = UnitSystem::instance().shown(unit_);
    const double now = shown.shown(value_);
    const double size = std::abs(now) > 0.0 ? std::floor(std::log10(std::abs(now))) : 0.0;
    double by = std::pow(10.0, size - 1.0);
    if (isWhole_) {
        by = std::max(1.0, std::round(by));
    }
    const double next = std::round(now / by + steps) * by;
    const double si = std::clamp(shown.si(next), low_, high_);
    setValue(isWhole_ ? std::round(si) : si);
    selectAll();
}

void NumberBox::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Up:
            return step(+1);
        case Qt::Key_Down:
            return step(-1);
        case Qt::Key_Escape:
            if (!isFine() || text() != textOf(before_)) {
                setValue(before_);
                return;
            }
            break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (!isFine()) {
                say(reason_);  // again, where it was hidden meanwhile
                return;        // a dialog is not to be accepted with it
            }
            commit();
            break;
        default:
            break;
    }
    QLineEdit::keyPressEvent(event);
}

void NumberBox::focusOutEvent(QFocusEvent* event) {
    commit();
    QLineEdit::focusOutEvent(event);
}

void NumberBox::wheelEvent(QWheelEvent* event) {
    if (hasFocus() && event->angleDelta().y() != 0) {
        step(event->angleDelta().y() > 0 ? 1 : -1);
        event->accept();
    } else {
        event->ignore();  // what is scrolled past is not changed
    }
}

QSize NumberBox::sizeHint() const {
    QSize size = QLineEdit::sizeHint();
    const int text = fontMetrics().horizontalAdvance(
        std::isfinite(high_)
            ? std::max(textOf(high_), textOf(low_),
                       [](const QString& a, const QString& b) { return a.size() < b.size(); })
            : QStringLiteral("000 000.0 ") + utf8Text(unit_.symbol));
    size.setWidth(std::max(text, fontMetrics().horizontalAdvance("0000.00 m")) + 24);
    return size;
}

}  // namespace headroom::ui
