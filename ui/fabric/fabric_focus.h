// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/fabric_reading.h"

#include <QObject>

#include <memory>
#include <vector>

namespace headroom::ui {

class Workspace;

/// Target of the pointer in a fabric.
struct FabricPick {
    enum class Kind { None, Bundles, Link, Box };

    Kind kind = Kind::None;
    std::vector<int> out, back;  ///< Bundles: of both directions
    engine::LinkId link = -1;    ///< Link: it is of the bundle in `out`
    engine::FabricNode box;      ///< Box: of the diagram

    bool isNone() const { return kind == Kind::None; }
};

/// Which fabric, which part of it and which link the fabric's views show: one for all of them.
/// Knows what the shape joins, found once for each fabric of a run.
class FabricFocus : public QObject {
    Q_OBJECT

  public:
    explicit FabricFocus(Workspace* workspace, QObject* parent = nullptr);

    Workspace* workspace() const { return workspace_; }

    /// Null while nothing is open or the project has no fabric.
    const engine::FabricNetwork* network() const { return network_.get(); }

    int fabric() const { return fabric_; }

    void setFabric(int fabric);

    /// Null where nothing joins the fabric.
    const engine::TopologyIndex* index() const { return index_.get(); }

    const engine::FabricScope& scope() const { return trail_.back(); }

    /// From the whole down to what is shown.
    const std::vector<engine::FabricScope>& trail() const { return trail_; }

    void drill(engine::FabricScope scope);
    /// Back to a step of the trail.
    void climbTo(std::size_t step);
    void climb();
    void setPlane(int plane);

    const FabricPick& pick() const { return pick_; }

    void setPick(FabricPick pick);

    /// The job that is selected, if it uses this fabric; else null.
    const engine::JobFootprint* footprint() const;
    /// Shows the whole, picks this bundle of the fabric and asks the view to bring it near.
    void showBundle(int bundle);

  signals:
    void networkChanged();
    void fabricChanged();
    void scopeChanged();
    void pickChanged();
    void bundleRequested(int bundle);

  private:
    void takeFrame();
    void followSelection();
    void open(int fabric);

    Workspace* workspace_;
    std::shared_ptr<const engine::FabricNetwork> network_;
    std::unique_ptr<engine::TopologyIndex> index_;
    int fabric_ = 0;
    std::vector<engine::FabricScope> trail_{1};
    FabricPick pick_;
};

}  // namespace headroom::ui
