// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/dss.h"

#include "engine/exchange/dss_script.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <string_view>
#include <utility>

namespace headroom::engine {

namespace {

using Complex = std::complex<double>;

// The format's own defaults where a script states nothing.
constexpr double kDefaultC1NanoF = 3.4;
constexpr double kDefaultC0NanoF = 1.6;
constexpr double kDefaultMinimumPu = 0.95;
constexpr double kDefaultMaximumPu = 1.05;
constexpr double kSwitchLength = 0.001;

struct LineCode {
    std::size_t phases = 3;
    std::vector<Complex> ohmPerUnit;
    std::vector<double> faradPerUnit;
    double unitM = 0.0;  ///< 0: none stated
};

class DssReader : private DssScript {
  public:
    Result<DssFeeder> read(const std::filesystem::path& path) {
        scan(path, 0);
        for (std::size_t i = 0; i < commands_.size() && !fault_; ++i) {
            command_ = &commands_[i];
            run(*command_);
        }
        if (!fault_) {
            setTaps();
        }
        if (fault_) {
            return tl::unexpected(std::move(*fault_));
        }
        return std::move(feeder_);
    }

  private:
    // "671.1.3" names nodes of bus 671; without them the first `phases`.
    std::vector<PhaseNode> nodes(const std::string& value, std::size_t phases) {
        const std::size_t dot = std::min(value.find('.'), value.size());
        const int bus = feeder_.network.bus(dssLowerCase(value.substr(0, dot)));
        std::vector<PhaseNode> list;
        for (std::size_t i = dot; i < value.size(); i += 2) {
            const char digit = i + 1 < value.size() ? value[i + 1] : ' ';
            if (value[i] != '.' || digit < '0' || digit > '3') {
                notUnderstood("\"" + value + "\" names no nodes 0 to 3 of a bus");
                return list;
            }
            list.push_back({bus, digit - '1'});
        }
        for (int phase = 0; dot == value.size() && static_cast<std::size_t>(phase) < phases;
             ++phase) {
            list.push_back({bus, phase});
        }
        return list;
    }

    PhaseConnection connection(const std::string& value) {
        const std::string lower = dssLowerCase(value);
        if (lower == "delta" || lower == "ll") {
            return PhaseConnection::Delta;
        }
        if (lower != "wye" && lower != "y" && lower != "ln") {
            notUnderstood("\"" + value + "\" is neither wye nor delta");
        }
        return PhaseConnection::Wye;
    }

    std::size_t phaseCount(const std::string& value) {
        const double count = number(value);
        if (count != 1.0 && count != 2.0 && count != 3.0) {
            notRead("elements of " + value + " phases are not read, only of 1 to 3");
            return 1;
        }
        return static_cast<std::size_t>(count);
    }

    void run(const DssCommand& command) {
        if (command.words.empty()) {
            runAssignment(command);
            return;
        }
        const std::string verb = dssLowerCase(command.words[0]);
        if (verb == "set") {
            for (const auto& [key, value] : command.properties) {
                frequencyHz_ = key == "defaultbasefrequency" ? number(value) : frequencyHz_;
            }
            return;
        }
        if (verb != "new") {
            static const std::set<std::string> kPassed = {
                "clear", "redirect", "calcv", "calcvoltagebases", "solve", "buscoords",
                "show",  "plot",     "export"};
            if (!kPassed.contains(verb)) {
                notUnderstood("\"" + command.words[0] + "\" is no command that is read");
            }
            return;
        }
        const std::string object = command.words.size() > 1 ? dssLowerCase(command.words[1]) : "";
        const std::size_t dot = object.find('.');
        if (dot == std::string::npos || command.words.size() > 2) {
            notUnderstood("new needs CLASS.NAME and then KEY=VALUE, each with its key");
            return;
        }
        const std::string type = object.substr(0, dot);
        const std::string name = object.substr(dot + 1);
        if (type == "circuit") {
            addCircuit(name);
        } else if (type == "linecode") {
            addLineCode(name);
        } else if (type == "line") {
            addLine(name);
        } else if (type == "transformer") {
            addTransformer(name);
        } else if (type == "load") {
            addLoad(name);
        } else if (type == "capacitor") {
            addCapacitor(name);
        } else if (type == "regcontrol") {
            ++regulatorControls_;
        } else if (type != "energymeter" && type != "monitor") {
            notRead("elements of the class " + type + " are not read");
        }
    }

    // Transformer.NAME.Taps=[1 1.05], as a command of its own.
    void runAssignment(const DssCommand& command) {
        for (const auto& [key, value] : command.properties) {
            if (key.starts_with("transformer.") && key.ends_with(".taps")) {
                statedTaps_[key.substr(12, key.size() - 17)] = value;
                tapsAreCommands_ = true;
            } else {
                notRead("\"" + key + "\" is not read as a command");
            }
        }
    }

