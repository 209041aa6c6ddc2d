// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/diagnosis/diagnosis.h"

#include "engine/part/part_address.h"
#include "engine/plant/index.h"
#include "engine/plant/plant.h"
#include "engine/reliability/diagnosis/power_suspects.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace headroom::engine {

namespace {

constexpr double kLookBackS = 2700.0;  ///< how far an operator scrolls back
constexpr double kCalmS = 1200.0;      ///< of it, the first part is taken for what is usual
constexpr double kPrecedenceS =
    120.0;                            ///< A change that much later weighs 1/e. Heat takes minutes.
constexpr double kOrderS = 60.0;      ///< The same for sensors of one object.
constexpr double kScaleK = 1.0;       ///< Least change of a temperature.
constexpr double kScaleShare = 0.05;  ///< Least change of others, as a share.
constexpr double kSpreads = 3.0;      ///< or this number of standard deviations of the calm before
constexpr std::size_t kMost = 8;      ///< suspects that are listed

/// Valves of what a loop serves: they open where it gives too little, and close where less is
/// asked.
constexpr const char* kServedValves = "valves";

/// Effect of a failing part on a sensor: 1 rises, -1 falls, 0 stays.
struct Sign {
    const char* key = "";  ///< of the quantity, with its unit as suffix
    int sign = 0;
    double weight = 1.0;
};

/// Sensors of the part itself weigh 2, those around it less. A valve that closes while it should
/// open is at fault; one that opens answers to something else.
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
                {"valve_pct", 1, 1.0},
                {"pressure_kpa", 0, 1.0}}}},
    Signature{"cdu/",
              "valve",
              "control valve",
              {{{"supply_c", 1, 2.0},
                {"rack_flow_l_per_s", 0, 1.5},
                {"valve_pct", -1, 2.0},
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
                {"pump_power_kw", -1, 1.0},
                {"pressure_kpa", 0, 1.0},
                {kServedValves, 1, 2.0}}}},
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
    Signature{"hall/",
              "air_handlers",
              "air handlers",
              {{{"crah_fan_power_kw", -1, 2.0},
                {"supply_air_c", 1, 1.0},
                {"coil_valve_pct", 1, 1.0},
                {"hottest_inlet_c", 1, 0.5}}}},
    Signature{"hall/",
              "valve",
              "valve of the air handlers",
              {{{"supply_air_c", 1, 2.0},
                {"coil_valve_pct", -1, 2.0},
                {"crah_fan_power_kw", 0, 1.0},
                {"hottest_inlet_c", 1, 0.5}}}},
};

/// How a sensor moved against its usual value, in units of a change that counts. Its first reaction counts: later it may
/// follow others.
struct Move {
    double z = 0.0;        ///< the largest that has the sign of the first that counts
    double firstS = -1.0;  ///< when it first counted; negative: never
    bool known = false;
};

class Room {
  public:
    Room(const Plant& plant, const Telemetry& t, double timeS) : t_(t), timeS_(timeS) {
        for (const PlantCdu& cdu : plant.cdus) {
            valves_[plant.loops[at(cdu.loop)].id].push_back("cdu/" + cdu.id + "/valve_pct");
        }
        for (const PlantHall& hall : plant.halls) {
            valves_[plant.loops[at(hall.loop)].id].push_back("hall/" + hall.id + "/coil_valve_pct");
        }
        for (std::size_t c = 0; c < t.channels.size(); ++c) {
            index_[t.channels[c]] = c;
        }
    }

    /// Valves of a loop: the one that moved most.
    Move valves(const std::string& loop) const {
        Move most;
        const auto found = valves_.find(loop);
        for (std::size_t k = 0; found != valves_.end() && k < found->second.size(); ++k) {
            const Move one = move(found->second[k]);
            if (one.known && (!most.known || std::abs(one.z) > std::abs(most.z))) {
                most = one;
            }
        }
        return most;
    }

    Move sensor(const Signature& signature, const std::string& id, const Sign& sign) const {
        return std::string_view(sign.key) == kServedValves
                   ? valves(id)
                   : move(signature.prefix + id + "/" + sign.key);
    }

    Move move(const std::string& channel) const {
        Move move;
        const auto found = index_.find(channel);
        if (found == index_.end()) {
            return move;
        }
        const Usual usual = usualOf(found->second);
        if (!usual.known) {
            return move;
        }
        move.known = true;
        const bool temperature = channel.ends_with("_c");
        const double scale =
            std::max({kSpreads * usual.spread,
                      temperature ? kScaleK : kScaleShare * std::abs(usual.mean), 1e-6});
        for (std::size_t row = 0; row < t_.timeS.size(); ++row) {
            if (t_.timeS[row] < usual.endS || t_.timeS[row] > timeS_) {
                continue;
            }
            const double z = usual.beyond(value(row, found->second), t_.timeS[row]) / scale;
            if (std::abs(z) > std::abs(move.z) && (move.firstS < 0.0 || z * move.z > 0.0)) {
                move.z = z;
            }
            if (std::abs(z) >= 1.0 && move.firstS < 0.0) {
                move.firstS = t_.timeS[row];
            }
        }
        return move;
    }

