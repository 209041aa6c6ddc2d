// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/netbox.h"

#include "engine/base/number.h"
#include "engine/base/scale.h"
#include "engine/document/json_text.h"
#include "engine/document/values.h"
#include "engine/exchange/foreign_records.h"
#include "engine/exchange/import_plan.h"
#include "engine/exchange/netbox_floor.h"
#include "models/compute/rack.h"
#include "models/compute/server.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace headroom::engine {

namespace {

const std::string kPrefix = "NBX";
constexpr double kUsualHeightU = 42.0;  // what NetBox takes where nothing is stated

/// Letters and digits alone, in lower case: names that differ only in dashes are the same.
std::string plain(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
            result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return result;
}

struct Device {
    int line = 0;
    std::string name, type;
    double position = models::kNotStated;
    std::string face;
    double heightU = models::kNotStated;
};

struct Rack {
    int line = 0;
    std::string name, site, location;
    double heightU = kUsualHeightU;
    double firstU = 1.0;
    double maximumKg = models::kNotStated;
    bool isRefused = false;
    std::vector<Device> servers;
    std::string server;  ///< catalogue id
    std::string part;    ///< rack part that a mapping names
};

/// What a device type is.
struct Meaning {
    std::string server;  ///< empty: not a server
    std::string rack;    ///< of racks of them, where the mapping says
};

class Importer {
  public:
    Importer(const NetboxExport& data, const Project& project, const Catalogue& catalogue)
        : data_(data), project_(project), catalogue_(catalogue) {}

    ImportDraft run() {
        readMeanings();
        if (readRacks() && readDevices()) {
            for (Rack& rack : racks_) {
                check(rack);
            }
            std::vector<NamedRack> floor;
            for (const Rack& rack : racks_) {
                place(rack, floor);
            }
            auto wanted = netboxFloor(floor, data_.racks.file, project_, catalogue_, draft_);
            planEdits(wanted, {}, project_, catalogue_, kPrefix, draft_);
        }
        return std::move(draft_);
    }

  private:
    ImportFault& fault(const std::string& file, int line, const std::string& column,
                       const std::string& number, std::string message, std::string remedy) {
        ImportFault fault;
        fault.file = file;
        fault.line = line;
        fault.columnName = column;
        fault.code = kPrefix + '-' + number;
        fault.message = std::move(message);
        fault.remedy = std::move(remedy);
        draft_.faults.push_back(std::move(fault));
        return draft_.faults.back();
    }

    bool hasAny(const ForeignRecords& records, const ForeignFile& file,
                std::initializer_list<std::string_view> names) {
        for (const std::string_view name : names) {
            if (std::find(records.fields.begin(), records.fields.end(), name) !=
                records.fields.end()) {
                return true;
            }
        }
        fault(file.file, 1, std::string(*names.begin()), "002",
              "There is no column " + inQuotes(*names.begin()) + ".",
              "Export all columns (\"All data\"), or the JSON of the interface.");
        return false;
    }

    /// A number of a record; `otherwise` where none is stated.
    double numberOf(const ForeignRecord& record, const ForeignFile& file,
                    std::initializer_list<std::string_view> names, double otherwise, bool& isGood) {
        const std::string& text = record.get(names);
        if (text.empty()) {
            return otherwise;
        }
        if (const auto number = parseNumber(text); number && std::fabs(*number) < 1e6) {
            return *number;
        }
        fault(file.file, record.line, std::string(*names.begin()), "007",
              inQuotes(text) + " is no number that can stand here.",
              "Write a number with a decimal point.");
        isGood = false;
        return otherwise;
    }

    void readMeanings() {
        if (data_.parts.text.empty()) {
            return;
        }
        const auto records =
            readForeignRecords(data_.parts.text, data_.parts.file, kPrefix, draft_);
        for (const ForeignRecord& record : records.records) {
            const std::string& type = record.get({"device_type"});
            const std::string& server = record.get({"server"});
            const std::string& rack = record.get({"rack"});
            const bool isServer = server != "-";
            if (type.empty() || server.empty() ||
                (isServer && catalogue_.find("server", server) == nullptr) ||
                (!rack.empty() && catalogue_.find("rack", rack) == nullptr)) {
                fault(data_.parts.file, record.line, "", "013",
                      "The line names no device type, or parts that the catalogue lacks: " +
                          inQuotes(type) + ", " + inQuotes(server) + ", " + inQuotes(rack) + ".",
                      "Columns are device_type, server (a catalogue id, or - for none), rack.");
                continue;
            }
            meanings_[plain(type)] = Meaning{isServer ? server : "", rack};
        }
    }

