// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>

class QKeyEvent;

namespace headroom::ui {

/// Two lengths that are typed while something is drawn or moved: "12.6 Tab 9 Enter", in the unit in
/// which the window shows lengths. Point and comma both part decimals.
class TypedPair {
  public:
    /// Digits, point, comma, minus, Backspace; Tab where something is typed.
    static bool isPart(const QKeyEvent& key);
    bool wants(const QKeyEvent& key) const;
    /// Takes the key in; false: not one of its.
    bool take(const QKeyEvent& key);

    bool isEmpty() const { return text_[0].isEmpty() && text_[1].isEmpty(); }

    /// In metres; nothing typed, or no number yet: nothing.
    std::optional<double> firstM() const { return metres(0); }

    std::optional<double> secondM() const { return metres(1); }

    void clear();

    /// "12.6 | 9 m" while typed, with a bar where the next digit goes.
    QString text() const;

  private:
    std::optional<double> metres(int which) const;

    QString text_[2];
    int at_ = 0;
};

}  // namespace headroom::ui
