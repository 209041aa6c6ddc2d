// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/netbox_floor.h"

#include "engine/document/json_text.h"
#include "engine/exchange/rack_names.h"
#include "models/compute/rack.h"
#include "models/facility/hall.h"
#include "models/facility/rack_block.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace headroom::engine {

namespace {

using models::Value;

// See the header of netbox.h: places are assumed, and a warning says so.
constexpr double kRowPitchM = 3.0;
constexpr double kMarginM = 2.0;
constexpr double kBetweenHallsM = 10.0;

struct Place {
    int position = 0;
    const NamedRack* rack = nullptr;
};

/// Equal racks side by side, over rows that follow each other.
struct Array {
    std::string row;  ///< name of the first
    int rows = 1;
    int firstRow = 0;  ///< index of the row in its hall
    int firstPosition = 1;
    int count = 0;
    const NamedRack* first = nullptr;
};

struct NaturalOrder {
    bool operator()(const std::string& a, const std::string& b) const { return naturalLess(a, b); }
};

using Rows = std::map<std::string, std::vector<Place>, NaturalOrder>;

std::vector<Array> arraysOf(Rows& rows) {
    std::vector<Array> arrays;
    int index = 0;
    for (auto& [name, places] : rows) {
        std::stable_sort(places.begin(), places.end(),
                         [](const Place& a, const Place& b) { return a.position < b.position; });
        for (const Place& place : places) {
            Array* last = arrays.empty() ? nullptr : &arrays.back();
            if (last != nullptr && last->firstRow == index &&
                last->firstPosition + last->count == place.position &&
                last->first->part == place.rack->part && last->first->feeds == place.rack->feeds) {
                ++last->count;
                continue;
            }
            arrays.push_back({name, 1, index, place.position, 1, place.rack});
        }
        ++index;
    }
    return arrays;
}

bool follows(const std::string& row, const std::string& next, int rows) {
    const RowNumbering a = rowNumberingOf(row);
    const RowNumbering b = rowNumberingOf(next);
    return a.isLetter == b.isLetter && a.prefix == b.prefix && a.number + rows == b.number;
}

/// Rows of one array each that repeat, numbered on, become rows of one array.
std::vector<Array> joined(const std::vector<Array>& arrays) {
    std::map<int, int> inRow;
    for (const Array& array : arrays) {
        ++inRow[array.firstRow];
    }
    std::vector<Array> result;
    for (const Array& array : arrays) {
        Array* last = result.empty() ? nullptr : &result.back();
        if (last != nullptr && inRow[array.firstRow] == 1 && inRow[last->firstRow] == 1 &&
            last->firstRow + last->rows == array.firstRow &&
            last->firstPosition == array.firstPosition && last->count == array.count &&
            last->first->part == array.first->part && last->first->feeds == array.first->feeds &&
            follows(last->row, array.row, last->rows)) {
            ++last->rows;
        } else {
            result.push_back(array);
        }
    }
    return result;
}

class Builder {
  public:
    Builder(std::string file, const Project& project, const Catalogue& catalogue,
            ImportDraft& draft)
        : file_(std::move(file)), project_(project), catalogue_(catalogue), draft_(draft) {
        for (const Object* object : project.objectsOf("hall")) {
            const auto hall = specOf<models::HallSpec>(*object);
            nextHallX_ = std::max(nextHallX_, hall.xM + hall.widthM + kBetweenHallsM);
        }
    }

    void hall(const std::string& room, Rows& rows) {
        const std::string id = idOf(room);
        const auto arrays = joined(arraysOf(rows));
        int least = arrays.front().firstPosition;
        for (const Array& array : arrays) {
            least = std::min(least, array.firstPosition);
        }
        double eastM = 0.0;
        for (const Array& array : arrays) {
            eastM = std::max(eastM, add(id, array, least, arrays));
        }
        const Object* existing = project_.find(id);
        if (existing == nullptr || existing->type != &models::HallSpec::type()) {
            addHall(id, room, arrays.front().first->line, eastM, static_cast<int>(rows.size()));
        }
        ImportFault fault;
        fault.file = file_;
        fault.line = arrays.front().first->line;
        fault.code = "NBX-014";
        fault.message = "Places of racks in " + inQuotes(room) +
                        " are assumed: rows in the order of their names, 3 m apart.";
        fault.remedy = "Move and turn the arrays to their real places.";
        fault.isWarning = true;
        draft_.faults.push_back(std::move(fault));
    }

