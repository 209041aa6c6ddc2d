// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/device_type.h"

#include "engine/base/json.h"
#include "engine/base/scale.h"
#include "engine/document/json_text.h"
#include "engine/document/values.h"
#include "engine/exchange/catalogue_part.h"
#include "engine/exchange/device_kind.h"
#include "engine/exchange/rack_names.h"
#include "engine/files/delimited.h"
#include "engine/files/text_file.h"
#include "models/compute/rack.h"
#include "models/compute/server.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <system_error>
#include <utility>
#include <yaml-cpp/yaml.h>

namespace headroom::engine {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr double kLeastAdapterGbps = 100.0;
constexpr std::size_t kMaximumBytes = 4U << 20U;  // no device type is larger

/// Rated current of couplers: UL 498 and CSA C22.2 No. 42 at 250 V, which is above that of IEC
/// 60320-1 (10 A and 16 A), so that nothing which somebody sells is refused.
struct Coupler {
    std::string_view name;
    double amperes;
};

constexpr std::array<Coupler, 6> kCouplers = {{{"iec-60320-c6", 3.2},
                                               {"iec-60320-c8", 10},
                                               {"iec-60320-c14", 15},
                                               {"iec-60320-c16", 15},
                                               {"iec-60320-c20", 20},
                                               {"iec-60320-c22", 20}}};
constexpr double kCouplerV = 250.0;

/// Rate of an interface from the word for its kind: "400gbase-x-osfp" 400; NaN: none that counts.
double rateGbps(const std::string& kind) {
    static const std::map<std::string, double> kInfiniBand = {{"infiniband-edr", 100},
                                                              {"infiniband-hdr", 200},
                                                              {"infiniband-ndr", 400},
                                                              {"infiniband-xdr", 800}};
    if (const auto found = kInfiniBand.find(kind); found != kInfiniBand.end()) {
        return found->second;
    }
    double rate = models::kNotStated;
    const char* end = kind.data() + kind.size();
    const auto [stop, fault] = std::from_chars(kind.data(), end, rate);
    const std::string_view rest(stop, static_cast<std::size_t>(end - stop));
    return fault == std::errc{} && rest.starts_with("gbase") ? rate : models::kNotStated;
}

class DeviceTypeReader {
  public:
    DeviceTypeReader(std::string file, DeviceTypeDraft& draft)
        : file_(std::move(file)), draft_(draft) {}

    void read(const YAML::Node& root) {
        DeviceType& type = draft_.type;
        type.manufacturer = textOf(root, "manufacturer");
        type.model = textOf(root, "model");
        type.slug = textOf(root, "slug");
        draft_.id = idOf(type.slug);
        if (draft_.id.empty() && !type.slug.empty()) {
            fault(root["slug"], "003", "The slug " + inQuotes(type.slug) + " makes no id.",
                  "Use letters, digits and hyphens.");
        }
        type.heightU = numberOf(root, "u_height", 0.0, 100.0);
        type.massKg = numberOf(root, "weight", 0.0, 1e5) * massFactor(root);
        readPorts(root["power-ports"]);
        readInterfaces(root["interfaces"]);
    }

  private:
    void fault(const YAML::Node& at, const std::string& number, std::string message,
               std::string remedy) {
        ImportFault fault;
        fault.file = file_;
        fault.line = at.IsDefined() && !at.Mark().is_null() ? at.Mark().line + 1 : 0;
        fault.code = "DEV-" + number;
        fault.message = std::move(message);
        fault.remedy = std::move(remedy);
        draft_.faults.push_back(std::move(fault));
    }

    std::string textOf(const YAML::Node& root, const std::string& key) {
        const YAML::Node node = root[key];
        if (!node.IsDefined() || !node.IsScalar() || node.Scalar().empty()) {
            fault(root, "002", inQuotes(key) + " is missing.", "A device type states it.");
            return {};
        }
        return node.Scalar();
    }

