// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "ui/kit/record_table.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <memory>
#include <span>

namespace headroom::ui {

/// A machine of the frame that its table holds.
struct CoolingRow {
    const engine::Frame* frame;
    int link;  ///< into CoolingNetwork::links
};

/// The machines of the coolant piping: what the process diagram shows, as a table.
class CoolingMachineModel : public RecordTable<CoolingRow> {
    Q_DECLARE_TR_FUNCTIONS(CoolingMachineModel)

  public:
    /// In the order of its columns.
    enum Column {
        Name,
        Kind,
        State,
        Running,
        Flow,
        In,
        Out,
        Heat,
        Power,
        Valve,
        Speed,
        Pressure,
        Cop,
        Approach,
        Why
    };

    explicit CoolingMachineModel(QObject* parent = nullptr);

    /// Null means empty.
    void setFrame(std::shared_ptr<const engine::Frame> frame);

    /// Into CoolingNetwork::links.
    int link(int index) const { return row(index).link; }

  private:
    std::shared_ptr<const engine::Frame> frame_;
    std::shared_ptr<const engine::CoolingNetwork> network_;
};

struct QuantityRow {
    QString name;
    std::string object;
    std::vector<double> values;  ///< in SI, by quantity
};

/// Objects of one kind with a column for each of their quantities, whose "why" is the tool tip.
class QuantityModel : public RecordTable<QuantityRow> {
  public:
    /// `place`: of their numbers (ui/units/number_name.h). `mode`: the quantity at this place is a mode of a plant, and written in words; -1 if none is.
    QuantityModel(const QString& what, const std::string& place,
                  std::span<const engine::QuantityInfo> quantities, int mode = -1,
                  QObject* parent = nullptr);
};

}  // namespace headroom::ui