    std::optional<Meaning> meaningOf(const ForeignRecord& record) const {
        const std::string& maker = record.get({"device_type.manufacturer", "manufacturer"});
        std::vector<std::string> names;
        for (const char* field : {"device_type.slug", "device_type.model", "device_type", "type"}) {
            if (const std::string name = plain(record.get({field})); !name.empty()) {
                names.push_back(name);
                const std::string prefix = plain(maker);
                if (!prefix.empty() && name.starts_with(prefix) && name != prefix) {
                    names.push_back(name.substr(prefix.size()));
                }
            }
        }
        for (const std::string& name : names) {
            if (const auto found = meanings_.find(name); found != meanings_.end()) {
                return found->second;
            }
        }
        for (const CatalogueEntry& entry : catalogue_.entries()) {
            for (const std::string& name : names) {
                if (name != plain(entry.id) && name != plain(entry.name)) {
                    continue;
                }
                if (entry.type->id == "server") {
                    return Meaning{entry.id, ""};
                }
                if (entry.type->id == "switch" || entry.type->id == "pdu" ||
                    entry.type->id == "ups") {
                    return Meaning{};
                }
            }
        }
        return std::nullopt;
    }

    bool readRacks() {
        const auto records =
            readForeignRecords(data_.racks.text, data_.racks.file, kPrefix, draft_);
        if (!records.isRead || !hasAny(records, data_.racks, {"name"}) ||
            !hasAny(records, data_.racks, {"site"})) {
            return false;
        }
        std::map<std::string, int> lines;
        for (const ForeignRecord& record : records.records) {
            Rack rack;
            rack.line = record.line;
            rack.name = record.get({"name"});
            rack.site = record.get({"site"});
            rack.location = record.get({"location"});
            bool isGood = true;
            rack.heightU = numberOf(record, data_.racks, {"u_height", "height", "height_u"},
                                    kUsualHeightU, isGood);
            rack.firstU = numberOf(record, data_.racks, {"starting_unit"}, 1.0, isGood);
            rack.maximumKg = massOf(record, isGood);
            rack.isRefused = !isGood;
            if (rack.name.empty() || rack.site.empty()) {
                fault(data_.racks.file, rack.line, rack.name.empty() ? "name" : "site", "002",
                      "The rack has no name or no site.", "Give it both in NetBox.");
                rack.isRefused = true;
            }
            const auto [first, isNew] =
                lines.emplace(rack.site + '\n' + rack.location + '\n' + rack.name, rack.line);
            if (!isNew) {
                fault(data_.racks.file, rack.line, "name", "005",
                      "The rack " + inQuotes(rack.name) + " stands on line " +
                          std::to_string(first->second) + " already.",
                      "Keep one line for each rack.");
                rack.isRefused = true;
            }
            racks_.push_back(std::move(rack));
        }
        for (std::size_t i = 0; i < racks_.size(); ++i) {
            byName_[racks_[i].site + '\n' + racks_[i].name].push_back(i);
        }
        return true;
    }

    double massOf(const ForeignRecord& record, bool& isGood) {
        const double mass =
            numberOf(record, data_.racks, {"max_weight"}, models::kNotStated, isGood);
        const std::string unit = plain(record.get({"weight_unit.value", "weight_unit"}));
        if (unit.starts_with("lb") || unit.starts_with("pound")) {
            return mass * kPoundKg;
        }
        if (unit.starts_with("oz") || unit.starts_with("ounce")) {
            return mass * kPoundKg / 16.0;
        }
        return unit == "g" || unit.starts_with("gram") ? mass / 1000.0 : mass;
    }

    Rack* rackOf(const std::string& site, const std::string& location, const std::string& name) {
        const auto found = byName_.find(site + '\n' + name);
        if (found == byName_.end()) {
            return nullptr;
        }
        for (const std::size_t i : found->second) {
            if (location.empty() || racks_[i].location == location) {
                return &racks_[i];
            }
        }
        // Devices may stand in a location above that of their rack.
        return found->second.size() == 1 ? &racks_[found->second.front()] : nullptr;
    }