    /// NaN where it is not stated.
    double numberOf(const YAML::Node& map, const std::string& key, double minimum, double maximum) {
        const YAML::Node node = map[key];
        if (!node.IsDefined() || node.IsNull()) {
            return models::kNotStated;
        }
        double number = 0.0;
        const std::string text = node.IsScalar() ? node.Scalar() : std::string();
        const auto [stop, failure] =
            std::from_chars(text.data(), text.data() + text.size(), number);
        if (failure != std::errc{} || stop != text.data() + text.size() || !(number >= minimum) ||
            !(number <= maximum)) {
            fault(node, "003",
                  inQuotes(key) + " is " + inQuotes(text) + ", but must be a number from " +
                      numberText(minimum) + " to " + numberText(maximum) + ".",
                  "Correct it.");
            return models::kNotStated;
        }
        return number;
    }

    double massFactor(const YAML::Node& root) {
        const YAML::Node unit = root["weight_unit"];
        const std::string word = unit.IsDefined() && unit.IsScalar() ? unit.Scalar() : "kg";
        if (word == "lb") {
            return kPoundKg;
        }
        if (word == "oz") {
            return kPoundKg / 16.0;
        }
        if (word != "kg" && word != "g") {
            fault(unit, "003", "\"weight_unit\" is " + inQuotes(word) + ".",
                  "Use kg, g, lb or oz.");
        }
        return word == "g" ? 1e-3 : 1.0;
    }

    void readPorts(const YAML::Node& ports) {
        if (!ports.IsDefined() || ports.IsNull()) {
            fault(ports, "007", "It has no power ports.",
                  "Its power supplies are those of the server that it is like.");
            draft_.faults.back().isWarning = true;
            return;
        }
        if (!ports.IsSequence()) {
            fault(ports, "003", "\"power-ports\" must be a list.", "Correct it.");
            return;
        }
        bool allStated = true;
        double sumW = 0.0;
        for (const YAML::Node& port : ports) {
            if (!port.IsMap()) {
                fault(port, "003", "A power port must be a map.", "Correct it.");
                continue;
            }
            ++draft_.type.inlets;
            const double drawW = numberOf(port, "maximum_draw", 0.0, 1e6);
            const double allottedW = numberOf(port, "allocated_draw", 0.0, 1e6);
            allStated = allStated && !std::isnan(drawW);
            sumW += std::isnan(drawW) ? 0.0 : drawW;
            checkPort(port, drawW, allottedW);
        }
        draft_.type.inletsW = allStated ? sumW : 0.0;
    }

    void checkPort(const YAML::Node& port, double drawW, double allottedW) {
        const YAML::Node kind = port["type"];
        const std::string type = kind.IsDefined() && kind.IsScalar() ? kind.Scalar() : "";
        if (allottedW > drawW) {
            fault(port, "005",
                  "A power port is allotted " + numberText(allottedW) + " W, but may draw " +
                      numberText(drawW) + " W.",
                  "Correct one of the two.");
        }
        for (const Coupler& coupler : kCouplers) {
            const double carriesW = coupler.amperes * kCouplerV;
            if (coupler.name == type && drawW > carriesW) {
                fault(port, "005",
                      "A power port may draw " + numberText(drawW) + " W, but its coupler " + type +
                          " carries " + numberText(carriesW) + " W at most (" +
                          numberText(coupler.amperes) + " A at 250 V).",
                      "Correct the coupler or the draw.");
            }
        }
    }

    void readInterfaces(const YAML::Node& list) {
        if (!list.IsDefined() || !list.IsSequence()) {
            return;
        }
        DeviceType& type = draft_.type;
        for (const YAML::Node& each : list) {
            if (!each.IsMap() || !each["type"].IsDefined() || !each["type"].IsScalar() ||
                (each["mgmt_only"].IsDefined() && each["mgmt_only"].IsScalar() &&
                 each["mgmt_only"].Scalar() == "true")) {
                continue;
            }
            const double rate = rateGbps(each["type"].Scalar());
            if (!(rate >= kLeastAdapterGbps) || rate < type.adapterGbps) {
                continue;
            }
            type.adapters = rate > type.adapterGbps ? 1 : type.adapters + 1;
            type.adapterGbps = rate;
        }
    }

