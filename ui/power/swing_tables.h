// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/text_table.h"

#include <QCoreApplication>

#include <vector>

namespace headroom::ui {

struct SwingPicture;

/// Columns and rows of the two tables of the power swings; every cell tells why. No rows without a picture.
class SwingTables {
    Q_DECLARE_TR_FUNCTIONS(SwingTables)

  public:
    /// Quantity, rack demand, utility, allowed by the grid operator, verdict.
    static std::vector<RecordModel::Head> limitHeads();
    static std::vector<TextRow> limits(const SwingPicture* picture);

    /// Each measure alone, none and those in use: what it leaves and what it costs.
    static std::vector<RecordModel::Head> measureHeads();
    static std::vector<TextRow> measures(const SwingPicture* picture);
};

}  // namespace headroom::ui
