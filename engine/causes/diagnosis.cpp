// SPDX-License-Identifier: Apache-2.0
#include "engine/causes/diagnosis.h"

#include "engine/causes/power_suspects.h"
#include "engine/sim/index.h"
#include "engine/sim/plant.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace headroom::engine {

namespace {

constexpr double kLookBackS = 2700.0;   ///< how far an operator scrolls back
constexpr double kCalmS = 1200.0;       ///< of it, the first part is taken for what is usual
constexpr double kPrecedenceS = 300.0;  ///< what moves that much later weighs 1/e
constexpr double kScaleK = 1.0;         ///< of temperatures: a change that counts
constexpr double kScaleShare = 0.05;    ///< of everything else, of its usual value
constexpr std::size_t kMost = 8;        ///< suspects that are told

/// What a failing part does to a sensor: 1 rises, -1 falls, 0 stays.
struct Sign {
    const char* key = "";  ///< of the quantity, with its unit as suffix
    int sign = 0;
    double weight = 1.0;
};

struct Signature {
    const char* prefix = "";  ///< of the object's channels: "cdu/", "loop/", "hall/"
    const char* part = "";    ///< behind the object's id
    const char* name = "";
    std::array<Sign, 5> signs;
};

constexpr std::array kSignatures = {
    Signature{"cdu/",
              "pumps",
              "pumps",
              {{{"rack_flow_l_per_s", -1, 2.0},
                {"pump_power_kw", -1, 1.5},
                {"pressure_kpa", 0, 1.0},
                {"return_c", 1, 0.5}}}},
    Signature{"cdu/",
              "cdus",
              "units",
              {{{"primary_flow_l_per_s", -1, 2.0},
                {"supply_c", 1, 1.0},
                {"heat_kw", -1, 1.0},
                {"pressure_kpa", 0, 1.0}}}},
    Signature{"cdu/",
              "valve",
              "control valve",
              {{{"supply_c", 1, 2.0},
                {"rack_flow_l_per_s", 0, 1.5},
                {"valve_pct", -1, 0.5},
                {"pressure_kpa", 0, 0.5}}}},
    Signature{"cdu/",
              "exchanger",
              "heat exchanger, fouled",
              {{{"valve_pct", 1, 2.0},
                {"primary_flow_l_per_s", 1, 1.0},
                {"rack_flow_l_per_s", 0, 1.0},
                {"supply_c", 1, 0.5}}}},
    Signature{"cdu/",
              "leak",
              "rack loop, a leak",
              {{{"pressure_kpa", -1, 3.0}, {"rack_flow_l_per_s", -1, 0.5}}}},
    Signature{"loop/",
              "pumps",
              "loop pumps",
              {{{"flow_l_per_s", -1, 2.0},
                {"pump_power_kw", -1, 1.5},
                {"pressure_kpa", 0, 1.0},
                {"return_c", 1, 0.5}}}},
    Signature{"loop/",
              "chillers",
              "chillers",
              {{{"supply_c", 1, 1.0},
                {"chiller_power_kw", -1, 2.0},
                {"chillers_running", -1, 2.0},
                {"flow_l_per_s", 0, 1.0}}}},
    Signature{"loop/",
              "towers",
              "towers",
              {{{"fan_power_kw", -1, 1.5},
                {"chiller_power_kw", 1, 1.0},
                {"supply_c", 1, 1.0},
                {"fan_speed_pct", 1, 1.0},
                {"flow_l_per_s", 0, 0.5}}}},
    Signature{"loop/",
              "dry_coolers",
              "dry coolers",
              {{{"fan_power_kw", -1, 1.5},
                {"supply_c", 1, 1.5},
                {"fan_speed_pct", 1, 1.0},
                {"flow_l_per_s", 0, 0.5}}}},
    Signature{"loop/",
              "condenser_pumps",
              "condenser pumps",
              {{{"pump_power_kw", -1, 1.0},
                {"flow_l_per_s", 0, 2.0},
                {"supply_c", 1, 1.0},
                {"fan_speed_pct", 1, 0.5}}}},
    Signature{"loop/", "leak", "facility water, a leak", {{{"pressure_kpa", -1, 3.0}}}},
    Signature{
        "hall/",
        "air_handlers",
        "air handlers",
        {{{"crah_fan_power_kw", -1, 2.0}, {"supply_air_c", 1, 1.0}, {"hottest_inlet_c", 1, 0.5}}}},
    Signature{"hall/",
              "valve",
              "valve of the air handlers",
              {{{"supply_air_c", 1, 2.0},
                {"coil_valve_pct", -1, 1.0},
                {"crah_fan_power_kw", 0, 1.0},
                {"hottest_inlet_c", 1, 0.5}}}},
};

/// How a sensor moved against its usual value, in units of a change that counts.
struct Move {
    double z = 0.0;        ///< the largest, with its sign
    double firstS = -1.0;  ///< when it first counted; negative: never
    bool known = false;
};

class Room {
  public:
    Room(const Telemetry& t, double timeS) : t_(t), timeS_(timeS) {
        for (std::size_t c = 0; c < t.channels.size(); ++c) {
            index_[t.channels[c]] = c;
        }
    }