    std::vector<WantedObject> take() {
        // Halls first: racks are in them.
        halls_.insert(halls_.end(), std::make_move_iterator(blocks_.begin()),
                      std::make_move_iterator(blocks_.end()));
        return std::move(halls_);
    }

  private:
    static void set(Object& object, std::string_view key, Value value) {
        const models::Attribute* a = object.type->find(key);
        object.values[static_cast<std::size_t>(a - object.type->attributes.data())] =
            std::move(value);
    }

    WantedObject wanted(const models::ComponentType& type, const std::string& id, int line) const {
        WantedObject each;
        each.file = file_;
        each.line = line;
        const Object* existing = project_.find(id);
        if (existing != nullptr && existing->type == &type) {
            each.object = *existing;
        } else {
            each.object.id = id;
            each.object.type = &type;
            each.object.values.resize(type.attributes.size());
        }
        return each;
    }

    /// Returns how far east it reaches in its hall [m].
    double add(const std::string& hall, const Array& array, int least,
               const std::vector<Array>& all) {
        const auto* rack = catalogue_.spec<models::RackSpec>(array.first->part);
        std::string id = hall + '-' + idOf(array.row);
        const bool isAlone = std::count_if(all.begin(), all.end(), [&](const Array& other) {
                                 return other.firstRow == array.firstRow;
                             }) == 1;
        if (!isAlone) {
            id += '-' + std::to_string(array.firstPosition);
        }
        WantedObject each = wanted(models::RackBlockSpec::type(), id, array.first->line);
        const bool isNew = project_.find(id) == nullptr;
        const RowNumbering numbering = rowNumberingOf(array.row);
        set(each.object, "hall", hall);
        set(each.object, "rack", array.first->part);
        set(each.object, "rows", std::int64_t{array.rows});
        set(each.object, "racks_per_row", std::int64_t{array.count});
        if (numbering.isLetter) {
            set(each.object, "row_letters", true);
        } else {
            set(each.object, "row_prefix", numbering.prefix);
        }
        set(each.object, "first_row", std::int64_t{numbering.number});
        set(each.object, "first_position", std::int64_t{array.firstPosition});
        if (!array.first->feeds.empty()) {
            set(each.object, "feeds", array.first->feeds);
        }
        const double xM = kMarginM + (array.firstPosition - least) * rack->widthM;
        if (isNew) {
            set(each.object, "row_pitch_m", kRowPitchM);
            // Fronts of rows meet over a cold aisle, in one array or two.
            set(each.object, "facing", std::string(array.firstRow % 2 == 0 ? "south" : "north"));
            set(each.object, "x_m", xM);
            set(each.object, "y_m", kMarginM + array.firstRow * kRowPitchM);
        }
        each.words = std::to_string(array.rows * array.count) + " racks " + array.first->part;
        blocks_.push_back(std::move(each));
        return xM + array.count * rack->widthM;
    }

    void addHall(const std::string& id, const std::string& room, int line, double eastM, int rows) {
        WantedObject each = wanted(models::HallSpec::type(), id, line);
        const double widthM = std::ceil(eastM + kMarginM);
        set(each.object, "name", room);
        set(each.object, "x_m", nextHallX_);
        set(each.object, "width_m", widthM);
        set(each.object, "depth_m", std::ceil(2.0 * kMarginM + rows * kRowPitchM));
        each.words = "Hall";
        nextHallX_ += widthM + kBetweenHallsM;
        halls_.push_back(std::move(each));
    }

    std::string file_;
    const Project& project_;
    const Catalogue& catalogue_;
    ImportDraft& draft_;
    std::vector<WantedObject> halls_, blocks_;
    double nextHallX_ = 0.0;
};

}  // namespace

std::vector<WantedObject> netboxFloor(const std::vector<NamedRack>& racks, const std::string& file,
                                      const Project& project, const Catalogue& catalogue,
                                      ImportDraft& draft) {
    std::map<std::string, Rows, NaturalOrder> rooms;
    for (const NamedRack& rack : racks) {
        const RackPlaceName place = rackPlaceOf(rack.name);
        rooms[rack.room][place.row].push_back({place.position, &rack});
    }
    Builder builder(file, project, catalogue, draft);
    for (auto& [room, rows] : rooms) {
        builder.hall(room, rows);
    }
    return builder.take();
}

}  // namespace headroom::engine
