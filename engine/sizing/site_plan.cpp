// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/site_plan.h"

#include "engine/floor/layout.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headroom::engine::sizing {

namespace {

/// Between buildings, and between a building and a yard. Assumption: room for a lorry.
constexpr double kRoadM = 8.0;
constexpr double kBetweenYardsM = 4.0;

/// Yards are that wide at least, however small the halls.
constexpr double kLeastYardM = 64.0;

struct Extent {
    double west = 1e300, south = 1e300, east = -1e300, north = -1e300;

    void add(const Box& b) {
        west = std::min(west, b.x);
        south = std::min(south, b.y);
        east = std::max(east, b.x + b.width);
        north = std::max(north, b.y + b.depth);
    }

    double width() const { return east - west; }

    double depth() const { return north - south; }
};

/// Puts things side by side on shelves of a width, one shelf after the other.
class Shelves {
  public:
    explicit Shelves(double widthM) : widthM_(widthM) {}

    /// South-west corner of the next thing, from that of the shelves.
    std::pair<double, double> place(double widthM, double depthM) {
        if (x_ > 0.0 && x_ + widthM > widthM_) {
            y_ += shelfM_ + kBetweenYardsM;
            x_ = shelfM_ = 0.0;
        }
        const std::pair<double, double> at{x_, y_};
        x_ += widthM + kBetweenYardsM;
        east_ = std::max(east_, x_ - kBetweenYardsM);
        shelfM_ = std::max(shelfM_, depthM);
        return at;
    }

    double depthM() const { return y_ + shelfM_; }

    double usedM() const { return east_; }

  private:
    double widthM_;
    double x_ = 0.0, y_ = 0.0, shelfM_ = 0.0, east_ = 0.0;
};

Object* objectOf(Project& project, const std::string& id) {
    const auto found = std::find_if(project.objects.begin(), project.objects.end(),
                                    [&](const Object& o) { return o.id == id; });
    return found == project.objects.end() ? nullptr : &*found;
}

void moveTo(Project& project, const std::string& id, double xM, double yM) {
    if (Object* object = objectOf(project, id)) {
        ObjectWriter(*object).number("x_m", rounded(xM, 0.1)).number("y_m", rounded(yM, 0.1));
    }
}

/// Sizes of everything outdoors on the drawing: placed at the origin once.
std::map<std::string, Extent> extents(Project& project, const Catalogue& catalogue) {
    for (const char* type : {"power_unit", "cooling_loop"}) {
        for (const Object* object : project.objectsOf(type)) {
            moveTo(project, object->id, 0.0, 0.0);
        }
    }
    std::map<std::string, Extent> all;
    const Layout layout = layoutOf(project, catalogue, nullptr);
    for (const EquipmentBox& e : layout.equipment) {
        // Busways run over the racks; no yard has room for them.
        if (e.kind != EquipmentKind::Crah && e.kind != EquipmentKind::Cdu &&
            !(e.kind == EquipmentKind::PowerUnit && e.power == PowerKind::Pdu)) {
            all[e.id].add(e.box);
        }
    }
    // Parts that are not drawn have no place: boards and panels are in the one-line diagram.
    for (Object& object : project.objects) {
        if (object.type->id == "power_unit" && !all.contains(object.id)) {
            for (const char* key : {"x_m", "y_m"}) {
                const models::Attribute* row = object.type->find(key);
                object.values[static_cast<std::size_t>(row - object.type->attributes.data())] = {};
            }
        }
    }
    return all;
}

/// Units of the wiring that belong to a building, in the order in which they are written.
bool ofModule(const SitePlan& plan, const ModulePlan& module, const std::string& id) {
    const auto number = std::to_string(&module - plan.modules.data() + 1);
    for (const char* what : {"mtx-", "mgen-", "sub-"}) {
        for (const char* tail : {"a", "b", "ar"}) {
            if (id == what + number + tail) {
                return true;
            }
        }
    }
    for (const int i : module.halls) {
        const std::string& tag = plan.halls[static_cast<std::size_t>(i)].tag;
        for (const char* what : {"tx-", "gen-", "ups-"}) {
            for (const char* tail : {"a", "b", "c", "d", "ar"}) {
                if (id == what + tag + tail) {
                    return true;
                }
            }
        }
    }
    return false;
}

struct Yard {
    std::vector<std::pair<std::string, std::pair<double, double>>> places;
    double widthM = 0.0, depthM = 0.0;
};

Yard pack(const std::vector<std::string>& ids, const std::map<std::string, Extent>& all,
          double widthM) {
    Shelves shelves(widthM);
    Yard yard;
    for (const std::string& id : ids) {
        const auto found = all.find(id);
        if (found == all.end()) {
            continue;
        }
        yard.places.push_back({id, shelves.place(found->second.width(), found->second.depth())});
    }
    yard.widthM = shelves.usedM();
    yard.depthM = shelves.depthM();
    return yard;
}

}  // namespace

void placeYards(SitePlan& plan, Project& project) {
    const std::map<std::string, Extent> all = extents(project, *plan.catalogue);
    const auto count = static_cast<double>(plan.modules.size());
    const int columns = static_cast<int>(std::ceil(std::sqrt(count)));
    double rowY = 0.0, x = 0.0, rowDepth = 0.0;
    for (std::size_t m = 0; m < plan.modules.size(); ++m) {
        if (m > 0 && m % static_cast<std::size_t>(columns) == 0) {
            rowY += rowDepth + 2.0 * kRoadM;
            x = rowDepth = 0.0;
        }
        ModulePlan& module = plan.modules[m];
        module.widthM = module.depthM = 0.0;
        for (const int i : module.halls) {
            const HallPlan& h = plan.halls[static_cast<std::size_t>(i)];
            module.widthM += (module.widthM > 0.0 ? kRoadM : 0.0) + h.widthM;
            module.depthM = std::max(module.depthM, h.depthM);
        }
        std::vector<std::string> power;
        for (const Object* object : project.objectsOf("power_unit")) {
            if (ofModule(plan, module, object->id)) {
                power.push_back(object->id);
            }
        }
        const double widthM = std::max(module.widthM, kLeastYardM);
        const Yard south = pack(power, all, widthM);
        const Yard north = pack({module.warm.id, module.chilled.id}, all, widthM);
        const double hallsY = rowY + south.depthM + kRoadM;
        for (const auto& [id, at] : south.places) {
            moveTo(project, id, x + at.first, rowY + at.second);
        }
        double hallX = x;
        for (const int i : module.halls) {
            HallPlan& h = plan.halls[static_cast<std::size_t>(i)];
            h.xM = rounded(hallX, 0.1);
            h.yM = rounded(hallsY, 0.1);
            moveTo(project, h.id, h.xM, h.yM);
            hallX += h.widthM + kRoadM;
        }
        module.xM = x;
        module.yM = hallsY;
        const double northY = hallsY + module.depthM + kRoadM;
        for (const auto& [id, at] : north.places) {
            moveTo(project, id, x + at.first, northY + at.second);
        }
        rowDepth = std::max(rowDepth, northY + north.depthM - rowY);
        x += std::max({module.widthM, south.widthM, north.widthM}) + 2.0 * kRoadM;
    }
}

}  // namespace headroom::engine::sizing
