// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/library.h"

#include "engine/base/index.h"
#include "engine/base/json.h"
#include "engine/files/output_file.h"
#include "engine/files/text_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

namespace headroom::engine {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Raise it whenever the method finds other inlets for the same hall.
constexpr int kMethod = 3;

constexpr const char* kFormat = "headroom-air-field/1";

/// Bytes of what a field depends on, and their hash: two of FNV-1a (Fowler, Noll, Vo) of 64 bits from different starts.
class KeyText {
  public:
    void number(double value) {
        char bytes[sizeof value];
        value += 0.0;  // -0 is 0
        std::memcpy(bytes, &value, sizeof value);
        text_.append(bytes, sizeof value);
    }

    void count(std::size_t value) { number(static_cast<double>(value)); }

    template <class Word>
    void word(Word value) {
        number(static_cast<double>(static_cast<int>(value)));
    }

    void tag(std::string_view name) { text_ += name; }

    void box(const Box& b) {
        for (const double each : {b.x, b.y, b.z, b.width, b.depth, b.height}) {
            number(each);
        }
    }

    std::string hash() const {
        constexpr std::uint64_t kPrime = 1099511628211ULL;
        std::uint64_t a = 14695981039346656037ULL, b = a ^ 0x9e3779b97f4a7c15ULL;
        for (const char c : text_) {
            const auto byte = static_cast<unsigned char>(c);
            a = (a ^ byte) * kPrime;
            b = (b + byte) * kPrime;
            b ^= b >> 29U;
        }
        return fmt::format("{:016x}{:016x}", a, b);
    }

