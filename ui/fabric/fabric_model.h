// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/fabric_reading.h"
#include "engine/run/frame/frame.h"
#include "ui/kit/record_table.h"

#include <QCoreApplication>

#include <memory>

namespace headroom::ui {

class FabricFocus;

/// A bundle of parallel links, one way, with what it carries now.
struct FabricLinkRow {
    int bundle;
    const engine::BundleNow* now = nullptr;  ///< null if nobody knows yet
    engine::FabricFaultsNow faults = {};
};

/// All bundles of the fabric that is looked at: a row each.
class FabricLinkModel : public RecordTable<FabricLinkRow> {
    Q_DECLARE_TR_FUNCTIONS(FabricLinkModel)

  public:
    /// In the order of its columns.
    enum Column { Name, Tier, Plane, Links, Utilisation, Load, Capacity, State, Part, Length };

    explicit FabricLinkModel(FabricFocus* focus, QObject* parent = nullptr);

    /// Takes the newest values.
    void refresh();

  private:
    std::vector<FabricLinkRow> bundles() const;

    FabricFocus* focus_;
    std::shared_ptr<const engine::Frame> frame_;  ///< whose values the rows point to
};

}  // namespace headroom::ui
