// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/base/json.h"
#include "engine/base/scale.h"
#include "engine/exchange/power_matrices.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <numbers>
#include <numeric>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;
using Complex = std::complex<double>;

constexpr double kDefaultHz = 50.0;

/// One table of a network: {"columns", "index", "data"}.
class Frame {
  public:
    Frame() = default;

    explicit Frame(const Json& frame) {
        const Json text = frame.contains("_object") ? frame["_object"] : frame;
        json_ = text.is_string() ? parseJson<Json>(text.get<std::string>()) : text;
        if (!isList("columns") || !isList("data") ||
            (json_.contains("index") && !isList("index"))) {
            json_ = Json::object();
            return;
        }
        for (std::size_t i = 0; i < json_["columns"].size(); ++i) {
            if (json_["columns"][i].is_string()) {
                columns_[json_["columns"][i].get<std::string>()] = i;
            }
        }
    }

    std::size_t rows() const { return json_.contains("data") ? json_["data"].size() : 0; }

    long index(std::size_t row) const {
        const Json& list = json_.contains("index") ? json_["index"] : json_["data"];
        return row < list.size() && list[row].is_number_integer() ? list[row].get<long>()
                                                                  : static_cast<long>(row);
    }

    /// Null if the cell is empty or the column is missing.
    const Json& cell(std::size_t row, const std::string& column) const {
        static const Json kNone;
        const auto it = columns_.find(column);
        const Json& cells = json_["data"][row];
        return it == columns_.end() || !cells.is_array() || it->second >= cells.size()
                   ? kNone
                   : cells[it->second];
    }

    double number(std::size_t row, const std::string& column, double otherwise) const {
        const Json& value = cell(row, column);
        return value.is_number() ? value.get<double>() : otherwise;
    }

    bool flag(std::size_t row, const std::string& column, bool otherwise) const {
        const Json& value = cell(row, column);
        return value.is_boolean()  ? value.get<bool>()
               : value.is_number() ? value.get<double>() != 0.0
                                   : otherwise;
    }

    std::string text(std::size_t row, const std::string& column) const {
        const Json& value = cell(row, column);
        return value.is_string() ? value.get<std::string>() : std::string();
    }

  private:
    bool isList(const char* key) const {
        return json_.is_object() && json_.contains(key) && json_[key].is_array();
    }

    Json json_ = Json::object();
    std::map<std::string, std::size_t> columns_;
};

class PandapowerReader {
  public:
    PandapowerReader(const std::filesystem::path& path, const Json& json)
        : path_(path), net_(json.contains("_object") ? json["_object"] : json) {}

    Result<PowerCase> read() {
        case_.baseMw = setting("sn_mva", 1.0);
        frequencyHz_ = setting("f_hz", kDefaultHz);
        for (const auto& [key, value] :
             {std::pair("sn_mva", case_.baseMw), std::pair("f_hz", frequencyHz_)}) {
            if (!(value > 0.0)) {
                return tl::unexpected(
                    powerCaseError(path_, "PFC-001", "the value is not a number above 0",
                                   "State the base power in MVA and the frequency in Hz.", 0,
                                   "/" + std::string(key)));
            }
        }
        refuseTables();
        buses();
        switches();
        lines();
        transformers();
        loads();
        generators();
        if (fault_) {
            return tl::unexpected(std::move(*fault_));
        }
        if (auto chosen = chooseSlack(path_, generates_, case_.network); !chosen) {
            return tl::unexpected(std::move(chosen.error()));
        }
        return std::move(case_);
    }

  private:
    double setting(const char* name, double otherwise) const {
        const auto it = net_.find(name);
        return it != net_.end() && it->is_number() ? it->get<double>() : otherwise;
    }

    Frame frame(const char* name) const {
        const auto it = net_.find(name);
        return it == net_.end() ? Frame() : Frame(*it);
    }

    void fail(const char* table, std::size_t row, const char* code, std::string message,
              std::string remedy) {
        if (!fault_) {
            fault_ = powerCaseError(path_, code, std::move(message), std::move(remedy), 0,
                                    "/" + std::string(table) + "/" + std::to_string(row));
        }
    }

    /// A number that must be there.
    double need(const Frame& table, const char* name, std::size_t row, const std::string& column) {
        const Json& value = table.cell(row, column);
        if (!value.is_number()) {
            fail(name, row, "PFC-001", column + " is missing", "Save the network again.");
            return 1.0;
        }
        return value.get<double>();
    }