    void unknownProperty(const std::string& key) {
        notRead("the property " + key + " is not read here");
    }

    void addCircuit(const std::string& name) {
        double kv = 115.0;
        double pu = 1.0;
        double degrees = 0.0;
        double faultMva3 = 2000.0;
        double faultMva1 = 2100.0;
        double x1r1 = 4.0;
        double x0r0 = 3.0;
        std::string bus = "sourcebus";
        for (const auto& [key, value] : command_->properties) {
            if (key == "basekv") {
                kv = number(value);
            } else if (key == "pu") {
                pu = number(value);
            } else if (key == "angle") {
                degrees = number(value);
            } else if (key == "mvasc3") {
                faultMva3 = number(value);
            } else if (key == "mvasc1") {
                faultMva1 = number(value);
            } else if (key == "x1r1") {
                x1r1 = number(value);
            } else if (key == "x0r0") {
                x0r0 = number(value);
            } else if (key == "bus1") {
                bus = value;
            } else if (key != "phases" && key != "basefreq") {
                unknownProperty(key);
            }
        }
        if (!(kv > 0.0) || !(faultMva3 > 0.0) || !(faultMva1 > 0.0)) {
            notUnderstood("a circuit needs a voltage and fault levels above 0");
            return;
        }
        feeder_.name = name;
        PhaseSource source;
        source.bus = feeder_.network.bus(dssLowerCase(bus.substr(0, bus.find('.'))));
        source.lineVoltageV = kv * 1e3 * pu;
        source.angleRad = degrees * std::numbers::pi / 180.0;
        const double z1 = kv * kv / faultMva3;
        const double r1 = z1 / std::hypot(1.0, x1r1);
        source.positiveOhm = {r1, r1 * x1r1};
        // |2 Z1 + Z0| = 3 V^2 / S1 with X0 = x0r0 R0.
        const double loop = 3.0 * kv * kv / faultMva1;
        const double a = 1.0 + x0r0 * x0r0;
        const double b = 4.0 * r1 * (1.0 + x1r1 * x0r0);
        const double c = 4.0 * z1 * z1 - loop * loop;
        const double root = b * b - 4.0 * a * c;
        const double r0 = root > 0.0 ? (-b + std::sqrt(root)) / (2.0 * a) : r1;
        source.zeroOhm = {r0, r0 * x0r0};
        feeder_.network.sources.push_back(source);
    }

    void addLineCode(const std::string& name) {
        LineCode code;
        std::vector<double> r, x, c;
        std::string rText, xText, cText;
        for (const auto& [key, value] : command_->properties) {
            if (key == "nphases") {
                code.phases = phaseCount(value);
            } else if (key == "units") {
                code.unitM = unit(value);
            } else if (key == "rmatrix") {
                rText = value;
            } else if (key == "xmatrix") {
                xText = value;
            } else if (key == "cmatrix") {
                cText = value;
            } else if (key != "basefreq" && key != "normamps" && key != "emergamps") {
                unknownProperty(key);
            }
        }
        if (rText.empty() || xText.empty()) {
            notRead("line codes without rmatrix and xmatrix are not read");
            return;
        }
        r = matrix(rText, code.phases);
        x = matrix(xText, code.phases);
        c = cText.empty() ? sequence(code.phases, kDefaultC1NanoF, kDefaultC0NanoF)
                          : matrix(cText, code.phases);
        for (std::size_t i = 0; i < r.size(); ++i) {
            code.ohmPerUnit.emplace_back(r[i], x[i]);
            code.faradPerUnit.push_back(c[i] * 1e-9);
        }
        lineCodes_[name] = std::move(code);
    }

    // A matrix of one value along the diagonal and one beside it, from sequence values.
    static std::vector<double> sequence(std::size_t n, double positive, double zero) {
        std::vector<double> m(n * n, (zero - positive) / 3.0);
        for (std::size_t i = 0; i < n; ++i) {
            m[i * n + i] = n == 1 ? positive : (2.0 * positive + zero) / 3.0;
        }
        return m;
    }

