// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/netbox.h"

#include "engine/border/left_out.h"
#include "engine/document/json_text.h"
#include "engine/document/values.h"
#include "engine/exchange/foreign_records.h"
#include "engine/exchange/import_plan.h"
#include "engine/exchange/netbox_feeds.h"
#include "engine/exchange/netbox_floor.h"
#include "engine/exchange/netbox_words.h"
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

/// Kind of a device type.
struct Meaning {
    std::string server;  ///< empty if not a server
    std::string rack;    ///< of racks of them, where the mapping says
};

/// Devices of a type that nobody knows.
struct Unknown {
    int line = 0;
    int count = 0;
    int inUnits = 0;  ///< with a position in their rack
};

class Importer {
  public:
    Importer(const NetboxExport& data, const Project& project, const Catalogue& catalogue)
        : data_(data), project_(project), catalogue_(catalogue) {}

    ImportDraft run() {
        readMeanings();
        feeds_ = readFeeds(data_.feeds, draft_);
        checkCables(data_.cables, data_.feeds, draft_);
        if (readRacks() && readDevices()) {
            for (Rack& rack : racks_) {
                check(rack);
            }
            std::vector<NamedRack> floor;
            for (const Rack& rack : racks_) {
                place(rack, floor);
            }
            warnOfPanels();
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
              "The column " + inQuotes(*names.begin()) + " is missing.",
              "Export all columns (\"All data\"), or the JSON of the interface.");
        return false;
    }

    /// A number of a record, read by `read`; `otherwise` where none is stated.
    double numberOf(const ForeignRecord& record, const ForeignFile& file,
                    std::initializer_list<std::string_view> names, double otherwise, bool& isGood,
                    std::optional<double> (*read)(std::string_view)) {
        const std::string& text = record.get(names);
        if (text.empty()) {
            return otherwise;
        }
        const auto number = read(text);
        return number ? *number : badNumber(record, file, *names.begin(), text, otherwise, isGood);
    }

