// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"
#include "engine/run/frame/quantity.h"

#include <QString>

#include <limits>
#include <optional>
#include <string>
#include <vector>

/// Quantities for charts: every quantity of the tables in engine/run/quantity.h, of the facility and of each hall, CDU
/// group and loop, by the names of engine::RunSeries.
namespace headroom::ui {

class Workspace;

struct ChartChannel {
    std::string name;                            ///< "facility/pue", "loop/warm/supply_c"
    std::string object;                          ///< id; empty means the facility
    const engine::QuantityInfo* info = nullptr;  ///< never null
};

/// None where no table has such a quantity.
std::optional<ChartChannel> chartChannel(const std::string& name);

/// The name of a quantity of the facility.
std::string channelOf(engine::FacilityQuantity quantity);

/// The facility's quantity of that name, if it is one.
std::optional<engine::FacilityQuantity> facilityQuantity(const ChartChannel& channel);

/// "PUE"; "Warm loop · Supply" where it is not the facility's.
QString labelOf(const ChartChannel& channel, const Workspace& workspace);

/// Limits that the reader of a quantity knows by heart, in SI: what the axis shows at least.
struct AxisHabit {
    double floor = std::numeric_limits<double>::quiet_NaN();    ///< begins here: 0, or 1 for PUE
    double ceiling = std::numeric_limits<double>::quiet_NaN();  ///< ends here: 106 % for shares
    double leastSpan = 0.0;
};

AxisHabit habitOf(const ChartChannel& channel);

/// One chart: curves of one unit, or of two: those unlike the first have their axis at the right.
struct ChartSpec {
    QString title;  ///< empty means made of the curves
    std::vector<std::string> channels;
    double limit =
        std::numeric_limits<double>::quiet_NaN();  ///< a line across at the left axis, in SI

    bool operator==(const ChartSpec& other) const {
        return title == other.title && channels == other.channels;
    }
};

/// Whether a chart of those can take one more: a chart has two units at most.
bool fitsInto(const std::vector<std::string>& channels, const ChartChannel& more);

/// The charts that a project is shown with at first: those of which its design has something to
/// tell, four or more. No chart stays empty for a whole run.
std::vector<ChartSpec> usualCharts(const engine::Project& project);

}  // namespace headroom::ui