    void addLine(const std::string& name) {
        std::size_t phases = 3;
        std::string from, to;
        double length = 1.0;
        double unitM = 0.0;
        const LineCode* code = nullptr;
        bool isSwitch = false;
        std::map<std::string, double> own = {{"r1", 0.058},           {"x1", 0.1206},
                                             {"r0", 0.1784},          {"x0", 0.4047},
                                             {"c1", kDefaultC1NanoF}, {"c0", kDefaultC0NanoF}};
        for (const auto& [key, value] : command_->properties) {
            if (key == "phases") {
                phases = phaseCount(value);
            } else if (key == "bus1") {
                from = value;
            } else if (key == "bus2") {
                to = value;
            } else if (key == "length") {
                length = number(value);
            } else if (key == "units") {
                unitM = unit(value);
            } else if (key == "switch") {
                isSwitch =
                    !value.empty() && (dssLowerCase(value)[0] == 'y' || dssLowerCase(value)[0] == 't');
            } else if (key == "linecode") {
                const auto it = lineCodes_.find(dssLowerCase(value));
                if (it == lineCodes_.end()) {
                    notUnderstood("there is no line code " + value);
                    return;
                }
                code = &it->second;
            } else if (own.contains(key)) {
                own[key] = number(value);
            } else if (key != "normamps" && key != "emergamps" && key != "basefreq") {
                unknownProperty(key);
            }
        }
        PhaseLine line;
        line.name = name;
        line.from = nodes(from, phases);
        line.to = nodes(to, phases);
        double scale = isSwitch ? kSwitchLength : length;
        const double omega = 2.0 * std::numbers::pi * frequencyHz_;
        if (code != nullptr) {
            if (code->phases != phases) {
                notUnderstood("the line code has " + std::to_string(code->phases) +
                              " phases, the line " + std::to_string(phases));
                return;
            }
            if (code->unitM > 0.0 && unitM > 0.0) {
                scale *= unitM / code->unitM;
            }
            for (std::size_t i = 0; i < code->ohmPerUnit.size(); ++i) {
                line.seriesOhm.push_back(code->ohmPerUnit[i] * scale);
                line.shuntS.emplace_back(0.0, omega * code->faradPerUnit[i] * scale);
            }
        } else {
            const auto r = sequence(phases, own["r1"], own["r0"]);
            const auto x = sequence(phases, own["x1"], own["x0"]);
            const auto c = sequence(phases, own["c1"], own["c0"]);
            for (std::size_t i = 0; i < r.size(); ++i) {
                line.seriesOhm.push_back(Complex(r[i], x[i]) * scale);
                line.shuntS.emplace_back(0.0, omega * c[i] * 1e-9 * scale);
            }
        }
        feeder_.network.lines.push_back(std::move(line));
    }

    void addTransformer(const std::string& name) {
        PhaseTransformer t;
        t.name = name;
        std::size_t phases = 3;
        std::size_t winding = 0;
        double xhl = 7.0;
        double percentR[2] = {0.2, 0.2};
        double kva[2] = {1000.0, 1000.0};
        double kv[2] = {12.47, 12.47};
        std::string buses[2];
        const auto pair = [&](const std::string& value, double* into) {
            const std::vector<double> both = numbers(value);
            if (both.size() != 2) {
                notUnderstood("two numbers should stand in " + value);
                return;
            }
            into[0] = both[0];
            into[1] = both[1];
        };
        for (const auto& [key, value] : command_->properties) {
            if (key == "phases") {
                phases = phaseCount(value);
            } else if (key == "windings") {
                if (number(value) != 2.0) {
                    notRead("transformers of other than two windings are not read");
                }
            } else if (key == "xhl") {
                xhl = number(value);
            } else if (key == "wdg") {
                const double which = number(value);
                if (which != 1.0 && which != 2.0) {
                    notRead("transformers of other than two windings are not read");
                    return;
                }
                winding = which == 2.0 ? 1 : 0;
            } else if (key == "bus") {
                buses[winding] = value;
            } else if (key == "buses") {
                const std::vector<std::string> both = words(value);
                if (both.size() != 2) {
                    notUnderstood("two buses should stand in " + value);
                    return;
                }
                buses[0] = both[0];
                buses[1] = both[1];
            } else if (key == "conn") {
                t.windings[winding].connection = connection(value);
            } else if (key == "kv") {
                kv[winding] = number(value);
            } else if (key == "kvs") {
                pair(value, kv);
            } else if (key == "kva") {
                kva[winding] = number(value);
            } else if (key == "kvas") {
                pair(value, kva);
            } else if (key == "%r") {
                percentR[winding] = number(value);
            } else if (key == "%loadloss") {
                percentR[0] = percentR[1] = 0.5 * number(value);
            } else if (key == "tap") {
                t.windings[winding].tap = number(value);
            } else if (key == "taps") {
                double taps[2] = {1.0, 1.0};
                pair(value, taps);
                t.windings[0].tap = taps[0];
                t.windings[1].tap = taps[1];
            } else if (key != "bank" && key != "basefreq") {
                unknownProperty(key);
            }
        }
        t.ratedVa = kva[0] * 1e3;
        t.impedancePu = {0.01 * (percentR[0] + percentR[1]), 0.01 * xhl};
        for (std::size_t w = 0; w < 2; ++w) {
            t.windings[w].ratedV = kv[w] * 1e3;
            t.windings[w].nodes = nodes(buses[w], phases);
        }
        feeder_.network.transformers.push_back(std::move(t));
    }