    double badNumber(const ForeignRecord& record, const ForeignFile& file, std::string_view column,
                     const std::string& text, double otherwise, bool& isGood) {
        fault(file.file, record.line, std::string(column), "007",
              inQuotes(text) + " is not a number with a unit that fits.",
              "Write a number with a decimal point, such as 48U or 1500.00 kg.");
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
        for (const char* field : {"device_type.slug", "device_type.model", "device_type", "type",
                                  "model", "templateid"}) {
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
        if (!records.isRead || !hasAny(records, data_.racks, {"name", "cabinetid"}) ||
            !hasAny(records, data_.racks,
                    {"site", "datacentername", "datacenterid", "datacenter"})) {
            return false;
        }
        std::map<std::string, int> lines;
        for (const ForeignRecord& record : records.records) {
            Rack rack;
            rack.line = record.line;
            // openDCIM calls the rack's name its location, and its site a data centre.
            const bool isCabinet = record.fields.contains("cabinetid");
            rack.name = isCabinet ? record.get({"location"}) : record.get({"name"});
            rack.site = record.get({"site", "datacentername", "datacenter", "datacenterid"});
            rack.location = isCabinet ? record.get({"zonename", "zone"}) : record.get({"location"});
            if (isCabinet) {
                cabinets_[record.get({"cabinetid"})] = {rack.site, rack.name};
            }
            if (const std::string status = statusOf(record); isLeftOut(status)) {
                notBuilt_.add(rack.line, rack.name + " is " + status);
                plannedRacks_.insert(rack.site + '\n' + rack.name);
                continue;
            }
            bool isGood = true;
            rack.heightU =
                numberOf(record, data_.racks, {"u_height", "height", "height_u", "cabinetheight"},
                         kUsualHeightU, isGood, rackUnitsOf);
            rack.firstU = numberOf(record, data_.racks, {"starting_unit"}, 1.0, isGood, positionOf);
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
                      "The rack " + inQuotes(rack.name) + " is on line " +
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

    /// The table "All data" states the unit in the cells: a mass without one has that of the rack's own mass.
    double massOf(const ForeignRecord& record, bool& isGood) {
        const std::string& text = record.get({"max_weight", "maxweight"});
        if (text.empty()) {
            return models::kNotStated;
        }
        std::string unit = record.get({"weight_unit.value", "weight_unit"});
        if (unit.empty()) {
            const std::string& own = record.get({"weight"});
            unit = own.substr(std::min(own.find_last_of("0123456789. ") + 1, own.size()));
        }
        const auto kg = kilogramsOf(text, unit);
        return kg ? *kg
                  : badNumber(record, data_.racks, "max_weight", text, models::kNotStated, isGood);
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
        // Devices may be in a location above that of their rack.
        return found->second.size() == 1 ? &racks_[found->second.front()] : nullptr;
    }

    bool readDevices() {
        const auto records =
            readForeignRecords(data_.devices.text, data_.devices.file, kPrefix, draft_);
        if (!records.isRead || !hasAny(records, data_.devices, {"rack", "cabinet"}) ||
            !hasAny(records, data_.devices, {"device_type", "type", "model", "templateid"})) {
            return false;
        }

        for (const ForeignRecord& record : records.records) {
            readDevice(record);
        }
        tellUnknown();
        return true;
    }

    // Rack and site of a device; openDCIM names its cabinet by number.
    std::pair<std::string, std::string> placeOf(const ForeignRecord& record) const {
        const std::string& cabinet = record.get({"cabinet"});
        const auto found = cabinets_.find(cabinet);
        if (found != cabinets_.end()) {
            return found->second;
        }
        return {record.get({"site", "datacentername", "datacenter", "datacenterid"}),
                record.get({"rack", "cabinet"})};
    }

    void readDevice(const ForeignRecord& record) {
        const auto [site, name] = placeOf(record);
        if (name.empty()) {
            return;  // on a shelf or in a store
        }
        const std::string status = statusOf(record);
        if (isLeftOut(status) || plannedRacks_.contains(site + '\n' + name)) {
            notBuilt_.add(record.line,
                          record.get({"name", "label"}) +
                              (isLeftOut(status) ? " is " + status : " is in a rack left out"));
            return;
        }
        Rack* rack = rackOf(site, record.get({"location"}), name);
        if (rack == nullptr) {
            unknownRack(record, site, name);
            return;
        }
        auto meaning = meaningOf(record);
        const std::string& type = record.get({"device_type", "type", "model", "templateid"});
        if (const std::string role = meaning ? std::string() : otherRole(record); !role.empty()) {
            meaning = Meaning{};
            otherRoles_.add(record.line, type + ", " + role);
        }
        if (meaning) {
            addDevice(record, *meaning, *rack);
            return;
        }
        // A device without units of the rack (a power strip) takes no server's place.
        const bool hasPlace =
            positionOf(record.get({"position", "position_u"})).value_or(0.0) > 0.0;
        Unknown& unknown = unknown_[type];
        unknown.line = unknown.count == 0 ? record.line : unknown.line;
        ++unknown.count;
        unknown.inUnits += hasPlace ? 1 : 0;
        rack->isRefused = rack->isRefused || hasPlace;
    }

    void tellUnknown() {
        for (const auto& [type, seen] : unknown_) {
            auto& told = fault(
                data_.devices.file, seen.line, "device_type", "010",
                "No server of the catalogue is called " + inQuotes(type) + " (" +
                    std::to_string(seen.count) + " devices); " +
                    (seen.inUnits > 0 ? "the racks with " + std::to_string(seen.inUnits) +
                                            " of them in their units are left out."
                                      : "none takes a unit of a rack, so they are ignored."),
                "Name its server in the table of parts (\"-\": no server), or import its device "
                "type.");
            told.isWarning = seen.inUnits == 0;
        }
        const auto warn = [&](const LeftOutEntries& left, const char* number, const char* remedy) {
            if (left.count() > 0) {
                fault(data_.devices.file, 0, "", number, left.note() + ".", remedy).isWarning =
                    true;
            }
        };
        warn(notBuilt_, "022", "Name their statuses with --netbox-status to count them as built.");
        warn(otherRoles_, "023",
             "Name a server for them in the table of parts if they are servers.");
    }

    bool isLeftOut(const std::string& status) const {
        if (!data_.statuses.empty()) {
            return !status.empty() && std::find(data_.statuses.begin(), data_.statuses.end(),
                                                status) == data_.statuses.end();
        }
        return saysNotBuilt(status);
    }

    void unknownRack(const ForeignRecord& record, const std::string& site,
                     const std::string& name) {
        std::string elsewhere;
        for (const Rack& rack : racks_) {
            elsewhere = rack.name == name ? rack.site : elsewhere;
        }
        fault(data_.devices.file, record.line, "rack", "006",
              "There is no rack " + inQuotes(name) + " at site " + inQuotes(site) + ".",
              elsewhere.empty() ? "Export the racks of that site as well."
                                : "A rack of that name is at site " + inQuotes(elsewhere) + ".");
    }

    void addDevice(const ForeignRecord& record, const Meaning& meaning, Rack& rack) {
        bool isGood = true;
        Device device;
        device.line = record.line;
        device.name = record.get({"name", "label"});
        device.type = record.get({"device_type", "type", "model"});
        device.position = numberOf(record, data_.devices, {"position", "position_u"},
                                   models::kNotStated, isGood, positionOf);
        if (device.position == 0.0) {
            device.position = models::kNotStated;  // openDCIM: not in the units
        }
        device.face = plain(record.get({"face.value", "face"}));
        const auto* server = catalogue_.spec<models::ServerSpec>(meaning.server);
        device.heightU =
            numberOf(record, data_.devices, {"device_type.u_height", "u_height", "height"},
                     server == nullptr ? models::kNotStated : server->heightU, isGood, rackUnitsOf);
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
                              ") are both in unit " + std::to_string(half / 2) + " of " +
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
        checkFeeds(rack);
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

    /// Nameplates of the servers against what the feeds of the rack carry where one side fails.
    void checkFeeds(const Rack& rack) {
        const StatedFeeds* feeds = feedsOf(rack);
        if (feeds == nullptr) {
            return;
        }
        const auto* server = catalogue_.spec<models::ServerSpec>(rack.server);
        const double eachW =
            std::isnan(server->nameplateW) ? server->measuredMaxW : server->nameplateW;
        const double watts = eachW * static_cast<double>(rack.servers.size());
        const double firmW = feeds->firmW();
        if (watts > firmW) {  // false where no power is stated
            const auto kw = [](double w) {
                return numberText(std::round(w / 100.0) / 10.0) + " kW";
            };
            fault(data_.feeds.file, 0, "", "024",
                  rack.name + ": its servers draw " + kw(watts) + ", but its feeds carry " +
                      kw(firmW) + (feeds->redundant > 0 ? " where one side fails." : "."),
                  "Check the feeds, or use stronger ones.")
                .isWarning = true;
        }
    }

    const StatedFeeds* feedsOf(const Rack& rack) const {
        auto found = feeds_.find({rack.site, rack.name});
        found = found == feeds_.end() ? feeds_.find({"", rack.name}) : found;
        return found == feeds_.end() ? nullptr : &found->second;
    }

    /// Power units of the project by the names of the panels of a rack: all, or none.
    std::vector<std::string> unitsOf(const Rack& rack) {
        const StatedFeeds* feeds = feedsOf(rack);
        std::vector<std::string> units;
        bool isWhole = true;
        for (const std::string& panel :
             feeds == nullptr ? std::vector<std::string>() : feeds->panels) {
            const Object* unit = nullptr;
            for (const Object* each : project_.objectsOf("power_unit")) {
                const models::Value name = each->value("name");
                const auto* text = std::get_if<std::string>(&name);
                if (plain(each->id) == plain(panel) ||
                    (text != nullptr && plain(*text) == plain(panel))) {
                    unit = each;
                }
            }
            if (unit == nullptr) {
                isWhole = false;
                unknownPanels_.insert(panel);
            } else if (std::find(units.begin(), units.end(), unit->id) == units.end()) {
                units.push_back(unit->id);
            }
        }
        if (feeds != nullptr && feeds->sharesPanel) {
            sharedPanels_.push_back(rack.name);
        }
        return isWhole ? units : std::vector<std::string>();
    }

    void warnOfPanels() {
        if (!unknownPanels_.empty()) {
            const std::vector<std::string> names(unknownPanels_.begin(), unknownPanels_.end());
            fault(data_.feeds.file, 0, "power_panel", "025",
                  "The project has no power unit called " + inQuotes(names) +
                      ": racks on them get no feeds.",
                  "Give the power unit the name of its panel, then import again.")
                .isWarning = true;
        }
        if (!sharedPanels_.empty()) {
            fault(data_.feeds.file, 0, "power_panel", "026",
                  std::to_string(sharedPanels_.size()) +
                      " racks have their primary and their redundant feed on one panel: " +
                      inQuotes(sharedPanels_) + '.',
                  "Move one side to another panel.")
                .isWarning = true;
        }
    }

    void place(const Rack& rack, std::vector<NamedRack>& floor) {
        if (!rack.isRefused && !rack.servers.empty()) {
            floor.push_back({rack.line, rack.name,
                             rack.location.empty() ? rack.site : rack.location, rack.part,
                             unitsOf(rack)});
        }
    }

    const NetboxExport& data_;
    const Project& project_;
    const Catalogue& catalogue_;
    ImportDraft draft_;
    std::map<std::string, Meaning> meanings_;
    std::vector<Rack> racks_;
    std::map<std::string, std::vector<std::size_t>> byName_;
    std::map<std::string, std::pair<std::string, std::string>> cabinets_;  ///< openDCIM: site, name
    std::map<std::pair<std::string, std::string>, StatedFeeds> feeds_;     ///< by site and rack
    std::map<std::string, Unknown> unknown_;                               ///< by device type
    std::set<std::string> unknownPanels_;
    std::vector<std::string> sharedPanels_;  ///< racks
    std::set<std::string> plannedRacks_;     ///< site, name
    LeftOutEntries notBuilt_{
        "racks and devices are left out because their status says that they are not built"};
    LeftOutEntries otherRoles_{"devices count as no servers by their role"};
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