    Move move(const std::string& channel) const {
        Move move;
        const auto found = index_.find(channel);
        if (found == index_.end()) {
            return move;
        }
        double sum = 0.0;
        int count = 0;
        const auto value = [&](std::size_t row) {
            return static_cast<double>(t_.values[row * t_.channels.size() + found->second]);
        };
        const double fromS = timeS_ - kLookBackS;
        for (std::size_t row = 0; row < t_.timeS.size(); ++row) {
            if (t_.timeS[row] >= fromS && t_.timeS[row] < fromS + kCalmS) {
                sum += value(row);
                ++count;
            }
        }
        if (count == 0) {
            return move;
        }
        move.known = true;
        const double usual = sum / count;
        const bool temperature = channel.ends_with("_c");
        const double scale = temperature ? kScaleK : std::max(kScaleShare * std::abs(usual), 1e-6);
        for (std::size_t row = 0; row < t_.timeS.size(); ++row) {
            if (t_.timeS[row] < fromS + kCalmS || t_.timeS[row] > timeS_) {
                continue;
            }
            const double z = (value(row) - usual) / scale;
            if (std::abs(z) > std::abs(move.z)) {
                move.z = z;
            }
            if (std::abs(z) >= 1.0 && move.firstS < 0.0) {
                move.firstS = t_.timeS[row];
            }
        }
        return move;
    }

  private:
    const Telemetry& t_;
    double timeS_;
    std::map<std::string, std::size_t> index_;
};

struct Candidate {
    Suspect suspect;
    double firstS = -1.0;
};

/// How well the sensors of an object fit a signature: 1 all of them, 0 none.
Candidate judge(const Room& room, const Signature& signature, const std::string& id,
                const std::string& name) {
    Candidate c;
    c.suspect.part = id + "/" + signature.part;
    c.suspect.name = fmt::format("{} of {}", signature.name, name);
    double fits = 0.0, weights = 0.0;
    for (const Sign& sign : signature.signs) {
        if (sign.key[0] == '\0') {
            continue;
        }
        const Move move = room.move(signature.prefix + id + "/" + sign.key);
        if (!move.known) {
            continue;
        }
        weights += sign.weight;
        if (sign.sign == 0) {
            fits += sign.weight * (1.0 - 2.0 * std::min(1.0, std::abs(move.z)));
            continue;
        }
        fits += sign.weight * std::clamp(sign.sign * move.z, -1.0, 1.0);
        if (sign.sign * move.z >= 1.0) {
            c.firstS = c.firstS < 0.0 ? move.firstS : std::min(c.firstS, move.firstS);
            c.suspect.reasons.push_back(
                fmt::format("{} {} by {:.1f} times what counts, first at {:.0f} s", sign.key,
                            sign.sign > 0 ? "rose" : "fell", std::abs(move.z), move.firstS));
        }
    }
    c.suspect.score = weights > 0.0 && c.firstS >= 0.0 ? std::max(0.0, fits / weights) : 0.0;
    return c;
}

}  // namespace

void Telemetry::take(const Event& event) {
    switch (event.kind) {
        case EventKind::Limit:
        case EventKind::Trip:
        case EventKind::Throttle:
        case EventKind::JobSlowed:
        case EventKind::Detected:
            alarms.push_back({event.timeS, event.kind, event.subject, event.rack});
            break;
        default:
            break;
    }
}

Diagnosis diagnose(const Plant& plant, const Telemetry& telemetry, double timeS) {
    const Room room(telemetry, timeS);
    std::vector<Candidate> candidates;
    const auto judgeAll = [&](const char* prefix, const std::string& id, const std::string& name) {
        for (const Signature& signature : kSignatures) {
            if (std::string_view(signature.prefix) == prefix) {
                candidates.push_back(judge(room, signature, id, name));
            }
        }
    };
    for (const PlantCdu& cdu : plant.cdus) {
        judgeAll("cdu/", cdu.id, cdu.name.empty() ? cdu.id : cdu.name);
    }
    for (const PlantLoop& loop : plant.loops) {
        judgeAll("loop/", loop.id, loop.id);
    }
    for (const PlantHall& hall : plant.halls) {
        judgeAll("hall/", hall.id, hall.id);
    }
    std::vector<Alarm> alarms;
    for (const Alarm& alarm : telemetry.alarms) {
        if (alarm.timeS > timeS - kLookBackS + kCalmS && alarm.timeS <= timeS) {
            alarms.push_back(alarm);
        }
    }
    for (Suspect& suspect : powerSuspects(plant, alarms)) {
        candidates.push_back({std::move(suspect), alarms.front().timeS});
    }
    const Move degraded = room.move("facility/degraded_links");
    const Move down = room.move("facility/down_links");
    for (const PlantFabric& fabric : plant.fabrics) {
        const Move& move = std::abs(down.z) >= 1.0 ? down : degraded;
        if (move.known && move.z >= 1.0) {
            candidates.push_back(
                {{fabric.id,
                  "links of " + fabric.id,
                  0.9,
                  {fmt::format("links report errors or are down since {:.0f} s", move.firstS)}},
                 move.firstS});
        }
    }

    Diagnosis diagnosis;
    for (const Candidate& c : candidates) {
        if (c.firstS >= 0.0 && (diagnosis.firstS < 0.0 || c.firstS < diagnosis.firstS)) {
            diagnosis.firstS = c.firstS;
        }
    }
    for (Candidate& c : candidates) {
        if (c.suspect.score > 0.0) {
            c.suspect.score *= std::exp(-(c.firstS - diagnosis.firstS) / kPrecedenceS);
            diagnosis.suspects.push_back(std::move(c.suspect));
        }
    }
    std::stable_sort(diagnosis.suspects.begin(), diagnosis.suspects.end(),
                     [](const Suspect& a, const Suspect& b) { return a.score > b.score; });
    diagnosis.suspects.resize(std::min(kMost, diagnosis.suspects.size()));
    return diagnosis;
}

}  // namespace headroom::engine
