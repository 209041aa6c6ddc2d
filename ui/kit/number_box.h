// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/unit.h"

#include <QLineEdit>

namespace headroom::ui {

/// The one field for a number. A field that reads input like the inspector
/// (units/quantity_parse.h): units, sums and products, in the notation of the locale. Nothing typed
/// is ever swallowed, cut or rounded into another number: what cannot be taken stays as
/// typed, in red, with the reason below the field, and value() stays what it was. Esc brings the
/// last value back; Up and Down change it by a round step.
class NumberBox : public QLineEdit {
    Q_OBJECT

  public:
    /// Values in SI, from `low` to `high`, shown in `unit` as the window shows it.
    NumberBox(const models::Unit& unit, double low, double high, QWidget* parent = nullptr);

    /// Last accepted value, in SI.
    double value() const { return value_; }

    int whole() const;

    /// Shows a value that no person typed; nothing is emitted.
    void showValue(double si);
    /// As if a person had typed it: valueChanged() follows where it is another one.
    void setValue(double si);

    void setRange(double low, double high);

    /// Only whole numbers.
    void setWhole(bool on) { isWhole_ = on; }

    /// Stands after the number and may be typed or not: " : 1".
    void setSuffix(const QString& suffix);
    /// The word for the lowest value, which may be typed, as nothing at all may: "none".
    void setWordForLowest(const QString& word);

    /// Whether each keystroke that makes a number is taken (as at first), or only Enter and leaving.
    void setTracking(bool on) { tracks_ = on; }

    /// True if the present text is valid.
    bool isFine() const { return reason_.isEmpty(); }

    /// Why not, as a sentence.
    const QString& reason() const { return reason_; }

    QSize sizeHint() const override;

  signals:
    void valueChanged(double si);
    /// The text cannot be taken any more, or can again (then empty).
    void refused(const QString& reason);

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

  private:
    QString textOf(double si) const;
    QString rangeText() const;
    void read();
    void commit();
    void step(int steps);
    void say(const QString& reason);

    models::Unit unit_;
    double low_, high_;
    double value_;
    double typed_;   ///< of what is there
    double before_;  ///< what typing began with, and Esc brings back
    QString suffix_, word_;
    QString reason_;
    bool isWhole_ = false;
    bool tracks_ = true;
};

}  // namespace headroom::ui
