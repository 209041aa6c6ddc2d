// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLineF>
#include <QString>

#include <vector>

class QPainter;

namespace headroom::ui {

class PlanView;
struct ThemeColours;

/// A line between two fabrics, as of two sites, in the window.
struct WanLine {
    QLineF line;     ///< from the racks of one to those of the other
    QString length;  ///< of the fibre, "1,000 km"; empty if not stated
    QString text;    ///< name and length
};

/// Sites are side by side on the plan, so the length drawn is not theirs. None where a fabric has no racks.
std::vector<WanLine> wanLines(const PlanView& view);

/// Dashed, with what there is room for: name and length, or the length.
void paintWanLines(QPainter& painter, const PlanView& view, const ThemeColours& colours);

}  // namespace headroom::ui