    void refuseTables() {
        for (const char* name : {"trafo3w", "impedance", "ward", "xward", "dcline", "svc", "tcsc",
                                 "ssc", "asymmetric_load", "asymmetric_sgen", "vsc", "line_dc"}) {
            const Frame table = frame(name);
            for (std::size_t i = 0; i < table.rows(); ++i) {
                if (table.flag(i, "in_service", true)) {
                    fail(name, i, "PFC-002", std::string("the table ") + name + " is not read",
                         "State these elements by lines, two-winding transformers and loads.");
                }
            }
        }
    }

    // Closed switches between buses make one bus of both.
    void buses() {
        const Frame table = frame("bus");
        if (table.rows() == 0) {
            fail("bus", 0, "PFC-001", "the network has no buses", "Save the network again.");
            return;
        }
        std::map<long, std::size_t> rowOf;
        for (std::size_t i = 0; i < table.rows(); ++i) {
            rowOf[table.index(i)] = i;
        }
        std::vector<std::size_t> group(table.rows());
        std::iota(group.begin(), group.end(), std::size_t{0});
        const auto find = [&](std::size_t i) {
            while (group[i] != i) {
                i = group[i] = group[group[i]];
            }
            return i;
        };
        const Frame joins = frame("switch");
        for (std::size_t i = 0; i < joins.rows(); ++i) {
            const auto a = rowOf.find(std::lround(joins.number(i, "bus", -1.0)));
            const auto b = rowOf.find(std::lround(joins.number(i, "element", -1.0)));
            if (joins.text(i, "et") == "b" && joins.flag(i, "closed", true) && a != rowOf.end() &&
                b != rowOf.end()) {
                const auto [first, second] = std::minmax(find(a->second), find(b->second));
                group[second] = first;
            }
        }
        std::map<std::size_t, int> busOfGroup;
        for (std::size_t i = 0; i < table.rows(); ++i) {
            const auto [it, isNew] = busOfGroup.emplace(find(i), 0);
            if (isNew) {
                it->second = case_.network.addBus(BusKind::Pq);
                case_.network.busName.push_back(std::to_string(table.index(i)));
                kv_.push_back(need(table, "bus", i, "vn_kv"));
                case_.number.push_back(table.index(i));
            }
            busOf_[table.index(i)] = it->second;
            if (!isNew) {
                alsoNumbered_.emplace_back(table.index(i), it->second);
            }
            inService_[table.index(i)] = table.flag(i, "in_service", true);
        }
        generates_.assign(case_.network.buses(), false);
        case_.aliases = alsoNumbered_;
    }

    std::size_t busAt(const Frame& table, const char* name, std::size_t row, const char* column) {
        const long number = std::lround(table.number(row, column, -1.0));
        const auto it = busOf_.find(number);
        if (it == busOf_.end()) {
            fail(name, row, "PFC-003", "there is no bus " + std::to_string(number),
                 "Correct the number, or add the bus.");
            return 0;
        }
        return at(it->second);
    }

    bool isOn(const Frame& table, std::size_t row, std::initializer_list<const char*> buses) const {
        return table.flag(row, "in_service", true) &&
               std::all_of(buses.begin(), buses.end(), [&](const char* column) {
                   const auto it = inService_.find(std::lround(table.number(row, column, -1.0)));
                   return it == inService_.end() || it->second;
               });
    }

    void switches() {
        const Frame table = frame("switch");
        for (std::size_t i = 0; i < table.rows(); ++i) {
            const std::string kind = table.text(i, "et");
            if (!table.flag(i, "closed", true) && kind != "b") {
                opened_[kind].push_back(std::lround(table.number(i, "element", -1.0)));
            }
        }
    }

    bool isOpened(const char* kind, long element) const {
        const auto it = opened_.find(kind);
        return it != opened_.end() &&
               std::find(it->second.begin(), it->second.end(), element) != it->second.end();
    }

