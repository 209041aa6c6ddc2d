// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "ui/kit/record_table.h"

#include <QAbstractTableModel>

#include <memory>

namespace headroom::ui {

/// A unit or a wire of the frame that its table holds.
struct PowerRow {
    const engine::Frame* frame;
    int index;  ///< into PowerNetwork::units, or PowerNetwork::edges
};

/// The units of the wiring: what the one-line diagram shows, as a table.
class PowerUnitModel : public RecordTable<PowerRow> {
    Q_DECLARE_TR_FUNCTIONS(PowerUnitModel)

  public:
    /// In the order of its columns.
    enum Column { Name, Kind, State, Loading, Load, Rating, Voltage, Current, Loss, Stored, Why };

    /// For the bar of the column Loading: double, NaN where there is no rating.
    static constexpr int LoadingRole = Qt::UserRole + 1;
    /// Loading with one module less, NaN where there is one only.
    static constexpr int LessOneRole = Qt::UserRole + 2;

    explicit PowerUnitModel(QObject* parent = nullptr);

    /// Null means empty.
    void setFrame(std::shared_ptr<const engine::Frame> frame);

  private:
    std::shared_ptr<const engine::Frame> frame_;
    std::shared_ptr<const engine::PowerNetwork> network_;
};

/// The incomers that have a breaker.
class BreakerModel : public RecordTable<PowerRow> {
    Q_DECLARE_TR_FUNCTIONS(BreakerModel)

  public:
    enum Column { To, From, State, Current, Rated, Power, Heat };

    explicit BreakerModel(QObject* parent = nullptr);

    void setFrame(std::shared_ptr<const engine::Frame> frame);

    /// Into PowerNetwork::edges.
    int edge(int index) const { return row(index).index; }

  private:
    std::shared_ptr<const engine::Frame> frame_;
    std::shared_ptr<const engine::PowerNetwork> network_;
};

}  // namespace headroom::ui