  private:
    std::string text_;
};

std::string keyOf(const HallByItself& own, double cellM) {
    KeyText key;
    key.word(kMethod);
    const Box& room = own.layout.halls.front().box;
    key.box(room);
    key.number(cellM > 0.0 ? cellM : airCellM(room));
    for (const RackBox& rack : own.layout.racks) {
        key.box(rack.box);
        key.word(rack.facing);
    }
    for (const EquipmentBox& e : own.layout.equipment) {
        key.box(e.box);
        key.word(e.kind);
        key.word(e.group);
        key.word(e.isTurned);
    }
    const HallAirPlan& plan = own.plan;
    key.word(plan.spec.containment);
    key.number(plan.spec.containmentLeakage);
    key.number(plan.spec.recirculation);
    key.number(plan.bypass);
    key.word(plan.spec.airSupply);
    key.word(plan.spec.airReturn);
    key.word(plan.spec.cabinetExhaust);
    key.word(plan.spec.airClass);
    key.number(plan.air.jPerM3K);
    for (const HallAirPlan::Row& row : plan.rows) {
        key.word(row.firstRack);
        key.word(row.racks);
        key.word(row.coldZone);
        key.word(row.hotZone);
    }
    for (const AirAisle& aisle : plan.aisles) {
        key.box(aisle.box);
        key.word(aisle.zone);
        key.word(aisle.cold);
        key.word(aisle.hot);
    }
    const HallAirLoad& load = own.load;
    for (const auto* each : {&load.flowM3PerS, &load.heatW}) {
        key.count(each->size());
        for (const double value : *each) {
            key.number(value);
        }
    }
    for (const double value : {load.supplyM3PerS, load.supplyC, load.extraW, load.extraM3PerS}) {
        key.number(value);
    }
    for (const int handler : load.offHandlers) {
        key.word(handler);
    }
    // Options and states that are not the usual ones. Keys of the usual one in older files stay valid.
    if (models::hasPlenum(plan.spec)) {
        key.tag("plenum");
        key.number(plan.spec.plenumM);
        key.number(plan.spec.tileOpen);
        key.number(plan.spec.floorLeakage);
    }
    if (load.doorsOpen) {
        key.tag("doors");
    }
    if (!load.solidTiles.empty()) {
        key.tag("tiles");
        for (const int rack : load.solidTiles) {
            key.word(rack);
        }
    }
    if (load.gapShare > 0.0) {
        key.tag("gaps");
        key.number(load.gapShare);
    }
    return key.hash();
}

/// Numbers of a field by name, in the order in which a file has them.
template <class Field, class Visit>
void visitNumbers(Field& f, const Visit& visit) {
    visit("size_x_m", f.sizeX);
    visit("size_y_m", f.sizeY);
    visit("size_z_m", f.sizeZ);
    visit("supply_m3_per_s", f.supplyM3PerS);
    visit("supply_c", f.supplyC);
    visit("return_c", f.returnC);
    visit("shi", f.indices.shi);
    visit("rhi", f.indices.rhi);
    visit("rti", f.indices.rti);
    visit("rci_high", f.indices.rciHigh);
    visit("rci_low", f.indices.rciLow);
    visit("hottest_inlet_c", f.indices.hottestInletC);
    visit("cell_m", f.cellM);
    visit("simulated_s", f.simulatedS);
    visit("settled_mean_k", f.settledMeanK);
    visit("settled_rack_k", f.settledRackK);
    visit("mass_error", f.massError);
    visit("heat_error", f.heatError);
}

template <class Field, class Visit>
void visitCounts(Field& f, const Visit& visit) {
    visit("nx", f.cells.nx);
    visit("ny", f.cells.ny);
    visit("nz", f.cells.nz);
    visit("open_cells", f.openCells);
    visit("steps", f.steps);
    visit("iterations", f.iterations);
    visit("periods", f.periods);
}

template <class Rack, class Visit>
void visitRack(Rack& r, const Visit& visit) {
    visit("inlet_c", r.inletC);
    visit("outlet_c", r.outletC);
    visit("max_inlet_c", r.maxInletC);
    visit("top_inlet_c", r.topInletC);
    visit("hot_fraction", r.hotFraction);
    visit("flow_m3_per_s", r.flowM3PerS);
    visit("heat_w", r.heatW);
    visit("sway_k", r.swayK);
}

Json jsonOfField(const AirField& field) {
    Json json;
    json["format"] = kFormat;
    const auto put = [&](const char* name, const auto& value) { json[name] = value; };
    visitCounts(field, put);
    visitNumbers(field, put);
    json["settled"] = field.settled;
    json["closed_racks"] = field.closedRacks;
    json["racks"] = Json::array();
    for (const RackAirResult& r : field.racks) {
        Json rack;
        rack["rack"] = r.rack;
        visitRack(r, [&](const char* name, const double& value) { rack[name] = value; });
        json["racks"].push_back(std::move(rack));
    }
    return json;
}

/// A file may be damaged, or made by another program: numbers of kinds and sizes that no field has never reach a run.
bool isCount(const Json& value) {
    return value.is_number_integer() && value >= 0 && value <= std::numeric_limits<int>::max();
}

bool isNumberOfRooms(const Json& value) {
    constexpr double kMost = 1e12;
    return value.is_number() && std::abs(value.get<double>()) <= kMost;
}

/// Nothing where a number is missing or of another kind.
std::optional<AirField> fieldOfJson(const Json& json) {
    if (!json.is_object() || !json.contains("format") || json["format"] != kFormat) {
        return std::nullopt;
    }
    bool fine = true;
    const auto take = [&fine](const Json& from, const char* name, auto& value) {
        using Value = std::decay_t<decltype(value)>;
        const auto found = from.find(name);
        if (found == from.end() ||
            !(std::is_integral_v<Value> ? isCount(*found) : isNumberOfRooms(*found))) {
            fine = false;
        } else {
            found->get_to(value);
        }
    };
    AirField field;
    const auto takeOwn = [&](const char* name, auto& value) { take(json, name, value); };
    visitCounts(field, takeOwn);
    visitNumbers(field, takeOwn);
    const auto settled = json.find("settled"), racks = json.find("racks"),
               closed = json.find("closed_racks");
    if (!fine || settled == json.end() || !settled->is_boolean() || racks == json.end() ||
        !racks->is_array() || closed == json.end() || !closed->is_array()) {
        return std::nullopt;
    }
    field.settled = settled->get<bool>();
    for (const Json& each : *closed) {
        fine = fine && isCount(each);
        field.closedRacks.push_back(fine ? each.get<int>() : -1);
    }
    for (const Json& each : *racks) {
        RackAirResult& r = field.racks.emplace_back();
        if (!each.is_object()) {
            return std::nullopt;
        }
        take(each, "rack", r.rack);
        visitRack(r, [&](const char* name, double& value) { take(each, name, value); });
    }
    return fine ? std::optional(std::move(field)) : std::nullopt;
}

// Transport misses the bounds of a fraction by less than this.
constexpr double kFractionSlack = 0.01;

/// Whether the racks of a file are those of the hall, each once, with temperatures and fractions that air has.
bool fits(const AirField& field, std::size_t racks) {
    const auto isRack = [&](int rack) { return rack >= 0 && at(rack) < racks; };
    const auto isAirC = [](double c) { return c > kColdestAirC && c < kHottestAirC; };
    std::vector<bool> seen(racks, false);
    for (const RackAirResult& r : field.racks) {
        if (!isRack(r.rack) || seen[at(r.rack)] || !isAirC(r.inletC) || !isAirC(r.maxInletC) ||
            !isAirC(r.topInletC) || !isAirC(r.outletC) ||
            !(std::abs(r.hotFraction - 0.5) <= 0.5 + kFractionSlack) || !(r.flowM3PerS >= 0.0)) {
            return false;
        }
        seen[at(r.rack)] = true;
    }
    return std::all_of(field.closedRacks.begin(), field.closedRacks.end(), isRack);
}

/// Whether a name is a hash of KeyText.
bool isKey(std::string_view name) {
    constexpr std::size_t kDigits = 32;
    return name.size() == kDigits &&
           name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool movesAir(const AirStudyHall& hall) {
    return hall.plan.racks() > 0 && hall.load.supplyM3PerS > 0.0;
}

std::optional<AirField> ownField(const AirLibrary& library, const HallByItself& own,
                                 const std::string& key) {
    auto field = library.find(key);
    return field && fits(*field, own.racks.size()) ? std::move(field) : std::nullopt;
}

}  // namespace

AirLibrary AirLibrary::ofUser() {
    if (const char* named = std::getenv("HEADROOM_AIR_FOLDER");
        named != nullptr && *named != '\0') {
        return AirLibrary(std::string_view(named) == "none" ? fs::path() : fs::path(named));
    }
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/') {
        return AirLibrary(fs::path(cache) / "headroom/air");
    }
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') {
        return AirLibrary(fs::path(home) / ".cache/headroom/air");
    }
    return AirLibrary({});
}