    void lines() {
        const Frame table = frame("line");
        for (std::size_t i = 0; i < table.rows() && !fault_; ++i) {
            const std::size_t from = busAt(table, "line", i, "from_bus");
            const std::size_t to = busAt(table, "line", i, "to_bus");
            const double parallel = table.number(i, "parallel", 1.0);
            const double km = need(table, "line", i, "length_km");
            const double baseOhm = kv_[from] * kv_[from] / case_.baseMw;
            const double series = km / parallel / baseOhm;
            const double omega = 2.0 * std::numbers::pi * frequencyHz_;
            const double shunt = km * parallel * baseOhm;
            case_.network.addBranch(static_cast<int>(from), static_cast<int>(to),
                                    need(table, "line", i, "r_ohm_per_km") * series,
                                    need(table, "line", i, "x_ohm_per_km") * series,
                                    omega * 1e-9 * table.number(i, "c_nf_per_km", 0.0) * shunt);
            const bool on =
                isOn(table, i, {"from_bus", "to_bus"}) && !isOpened("l", table.index(i));
            case_.network.inService.back() = on ? 1 : 0;
            const double g = 1e-6 * table.number(i, "g_us_per_km", 0.0) * shunt;
            if (on && g != 0.0) {
                case_.network.shuntGPu[from] += 0.5 * g;
                case_.network.shuntGPu[to] += 0.5 * g;
            }
        }
    }

    // The T circuit of pandapower: half of the short-circuit impedance on each side of the magnetising
    // branch, made a pi; its shunts are at the two buses.
    void transformers() {
        const Frame table = frame("trafo");
        LoadFlowNetwork& net = case_.network;
        for (std::size_t i = 0; i < table.rows() && !fault_; ++i) {
            const std::size_t hv = busAt(table, "trafo", i, "hv_bus");
            const std::size_t lv = busAt(table, "trafo", i, "lv_bus");
            const double mva = need(table, "trafo", i, "sn_mva");
            const double parallel = table.number(i, "parallel", 1.0);
            double hvKv = need(table, "trafo", i, "vn_hv_kv");
            double lvKv = need(table, "trafo", i, "vn_lv_kv");
            const double ratedLvKv = lvKv;
            double degrees = table.number(i, "shift_degree", 0.0);
            applyTap(table, i, hvKv, lvKv, degrees);
            const double lvSquared =
                std::pow(lvKv / kv_[lv], 2.0) * case_.baseMw / (mva * parallel);
            const double z = 0.01 * need(table, "trafo", i, "vk_percent") * lvSquared;
            const double r = 0.01 * need(table, "trafo", i, "vkr_percent") * lvSquared;
            const double x = std::sqrt(std::max(z * z - r * r, 0.0));
            const double ironMw = 1e-3 * table.number(i, "pfe_kw", 0.0);
            const double idleMva = 0.01 * table.number(i, "i0_percent", 0.0) * mva;
            const double magnetisingMvar =
                std::sqrt(std::max(idleMva * idleMva - ironMw * ironMw, 0.0));
            // Per unit of the low-voltage bus, at the rated voltage of that winding.
            const Complex y = Complex(ironMw, -magnetisingMvar) * parallel / case_.baseMw *
                              std::pow(kv_[lv] / ratedLvKv, 2.0) / std::pow(lvKv / ratedLvKv, 2.0);
            Complex series(r, x);
            Complex shunt = 0.0;  // at each end of the pi
            if (y != 0.0) {
                const Complex half = 0.5 * series;
                const Complex star = half * half + 2.0 * half / y;
                series = star * y;
                shunt = half / star;
            }
            const double ratio = (hvKv / kv_[hv]) / (lvKv / kv_[lv]);
            net.addBranch(static_cast<int>(hv), static_cast<int>(lv), series.real(), series.imag(),
                          0.0, ratio, degrees / kDegPerRad);
            const bool on = isOn(table, i, {"hv_bus", "lv_bus"}) && !isOpened("t", table.index(i));
            net.inService.back() = on ? 1 : 0;
            if (on) {
                net.shuntGPu[hv] += shunt.real() / (ratio * ratio);
                net.shuntBPu[hv] += shunt.imag() / (ratio * ratio);
                net.shuntGPu[lv] += shunt.real();
                net.shuntBPu[lv] += shunt.imag();
            }
        }
    }

