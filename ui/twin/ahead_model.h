// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/twin/ahead.h"
#include "ui/kit/record_table.h"

#include <QCoreApplication>

#include <memory>

namespace headroom::ui {

/// One quantity of an answer.
struct AheadRow {
    std::shared_ptr<const engine::Ahead> answer;
    std::size_t curve = 0;
    QString object;      ///< in words; empty means the facility
    double nowSi = 0.0;  ///< where the twin is; NaN: not known

    /// Value of a branch, 0 is the forecast, 1 with the order; null if there is no such branch.
    const engine::AheadCurve* of(std::size_t branch) const;
    /// The lead at which the order differs most from how things go; the last where there is none.
    std::size_t lead() const;
};

/// Forecast: each quantity now, at the end of the hours, and with the order where it differs most.
class AheadModel : public RecordTable<AheadRow> {
    Q_DECLARE_TR_FUNCTIONS(AheadModel)

  public:
    enum Column { Quantity, Object, Now, Usual, UsualRange, With, WithRange, Difference, When };

    explicit AheadModel(QObject* parent = nullptr);
};

}  // namespace headroom::ui
