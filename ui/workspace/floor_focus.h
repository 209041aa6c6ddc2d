// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace headroom::ui {

class Workspace;

/// Numbers of racks that no step of the run yields, as what each of them costs.
struct FloorField {
    QString title;              ///< "Cost of a rack"
    QString detail;             ///< "Network": of what alone; empty means of all
    QString unit;               ///< "k USD 2025 a year"
    std::vector<double> racks;  ///< in that unit, in the order of the layout; NaN: not known
    /// "Cost 1,234 thousand USD 2025 a year": of a rack, for tips.
    std::function<QString(std::size_t rack)> told;

    /// The range of its colours: from nothing, or the least where all are far from it, to the largest; it begins and
    /// ends on even figures, multiples of `step`.
    double low = 0.0, high = 1.0, step = 0.25;
    void fit();
};

/// Colours of the racks of plan and 3-D in place of a quantity of the run. Code that has such numbers shows them here; they
/// go with their design.
class FloorFocus : public QObject {
    Q_OBJECT

  public:
    explicit FloorFocus(Workspace* workspace);

    /// Null if racks have the colours of the run.
    const FloorField* field() const { return field_.get(); }

    void show(FloorField field);
    void clear();

    /// Somebody wants to see what racks cost: who can tell shows it.
    void askForCost() { emit costAsked(); }

  signals:
    void changed();
    void costAsked();

  private:
    std::unique_ptr<const FloorField> field_;
};

}  // namespace headroom::ui