  private:
    /// Trend of a sensor before the event: a line through its values. Afterwards it may continue as it did, with the
    /// weather or while the plant settles, or stay: between the two nothing has happened to it.
    struct Usual {
        double mean = 0.0, perS = 0.0;
        double level = 0.0, endS = 0.0;  ///< of the line, at the end of the calm
        double spread = 0.0;             ///< standard deviation from the line
        bool known = false;

        double beyond(double value, double timeS) const {
            const double gone = level + perS * (timeS - endS);
            const double low = std::min(level, gone), high = std::max(level, gone);
            return value - std::clamp(value, low, high);
        }
    };

    double value(std::size_t row, std::size_t channel) const {
        return static_cast<double>(t_.values[row * t_.channels.size() + channel]);
    }

    /// Least squares. By deviations from the first value: sums of squares of large ones would lose small ones.
    Usual usualOf(std::size_t channel) const {
        const double fromS = timeS_ - kLookBackS;
        Usual usual;
        usual.endS = fromS + kCalmS;
        double n = 0.0, t = 0.0, v = 0.0, tt = 0.0, tv = 0.0, vv = 0.0, first = 0.0;
        for (std::size_t row = 0; row < t_.timeS.size(); ++row) {
            if (t_.timeS[row] < fromS || t_.timeS[row] >= usual.endS) {
                continue;
            }
            first = n > 0.0 ? first : value(row, channel);
            const double time = t_.timeS[row] - usual.endS, off = value(row, channel) - first;
            n += 1.0;
            t += time;
            v += off;
            tt += time * time;
            tv += time * off;
            vv += off * off;
        }
        if (n <= 0.0) {
            return usual;
        }
        const double times = tt - t * t / n, both = tv - t * v / n, values = vv - v * v / n;
        usual.known = true;
        usual.mean = first + v / n;
        usual.perS = times > 0.0 ? both / times : 0.0;
        usual.level = usual.mean - usual.perS * t / n;
        usual.spread = std::sqrt(std::max(0.0, values - usual.perS * both) / n);
        return usual;
    }

    const Telemetry& t_;
    double timeS_;
    std::map<std::string, std::size_t> index_;
    std::map<std::string, std::vector<std::string>> valves_;  ///< by loop: channels
};

struct Candidate {
    Suspect suspect;
    double firstS = -1.0;
    std::string object;  ///< CDU group, loop or hall that it is part of; empty means wiring, fabric
    std::string upstream;  ///< loop that the object takes its cold from
};

/// Name of a quantity that a channel names by its key.
std::string labelOf(std::string_view key) {
    for (const auto& table :
         {facilityQuantities(), hallQuantities(), cduQuantities(), loopQuantities()}) {
        for (const QuantityInfo& info : table) {
            if (info.key == key) {
                return std::string(info.label);
            }
        }
    }
    return std::string(key);
}