    bool readDevices() {
        const auto records =
            readForeignRecords(data_.devices.text, data_.devices.file, kPrefix, draft_);
        if (!records.isRead || !hasAny(records, data_.devices, {"rack"}) ||
            !hasAny(records, data_.devices, {"device_type", "type"})) {
            return false;
        }

        struct Unknown {
            int line = 0;
            int count = 0;
        };

        std::map<std::string, Unknown> unknown;
        for (const ForeignRecord& record : records.records) {
            const std::string& name = record.get({"rack"});
            if (name.empty()) {
                continue;  // on a shelf or in a store: nothing of the floor
            }
            Rack* rack = rackOf(record.get({"site"}), record.get({"location"}), name);
            if (rack == nullptr) {
                unknownRack(record, name);
                continue;
            }
            const auto meaning = meaningOf(record);
            if (!meaning) {
                Unknown& type = unknown[record.get({"device_type", "type"})];
                type.line = type.count == 0 ? record.line : type.line;
                ++type.count;
                // What has no place in the units of a rack (power strips) is nothing that counts.
                rack->isRefused = rack->isRefused || !record.get({"position"}).empty();
                continue;
            }
            addDevice(record, *meaning, *rack);
        }
        for (const auto& [type, seen] : unknown) {
            fault(data_.devices.file, seen.line, "device_type", "010",
                  "No server of the catalogue is called " + inQuotes(type) + " (" +
                      std::to_string(seen.count) + " devices); racks that hold it are left out.",
                  "Name its server in the table of parts (\"-\": no server), or import its device "
                  "type.");
        }
        return true;
    }

    void unknownRack(const ForeignRecord& record, const std::string& name) {
        std::string elsewhere;
        for (const Rack& rack : racks_) {
            elsewhere = rack.name == name ? rack.site : elsewhere;
        }
        fault(data_.devices.file, record.line, "rack", "006",
              "There is no rack " + inQuotes(name) + " at site " + inQuotes(record.get({"site"})) +
                  ".",
              elsewhere.empty() ? "Export the racks of that site as well."
                                : "A rack of that name is at site " + inQuotes(elsewhere) + ".");
    }

    void addDevice(const ForeignRecord& record, const Meaning& meaning, Rack& rack) {
        bool isGood = true;
        Device device;
        device.line = record.line;
        device.name = record.get({"name"});
        device.type = record.get({"device_type", "type"});
        device.position =
            numberOf(record, data_.devices, {"position", "position_u"}, models::kNotStated, isGood);
        device.face = plain(record.get({"face.value", "face"}));
        const auto* server = catalogue_.spec<models::ServerSpec>(meaning.server);
        device.heightU = numberOf(record, data_.devices, {"device_type.u_height", "u_height"},
                                  server == nullptr ? models::kNotStated : server->heightU, isGood);
        rack.isRefused = rack.isRefused || !isGood;
        occupy(device, rack);
        if (meaning.server.empty()) {
            return;
        }
        if (!rack.server.empty() && rack.server != meaning.server) {
            mixed_.insert(&rack);
        }
        rack.server = meaning.server;
        rack.part = meaning.rack;
        rack.servers.push_back(std::move(device));
    }

    /// Units of 44.45 mm; half units are counted as the halves they are.
    void occupy(const Device& device, Rack& rack) {
        if (std::isnan(device.position)) {
            return;
        }
        const double height = std::isnan(device.heightU) ? 0.5 : device.heightU;
        if (device.position < rack.firstU ||
            device.position + height > rack.firstU + rack.heightU) {
            fault(
                data_.devices.file, device.line, "position", "009",
                inQuotes(device.name) + " takes units " + numberText(device.position) + " to " +
                    numberText(device.position + height - (std::isnan(device.heightU) ? 0.5 : 1)) +
                    ", but " + inQuotes(rack.name) + " has units " + numberText(rack.firstU) +
                    " to " + numberText(rack.firstU + rack.heightU - 1) + ".",
                "Correct the position, or the height of the rack.");
            rack.isRefused = true;
            return;
        }
        std::map<int, const Device*>* sides[] = {&taken_[&rack][0], &taken_[&rack][1]};
        // Without a face a device takes both.
        const bool isFront = device.face != "rear";
        const bool isRear = device.face != "front";
        const int first = static_cast<int>(std::lround(2.0 * device.position));
        const int last = first + std::max(1, static_cast<int>(std::lround(2.0 * height)));
        const Device& kept = all_.emplace_back(device);
        for (int half = first; half < last; ++half) {
            for (int side = 0; side < 2; ++side) {
                if (side == 0 ? !isFront : !isRear) {
                    continue;
                }
                const auto [place, isFree] = sides[side]->emplace(half, &kept);
                if (!isFree) {
                    fault(data_.devices.file, device.line, "position", "008",
                          inQuotes(device.name) + " and " + inQuotes(place->second->name) +
                              " (line " + std::to_string(place->second->line) +
                              ") are both in unit " + numberText(half / 2) + " of " +
                              inQuotes(rack.name) + ".",
                          "Correct the position of one of them.");
                    rack.isRefused = true;
                    return;
                }
            }
        }
    }