    void addLoad(const std::string& name) {
        PhaseLoad load;
        load.name = name;
        std::size_t phases = 3;
        std::string bus;
        double kv = 12.47;
        double model = 1.0;
        std::optional<double> pf;
        load.minimumPu = kDefaultMinimumPu;
        load.maximumPu = kDefaultMaximumPu;
        for (const auto& [key, value] : command_->properties) {
            if (key == "phases") {
                phases = phaseCount(value);
            } else if (key == "bus1") {
                bus = value;
            } else if (key == "conn") {
                load.connection = connection(value);
            } else if (key == "model") {
                model = number(value);
            } else if (key == "kv") {
                kv = number(value);
            } else if (key == "kw") {
                load.powerW = 1e3 * number(value);
            } else if (key == "kvar") {
                load.reactiveVar = 1e3 * number(value);
            } else if (key == "pf") {
                pf = number(value);
            } else if (key == "vminpu") {
                load.minimumPu = number(value);
            } else if (key == "vmaxpu") {
                load.maximumPu = number(value);
            } else if (key != "basefreq" && key != "class" && key != "status") {
                unknownProperty(key);
            }
        }
        if (pf) {
            if (!(std::abs(*pf) > 0.0 && std::abs(*pf) <= 1.0)) {
                notUnderstood("a power factor is from -1 to 1 and not 0");
                return;
            }
            load.reactiveVar = std::copysign(load.powerW * std::sqrt(1.0 / (*pf * *pf) - 1.0), *pf);
        }
        if (model != 1.0 && model != 2.0 && model != 5.0) {
            notRead("load models other than 1, 2 and 5 are not read");
            return;
        }
        load.constantPower = model == 1.0 ? 1.0 : 0.0;
        load.constantImpedance = model == 2.0 ? 1.0 : 0.0;
        load.constantCurrent = model == 5.0 ? 1.0 : 0.0;
        const bool delta = load.connection == PhaseConnection::Delta;
        load.nodes = nodes(bus, phases == 1 && delta ? 2 : phases);
        load.nominalV = kv * 1e3 / (phases > 1 && !delta ? std::numbers::sqrt3 : 1.0);
        feeder_.network.loads.push_back(std::move(load));
    }

    void addCapacitor(const std::string& name) {
        PhaseLoad capacitor;
        capacitor.name = name;
        std::size_t phases = 3;
        std::string bus;
        double kv = 12.47;
        for (const auto& [key, value] : command_->properties) {
            if (key == "phases") {
                phases = phaseCount(value);
            } else if (key == "bus1") {
                bus = value;
            } else if (key == "kvar") {
                capacitor.reactiveVar = -1e3 * number(value);
            } else if (key == "kv") {
                kv = number(value);
            } else if (key == "conn") {
                capacitor.connection = connection(value);
            } else if (key != "basefreq") {
                unknownProperty(key);
            }
        }
        capacitor.constantPower = 0.0;
        capacitor.constantImpedance = 1.0;
        const bool delta = capacitor.connection == PhaseConnection::Delta;
        capacitor.nodes = nodes(bus, phases);
        capacitor.nominalV = kv * 1e3 / (phases > 1 && !delta ? std::numbers::sqrt3 : 1.0);
        feeder_.network.loads.push_back(std::move(capacitor));
    }

    void setTaps() {
        std::string set;
        if (regulatorControls_ > 0 || tapsAreCommands_) {
            for (PhaseTransformer& t : feeder_.network.transformers) {
                const auto it = statedTaps_.find(t.name);
                if (it == statedTaps_.end()) {
                    continue;
                }
                const std::vector<double> taps = numbers(it->second);
                if (taps.size() != 2) {
                    notUnderstood("two taps of transformer " + t.name + " should be stated");
                    return;
                }
                t.windings[0].tap = taps[0];
                t.windings[1].tap = taps[1];
                set += (set.empty() ? "" : ", ") + words(it->second)[1];
            }
        }
        if (!set.empty()) {
            feeder_.taps = "regulator taps " + set + " as the script states them";
        } else if (regulatorControls_ > 0) {
            feeder_.taps = "regulators at their first taps: controls are not run";
        }
    }

    DssFeeder feeder_;
    std::map<std::string, LineCode> lineCodes_;
    bool tapsAreCommands_ = false;
    int regulatorControls_ = 0;
    double frequencyHz_ = 60.0;
};

}  // namespace

Result<DssFeeder> readDss(const std::filesystem::path& path) {
    return DssReader().read(path);
}

}  // namespace headroom::engine