/// "03:35:15" of the run.
std::string clockOf(double timeS) {
    const auto s = static_cast<long>(std::lround(std::max(0.0, timeS)));
    return fmt::format("{:02}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

/// So many times the move that counts is said to be far. Assumption.
constexpr double kFarBeyond = 5.0;

/// A suspect that is downstream of another good one counts that much: what fails above explains it.
constexpr double kExplained = 0.5;
constexpr double kGood = 0.6;

/// How well the sensors of an object fit a signature: 1 all of them, 0 none.
Candidate judge(const Room& room, const Signature& signature, const std::string& id,
                const std::string& name) {
    Candidate c;
    double firstS = std::numeric_limits<double>::infinity();  // of the sensors of this object
    for (const Sign& sign : signature.signs) {
        const Move move = room.sensor(signature, id, sign);
        firstS = move.known && move.firstS >= 0.0 ? std::min(firstS, move.firstS) : firstS;
    }
    c.suspect.part = PartAddress{id, 0, signature.part}.text();
    c.suspect.name = fmt::format("{} of {}", signature.name, name);
    double fits = 0.0, weights = 0.0;
    for (const Sign& sign : signature.signs) {
        if (sign.key[0] == '\0') {
            continue;
        }
        const Move move = room.sensor(signature, id, sign);
        if (!move.known) {
            continue;
        }
        weights += sign.weight;
        if (sign.sign == 0) {
            const double late = move.firstS < 0.0 ? kLookBackS : move.firstS - firstS;
            const double moved = std::min(1.0, std::abs(move.z)) * std::exp(-late / kOrderS);
            fits += sign.weight * (1.0 - 2.0 * moved);
            continue;
        }
        const double late = move.firstS < 0.0 ? 0.0 : move.firstS - firstS;
        fits += sign.weight * std::clamp(sign.sign * move.z, -1.0, 1.0) * std::exp(-late / kOrderS);
        if (sign.sign * move.z >= 1.0) {
            c.firstS = c.firstS < 0.0 ? move.firstS : std::min(c.firstS, move.firstS);
            c.suspect.reasons.push_back(fmt::format(
                "{} {} {} its usual swing, first at {}", labelOf(sign.key),
                sign.sign > 0 ? "rose" : "fell",
                std::abs(move.z) >= kFarBeyond ? "far beyond" : "beyond", clockOf(move.firstS)));
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
    const Room room(plant, telemetry, timeS);
    std::vector<Candidate> candidates;
    const auto judgeAll = [&](const char* prefix, const std::string& id, const std::string& name,
                              const std::string& upstream) {
        for (const Signature& signature : kSignatures) {
            if (std::string_view(signature.prefix) == prefix) {
                candidates.push_back(judge(room, signature, id, name));
                candidates.back().object = id;
                candidates.back().upstream = upstream;
            }
        }
    };
    const auto exists = [](const PlantLoop& loop, std::string_view part) {
        return part == "chillers"          ? loop.hasChiller
               : part == "towers"          ? loop.hasTower
               : part == "dry_coolers"     ? loop.hasDryCooler
               : part == "condenser_pumps" ? loop.hasCondenserPump
                                           : true;
    };
    for (const PlantCdu& cdu : plant.cdus) {
        judgeAll("cdu/", cdu.id, cdu.name.empty() ? cdu.id : cdu.name,
                 plant.loops[at(cdu.loop)].id);
    }
    for (const PlantLoop& loop : plant.loops) {
        judgeAll("loop/", loop.id, loop.id, {});
        std::erase_if(candidates, [&](const Candidate& c) {
            return c.object == loop.id && !exists(loop, c.suspect.part.substr(loop.id.size() + 1));
        });
    }
    for (const PlantHall& hall : plant.halls) {
        judgeAll("hall/", hall.id, hall.id, plant.loops[at(hall.loop)].id);
    }
    std::vector<Alarm> alarms;
    for (const Alarm& alarm : telemetry.alarms) {
        // Pumps that stop because their circuit is empty have not lost their supply.
        const bool empty = room.move("cdu/" + alarm.subject + "/pressure_kpa").z <= -1.0 ||
                           room.move("loop/" + alarm.subject + "/pressure_kpa").z <= -1.0;
        if (alarm.timeS > timeS - kLookBackS + kCalmS && alarm.timeS <= timeS && !empty) {
            alarms.push_back(alarm);
        }
    }
    const Move gensets = room.move("facility/genset_power_kw");
    for (Suspect& suspect : powerSuspects(plant, alarms, gensets.firstS >= 0.0)) {
        candidates.push_back({std::move(suspect), alarms.front().timeS, {}, {}});
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
                 move.firstS,
                 {},
                 {}});
        }
    }

    Diagnosis diagnosis;
    for (const Candidate& c : candidates) {
        if (c.firstS >= 0.0 && (diagnosis.firstS < 0.0 || c.firstS < diagnosis.firstS)) {
            diagnosis.firstS = c.firstS;
        }
    }
    for (Candidate& c : candidates) {
        c.suspect.score *=
            c.firstS < 0.0 ? 0.0 : std::exp(-(c.firstS - diagnosis.firstS) / kPrecedenceS);
    }
    // Failures below a part that failed before are explained by that part.
    std::vector<double> explained(candidates.size(), 1.0);
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        for (const Candidate& above : candidates) {
            const bool wiring = above.object.empty() && !candidates[k].object.empty();
            const bool loop =
                !candidates[k].upstream.empty() && above.object == candidates[k].upstream;
            if ((wiring || loop) && above.suspect.score >= kGood &&
                above.firstS <= candidates[k].firstS) {
                explained[k] = kExplained;
            }
        }
    }
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        Suspect& suspect = candidates[k].suspect;
        suspect.score *= explained[k];
        if (suspect.score > 0.0) {
            diagnosis.suspects.push_back(std::move(suspect));
        }
    }
    std::stable_sort(diagnosis.suspects.begin(), diagnosis.suspects.end(),
                     [](const Suspect& a, const Suspect& b) { return a.score > b.score; });
    diagnosis.suspects.resize(std::min(kMost, diagnosis.suspects.size()));
    return diagnosis;
}

}  // namespace headroom::engine
