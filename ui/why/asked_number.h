// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace headroom::ui {

/// A number that somebody asks about, as the place where it is shown knows it. A number that has no
/// name of its own (ui/units/number_name.h) is explained by the words of its column or row.
struct AskedNumber {
    QString number;  ///< its name; empty if it has none
    QString shown;   ///< "1.411 MW"
    QString title;   ///< "Rating · ups-a", where it has no name
    QString words;   ///< how it comes about, where it has no name
    QString more;    ///< what its place says besides: the tool tip of a cell

    bool isNone() const { return number.isEmpty() && words.isEmpty(); }

    bool isSame(const AskedNumber& other) const {
        return number == other.number && title == other.title;
    }
};

}  // namespace headroom::ui