    void check(Rack& rack) {
        if (rack.isRefused) {
            draft_.rows.push_back({data_.racks.file, rack.line, rack.name, ImportAction::Refuse,
                                   "its line or its devices have faults"});
            return;
        }
        if (rack.servers.empty()) {
            draft_.rows.push_back({data_.racks.file, rack.line, rack.name, ImportAction::Same,
                                   "no servers: nothing to simulate"});
            return;
        }
        if (mixed_.count(&rack) > 0) {
            refuse(rack, "It holds servers of several kinds.",
                   "Racks of the catalogue hold one kind; model them as two.");
            return;
        }
        const std::string part = partOf(rack);
        if (part.empty()) {
            return;
        }
        rack.part = part;
        checkMass(rack);
    }

    void refuse(Rack& rack, const std::string& message, const std::string& remedy) {
        fault(data_.racks.file, rack.line, "name", "011", rack.name + ": " + message, remedy);
        draft_.rows.push_back(
            {data_.racks.file, rack.line, rack.name, ImportAction::Refuse, message});
        rack.isRefused = true;
    }

    std::string partOf(Rack& rack) {
        const auto count = static_cast<int>(rack.servers.size());
        std::vector<std::string> fits;
        std::string others;
        for (const CatalogueEntry* entry : catalogue_.entriesOf("rack")) {
            const auto* spec = static_cast<const models::RackSpec*>(entry->spec.get());
            if (spec->server != rack.server) {
                continue;
            }
            others += (others.empty() ? "" : ", ") + entry->id + " (" +
                      std::to_string(spec->servers) + ")";
            if (spec->servers == count && (rack.part.empty() || rack.part == entry->id)) {
                fits.push_back(entry->id);
            }
        }
        const std::string what = std::to_string(count) + " x " + rack.server;
        if (fits.size() == 1) {
            return fits.front();
        }
        if (fits.empty()) {
            refuse(rack, "No rack of the catalogue holds " + what + ".",
                   others.empty() ? "Add one to the catalogue of the project."
                                  : "Racks with that server: " + others +
                                        ". Add one to the catalogue of the project.");
        } else {
            refuse(rack,
                   "Several racks of the catalogue hold " + what + ": " + inQuotes(fits) + ".",
                   "Name one in the column rack of the table of parts.");
        }
        return {};
    }

    void checkMass(const Rack& rack) {
        const auto* server = catalogue_.spec<models::ServerSpec>(rack.server);
        const double mass = server->massKg * static_cast<double>(rack.servers.size());
        if (mass > rack.maximumKg) {  // false where either is not stated
            fault(data_.racks.file, rack.line, "max_weight", "012",
                  rack.name + ": its servers weigh " + numberText(std::round(mass)) +
                      " kg, but it may hold " + numberText(std::round(rack.maximumKg)) + " kg.",
                  "Check the masses, or use a stronger rack.")
                .isWarning = true;
        }
    }

    static void place(const Rack& rack, std::vector<NamedRack>& floor) {
        if (!rack.isRefused && !rack.servers.empty()) {
            floor.push_back({rack.line, rack.name,
                             rack.location.empty() ? rack.site : rack.location, rack.part});
        }
    }

    const NetboxExport& data_;
    const Project& project_;
    const Catalogue& catalogue_;
    ImportDraft draft_;
    std::map<std::string, Meaning> meanings_;
    std::vector<Rack> racks_;
    std::map<std::string, std::vector<std::size_t>> byName_;
    std::set<const Rack*> mixed_;
    std::deque<Device> all_;  // at addresses that stay
    std::map<const Rack*, std::map<int, const Device*>[2]> taken_;
};

}  // namespace

ImportDraft parseNetbox(const NetboxExport& data, const Project& project,
                        const Catalogue& catalogue) {
    return Importer(data, project, catalogue).run();
}

}  // namespace headroom::engine
