// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>

class QTableWidget;

namespace headroom::ui {

struct SwingPicture;

/// The two tables of the power swings; every cell tells why. Filled with null they are empty.
class SwingTables {
    Q_DECLARE_TR_FUNCTIONS(SwingTables)

  public:
    /// Quantity, rack demand, utility, allowed by the grid operator, verdict.
    static QTableWidget* makeLimits();
    static void fillLimits(QTableWidget* table, const SwingPicture* picture);

    /// Each measure alone, none and those in use: what it leaves and what it costs.
    static QTableWidget* makeMeasures();
    static void fillMeasures(QTableWidget* table, const SwingPicture* picture);
};

}  // namespace headroom::ui