    std::string file_;
    DeviceTypeDraft& draft_;
};

ImportFault plainFault(const std::string& file, int line, std::string code, std::string message,
                       std::string remedy) {
    ImportFault fault;
    fault.file = file;
    fault.line = line;
    fault.code = std::move(code);
    fault.message = std::move(message);
    fault.remedy = std::move(remedy);
    return fault;
}

int countOf(const YAML::Node& root, const char* key) {
    const YAML::Node list = root[key];
    return list.IsDefined() && list.IsSequence() ? static_cast<int>(list.size()) : 0;
}

/// Power that ports may draw together, against the stated draw of the server.
void checkDraw(const std::string& file, DeviceTypeDraft& draft, const models::ServerSpec& server) {
    const double statedW = std::isnan(server.nameplateW) ? server.measuredMaxW : server.nameplateW;
    if (draft.type.inletsW > 0.0 && draft.type.inletsW < statedW) {
        draft.faults.push_back(
            plainFault(file, 0, "DEV-006",
                       "Its " + std::to_string(draft.type.inlets) + " power ports may draw " +
                           numberText(draft.type.inletsW) + " W together, but " + draft.like +
                           " draws " + numberText(statedW) + " W.",
                       "Check the ports, or name another server that it is like."));
        draft.faults.back().isWarning = true;
    }
}

/// A figure that is not that of the part which lends the rest.
struct OwnFigure {
    OrderedJson value;
    std::string status, note;
};

using OwnFigures = std::map<std::string_view, OwnFigure>;

/// A part with figures of its own, and those of another part for the rest.
OrderedJson partLike(const CatalogueEntry& like, const std::string& id, const std::string& name,
                     const std::string& source, const OwnFigures& own) {
    OrderedJson figures = OrderedJson::object();
    for (std::size_t i = 0; i < like.values.size(); ++i) {
        const models::Attribute& a = like.type->attributes[i];
        const auto found = own.find(a.key);
        const bool isOwn = found != own.end();
        // Words that belong to the other make alone.
        const bool isTheirs = a.key == "price_usd" || a.key == "mass_kg" || a.key == "height_u";
        if (!isOwn && (isTheirs || std::holds_alternative<std::monostate>(like.values[i]))) {
            continue;
        }
        OrderedJson figure = OrderedJson::object();
        figure["value"] =
            isOwn ? found->second.value : parseJson<OrderedJson>(valueToJson(like.values[i]));
        if (!a.unit.symbol.empty()) {
            figure["unit"] = a.unit.symbol;
        }
        figure["source"] = isOwn ? source : "like";
        figure["status"] = isOwn ? found->second.status : "assumption";
        const std::string note =
            isOwn ? found->second.note : "As of " + like.id + "; the device type does not say.";
        if (!note.empty()) {
            figure["note"] = note;
        }
        figures[std::string(a.key)] = std::move(figure);
    }
    return OrderedJson{{"id", id}, {"name", name}, {"figures", std::move(figures)}};
}

OrderedJson serverOf(const DeviceTypeDraft& draft, const CatalogueEntry& like) {
    const DeviceType& type = draft.type;
    OwnFigures own;
    const auto state = [&own](std::string_view key, OrderedJson value) {
        own[key] = {std::move(value), "secondary", {}};
    };
    if (!std::isnan(type.heightU)) {
        state("height_u", type.heightU);
    }
    if (!std::isnan(type.massKg)) {
        state("mass_kg", std::round(type.massKg * 100.0) / 100.0);
    }
    if (type.inlets > 0) {
        state("psus", type.inlets);
    }
    if (type.adapters > 0) {
        state("nics", type.adapters);
    }
    return partLike(like, draft.id, type.manufacturer + ' ' + type.model, draft.id, own);
}

/// DEV-003 where a figure of the part's own is beyond what a catalogue takes: written, it would
/// keep the project from being read.
void checkRanges(const std::string& file, DeviceTypeDraft& draft, const OrderedJson& part,
                 const models::ComponentType& type) {
    for (const auto& [key, figure] : part["figures"].items()) {
        const models::Attribute& a = *type.find(key);
        const OrderedJson& value = figure["value"];
        if (!value.is_number() || figure["source"] == "like") {
            continue;
        }
        const auto number = value.get<double>();
        if (number < a.minimum || number > a.maximum) {
            draft.faults.push_back(plainFault(
                file, 0, "DEV-003",
                std::string(a.label) + " comes to " + numberText(number) + ", but must be from " +
                    numberText(a.minimum) + " to " + numberText(a.maximum) + ".",
                "Correct the device type."));
        }
    }
}

/// A rack of the new server, after the first that holds the one that it is like.
void addRack(const std::string& file, DeviceTypeDraft& draft, const Catalogue& catalogue) {
    const CatalogueEntry* like = nullptr;
    for (const CatalogueEntry* entry : catalogue.entriesOf("rack")) {
        if (static_cast<const models::RackSpec*>(entry->spec.get())->server == draft.like) {
            like = entry;
            break;
        }
    }
    const auto none = [&](const std::string& why) {
        draft.faults.push_back(plainFault(file, 0, "DEV-009", why + " No rack is added.",
                                          "Add one to catalog/rack.json next to the project."));
        draft.faults.back().isWarning = true;
    };
    if (like == nullptr) {
        none("The catalogue has no rack of " + draft.like + ".");
        return;
    }
    const auto& rack = *static_cast<const models::RackSpec*>(like->spec.get());
    draft.perRack = rack.servers;
    if (draft.type.heightU > 0.0 && rack.unitsU > 0) {
        const double fit = std::max(
            0.0, std::floor((rack.unitsU - rack.switchTrays - rack.shelves) / draft.type.heightU));
        draft.perRack = static_cast<int>(std::min<double>(rack.servers, fit));
        if (draft.perRack == 0) {
            none("Its " + numberText(draft.type.heightU) + " U do not fit the " +
                 std::to_string(rack.unitsU) + " U of " + like->id + ".");
            return;
        }
    }
    draft.rackId = draft.id + "-rack";
    draft.rackLike = like->id;
    OwnFigures own;
    own["server"] = {draft.id, "assumption", "The device type."};
    own["servers"] = {draft.perRack, "assumption",
                      draft.perRack == rack.servers
                          ? "As many as " + like->id + " holds."
                          : "As many as fit " + std::to_string(rack.unitsU) + " U."};
    const auto* old = catalogue.spec<models::ServerSpec>(draft.like);
    const double massKg =
        rack.massKg + draft.perRack * draft.type.massKg - rack.servers * old->massKg;
    if (massKg > 1.0) {  // not where one of them is not stated
        own["mass_kg"] = {std::round(massKg), "derived",
                          "That of " + like->id + " with the servers exchanged."};
    }
    const OrderedJson part = partLike(*like, draft.rackId,
                                      "Rack, " + std::to_string(draft.perRack) + " x " +
                                          draft.type.manufacturer + ' ' + draft.type.model,
                                      draft.id, own);
    checkRanges(file, draft, part, *like->type);
    draft.rackPart = jsonText(part, 2);
}

/// The first line that is not UTF-8; 0 if all are.
int lineThatIsNoText(std::string_view text) {
    for (int line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (!isUtf8Text(text.substr(0, end))) {
            return line;
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return 0;
}

}  // namespace

int DeviceTypeDraft::errors() const {
    return static_cast<int>(std::count_if(faults.begin(), faults.end(),
                                          [](const ImportFault& f) { return !f.isWarning; }));
}

DeviceTypeDraft parseDeviceType(const std::string& text, const std::string& file,
                                const std::string& like, const Catalogue& catalogue) {
    DeviceTypeDraft draft;
    draft.like = like;
    if (const int line = lineThatIsNoText(text); line > 0) {
        draft.faults.push_back(plainFault(file, line, "DEV-001",
                                          "The line is not UTF-8, or holds a zero byte.",
                                          "Download the file again, or save it as UTF-8."));
        return draft;
    }
    YAML::Node root;
    try {
        // Aliases of YAML can grow without limit; device types have none.
        const bool isPlain = text.size() <= kMaximumBytes && text.find('*') == std::string::npos;
        root = isPlain ? YAML::Load(text) : YAML::Node();
    } catch (const YAML::Exception& exception) {
        draft.faults.push_back(plainFault(file, exception.mark.line + 1, "DEV-001",
                                          "The file is not YAML: " + exception.msg + ".",
                                          "Download it again."));
        return draft;
    }
    if (!root.IsMap()) {
        draft.faults.push_back(
            plainFault(file, 1, "DEV-001",
                       "The file is not a device type: it must be one map of plain "
                       "values.",
                       "Choose a file of a device type library."));
        return draft;
    }
    try {
        DeviceTypeReader(file, draft).read(root);
    } catch (const YAML::Exception& exception) {
        draft.faults.push_back(plainFault(file, exception.mark.line + 1, "DEV-003",
                                          "A value is of the wrong kind: " + exception.msg + ".",
                                          "Correct it."));
    }
    const DevicePorts ports{countOf(root, "power-outlets"), countOf(root, "interfaces"),
                            countOf(root, "module-bays") + countOf(root, "device-bays")};
    if (auto fault = faultOfKind(draft.type, ports, catalogue)) {
        fault->file = file;
        draft.faults.push_back(std::move(*fault));
        return draft;
    }
    const CatalogueEntry* entry = catalogue.find("server", like);
    if (entry == nullptr) {
        std::vector<std::string> ids;
        for (const CatalogueEntry* each : catalogue.entriesOf("server")) {
            ids.push_back(each->id);
        }
        draft.faults.push_back(plainFault(
            file, 0, "DEV-004",
            like.empty() ? "A device type states neither accelerators nor host power nor cooling."
                         : "The catalogue has no server " + inQuotes(like) + ".",
            didYouMean(like, ids, "Name a server of the catalogue that it is like.")));
        return draft;
    }
    const auto& likeServer = *static_cast<const models::ServerSpec*>(entry->spec.get());
    if (auto fault = faultOfSize(draft.type, like, likeServer)) {
        fault->file = file;
        draft.faults.push_back(std::move(*fault));
    }
    checkDraw(file, draft, likeServer);
    if (draft.errors() == 0) {
        const OrderedJson server = serverOf(draft, *entry);
        checkRanges(file, draft, server, *entry->type);
        if (draft.errors() == 0) {
            draft.part = jsonText(server, 2);
            addRack(file, draft, catalogue);
        }
        if (draft.errors() > 0) {
            draft.part.clear();
            draft.rackPart.clear();
        }
    }
    return draft;
}

std::vector<ImportRow> DeviceTypeDraft::rows(const std::string& file,
                                             const Catalogue& catalogue) const {
    if (part.empty()) {
        return {{file, 0, id, ImportAction::Refuse, ""}};
    }
    const auto action = [&](const char* kind, const std::string& each) {
        return catalogue.find(kind, each) == nullptr ? ImportAction::Add : ImportAction::Change;
    };
    std::string words = type.manufacturer + ' ' + type.model;
    if (!std::isnan(type.heightU)) {
        words += ", " + numberText(type.heightU) + " U";
    }
    if (!std::isnan(type.massKg)) {
        words += ", " + numberText(std::round(type.massKg)) + " kg";
    }
    if (type.inlets > 0) {
        words += ", " + std::to_string(type.inlets) + " power inlets";
        words += type.inletsW > 0.0 ? " of " + numberText(type.inletsW / 1e3) + " kW in all" : "";
    }
    if (type.adapters > 0) {
        words += ", " + std::to_string(type.adapters) +
                 (type.adapters == 1 ? " adapter of " : " adapters of ") +
                 numberText(type.adapterGbps) + " Gbit/s";
    }
    std::vector<ImportRow> all = {
        {file, 0, id, action("server", id), words + "; all else as " + like}};
    if (!rackPart.empty()) {
        all.push_back({file, 0, rackId, action("rack", rackId),
                       "rack of " + std::to_string(perRack) + "; all else as " + rackLike});
    }
    return all;
}

namespace {

/// Puts a part of the draft into a catalogue file.
Result<void> addPart(const DeviceTypeDraft& draft, const std::string& type, const std::string& text,
                     const std::filesystem::path& file) {
    return addCataloguePart(
        {type,
         text,
         {{draft.id, "Device type " + draft.type.manufacturer + ' ' + draft.type.model + " (" +
                         draft.type.slug + ") of a device type library"},
          {"like", "Taken over from the part that the note names"}}},
        file);
}

}  // namespace

Result<void> addToCatalogue(const DeviceTypeDraft& draft, const std::filesystem::path& folder) {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    // The rack names the server: that one first, or a catalogue would not read in between.
    auto done = addPart(draft, "server", draft.part, folder / "server.json");
    if (done && !draft.rackPart.empty()) {
        done = addPart(draft, "rack", draft.rackPart, folder / "rack.json");
    }
    return done;
}

}  // namespace headroom::engine