    static void applyTap(const Frame& table, std::size_t i, double& hvKv, double& lvKv,
                         double& degrees) {
        const double steps = table.number(i, "tap_pos", 0.0) - table.number(i, "tap_neutral", 0.0);
        const std::string side = table.text(i, "tap_side");
        if (steps == 0.0 || (side != "hv" && side != "lv")) {
            return;
        }
        const double direction = side == "hv" ? 1.0 : -1.0;
        const double stepDegrees = table.number(i, "tap_step_degree", 0.0);
        const double percent = table.number(i, "tap_step_percent", 0.0);
        if (table.text(i, "tap_changer_type") == "Ideal" ||
            table.flag(i, "tap_phase_shifter", false)) {
            degrees += direction * steps * stepDegrees;
            return;
        }
        const double angle = stepDegrees / kDegPerRad;
        const Complex factor = 1.0 + 0.01 * percent * steps * std::polar(1.0, angle);
        (side == "hv" ? hvKv : lvKv) *= std::abs(factor);
        degrees += direction * std::arg(factor) * kDegPerRad;
    }

    void loads() {
        LoadFlowNetwork& net = case_.network;
        const auto each = [&](const char* name, double sign) {
            const Frame table = frame(name);
            for (std::size_t i = 0; i < table.rows() && !fault_; ++i) {
                const std::size_t bus = busAt(table, name, i, "bus");
                if (!isOn(table, i, {"bus"})) {
                    continue;
                }
                for (const char* column :
                     {"const_i_percent", "const_i_p_percent", "const_i_q_percent",
                      "const_z_percent", "const_z_p_percent", "const_z_q_percent"}) {
                    if (table.number(i, column, 0.0) != 0.0) {
                        fail(name, i, "PFC-002", "loads that depend on voltage are not read",
                             "Set " + std::string(column) + " to 0, or state a shunt.");
                    }
                }
                const double scale = sign * table.number(i, "scaling", 1.0) / case_.baseMw;
                net.loadPPu[bus] += need(table, name, i, "p_mw") * scale;
                net.loadQPu[bus] += table.number(i, "q_mvar", 0.0) * scale;
            }
        };
        each("load", 1.0);
        each("sgen", -1.0);
        each("storage", 1.0);
        const Frame shunts = frame("shunt");
        for (std::size_t i = 0; i < shunts.rows() && !fault_; ++i) {
            const std::size_t bus = busAt(shunts, "shunt", i, "bus");
            if (isOn(shunts, i, {"bus"})) {
                const double ratio = kv_[bus] / shunts.number(i, "vn_kv", kv_[bus]);
                const double scale = shunts.number(i, "step", 1.0) * ratio * ratio / case_.baseMw;
                net.shuntGPu[bus] += shunts.number(i, "p_mw", 0.0) * scale;
                net.shuntBPu[bus] -= shunts.number(i, "q_mvar", 0.0) * scale;
            }
        }
    }

    void generators() {
        LoadFlowNetwork& net = case_.network;
        const Frame gens = frame("gen");
        for (std::size_t i = 0; i < gens.rows() && !fault_; ++i) {
            const std::size_t bus = busAt(gens, "gen", i, "bus");
            if (isOn(gens, i, {"bus"})) {
                const bool slack = gens.flag(i, "slack", false);
                net.busKind[bus] = slack ? BusKind::Slack : BusKind::Pv;
                net.generationPPu[bus] +=
                    gens.number(i, "p_mw", 0.0) * gens.number(i, "scaling", 1.0) / case_.baseMw;
                net.setpointPu[bus] = gens.number(i, "vm_pu", 1.0);
                generates_[bus] = true;
            }
        }
        const Frame grids = frame("ext_grid");
        for (std::size_t i = 0; i < grids.rows() && !fault_; ++i) {
            const std::size_t bus = busAt(grids, "ext_grid", i, "bus");
            if (isOn(grids, i, {"bus"})) {
                net.busKind[bus] = BusKind::Slack;
                net.setpointPu[bus] = grids.number(i, "vm_pu", 1.0);
                net.setpointRad[bus] = grids.number(i, "va_degree", 0.0) / kDegPerRad;
                generates_[bus] = true;
            }
        }
    }

    const std::filesystem::path& path_;
    const Json& net_;
    PowerCase case_;
    double frequencyHz_ = kDefaultHz;
    std::vector<double> kv_;  // by bus of the network
    std::map<long, int> busOf_;
    std::map<long, bool> inService_;
    std::vector<std::pair<long, int>> alsoNumbered_;
    std::map<std::string, std::vector<long>, std::less<>> opened_;
    std::vector<bool> generates_;
    std::optional<Error> fault_;
};

}  // namespace

Result<PowerCase> readPandapower(const std::filesystem::path& path, const nlohmann::json& json) {
    return PandapowerReader(path, json).read();
}

}  // namespace headroom::engine