bool AirLibrary::isEmpty() const {
    std::error_code ignored;
    return kept_.empty() && (folder_.empty() || !fs::is_directory(folder_, ignored));
}

std::optional<AirField> AirLibrary::find(const std::string& key) const {
    if (const auto kept = kept_.find(key); kept != kept_.end()) {
        return kept->second;
    }
    if (folder_.empty()) {
        return std::nullopt;
    }
    const fs::path file = folder_ / (key + ".json");
    std::error_code failed;
    if (!fs::is_regular_file(file, failed)) {
        return std::nullopt;
    }
    const auto text = readTextFile(file);
    auto field = text ? fieldOfJson(parseJson<Json>(*text)) : std::nullopt;
    if (field) {
        fs::last_write_time(file, fs::file_time_type::clock::now(),
                            failed);  // prune() removes the oldest
    }
    return field;
}

void AirLibrary::keep(const std::string& key, const AirField& field) {
    const Json json = jsonOfField(field);
    if (auto kept = fieldOfJson(json)) {
        kept_.insert_or_assign(key, std::move(*kept));
    }
    if (folder_.empty()) {
        return;
    }
    std::error_code failed;
    fs::create_directories(folder_, failed);
    [[maybe_unused]] const auto written =
        writeFile(folder_ / (key + ".json"), jsonText(json, 1) + "\n");
    prune();
}

int AirLibrary::prune(std::uintmax_t mostBytes) const {
    struct Kept {
        fs::file_time_type used;
        fs::path file;
        std::uintmax_t bytes = 0;
    };

    std::vector<Kept> files;
    std::uintmax_t sum = 0;
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, failed)) {
        std::error_code gone;  // another program may prune as well
        const fs::path& file = entry.path();
        const bool isField = file.extension() == ".json" && isKey(file.stem().string()) &&
                             entry.is_regular_file(gone);
        const std::uintmax_t bytes = isField ? entry.file_size(gone) : 0;
        const fs::file_time_type used =
            isField ? entry.last_write_time(gone) : fs::file_time_type();
        if (isField && !gone) {
            files.push_back({used, file, bytes});
            sum += bytes;
        }
    }
    std::sort(files.begin(), files.end(),
              [](const Kept& a, const Kept& b) { return a.used < b.used; });
    int removed = 0;
    for (const Kept& oldest : files) {
        if (sum <= mostBytes) {
            break;
        }
        if (fs::remove(oldest.file, failed)) {
            ++removed;
        }
        sum -= oldest.bytes;
    }
    return removed;
}

std::string airKey(const AirStudy& study, const AirStudyHall& hall, double cellM) {
    return keyOf(hallByItself(study, hall), cellM);
}

std::optional<AirField> knownAir(const AirLibrary& library, const AirStudy& study,
                                 const AirStudyHall& hall, double cellM) {
    if (library.isEmpty()) {
        return std::nullopt;
    }
    const HallByItself own = hallByItself(study, hall);
    auto field = ownField(library, own, keyOf(own, cellM));
    if (field) {
        placeInLayout(*field, study, hall);
    }
    return field;
}

Result<AirField> airOf(AirLibrary& library, const AirStudy& study, const AirStudyHall& hall,
                       const AirFieldOptions& options) {
    const HallByItself own = hallByItself(study, hall);
    const std::string key = keyOf(own, options.cellM);
    if (auto known = ownField(library, own, key)) {
        placeInLayout(*known, study, hall);
        return std::move(*known);
    }
    auto field = solveAirField(own.layout, 0, own.plan, own.load, options);
    if (field) {
        // Options that change the result are not part of the key.
        if (options.buoyancy) {
            library.keep(key, *field);
        }
        placeInLayout(*field, study, hall);
    }
    return field;
}

Result<void> computeAir(AirLibrary& library, const AirStudy& study,
                        const AirFieldOptions& options) {
    const auto all = static_cast<double>(study.halls.size());
    double done = 0.0;
    for (const AirStudyHall& hall : study.halls) {
        AirFieldOptions one = options;
        one.progress = [&](double share) {
            if (options.progress) {
                options.progress((done + share) / all);
            }
        };
        if (movesAir(hall)) {
            if (auto field = airOf(library, study, hall, one); !field) {
                return tl::unexpected(std::move(field.error()));
            }
        }
        done += 1.0;
    }
    return {};
}

}  // namespace headroom::engine
