// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/dss.h"

#include "engine/exchange/dss_elements.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

using Complex = std::complex<double>;

constexpr double kSwitchLength = 0.001;

/// Series impedance and capacitance of a line or line code as stated: by matrices, or by sequence values.
/// The format's own defaults hold where a script states nothing.
struct LineData {
    std::size_t phases = 3;
    bool statesPhases = false;
    double r1 = 0.058, x1 = 0.1206, r0 = 0.1784, x0 = 0.4047;
    double c1NanoF = 3.4, c0NanoF = 1.6;
    std::string rMatrix, xMatrix, cMatrix;
    double unitM = 0.0;    ///< 0 if none stated
    double basisHz = 0.0;  ///< frequency of the reactances; 0 means that of the circuit
};

class DssReader : private DssElements {
  public:
    Result<DssFeeder> read(const std::filesystem::path& path) {
        run(path);
        openSwitches();
        for (const DssObject& object : objects_) {
            if (!fault_ && object.enabled) {
                command_ = object.command;
                add(object);
            }
        }
        if (!fault_) {
            setTaps();
        }
        if (fault_) {
            return tl::unexpected(std::move(*fault_));
        }
        for (const std::string& words : notes_) {
            feeder_.notes += (feeder_.notes.empty() ? "" : "; ") + words;
        }
        return std::move(feeder_);
    }

  private:
    void add(const DssObject& object) {
        if (object.type == "vsource") {
            addSource(object);
        } else if (object.type == "line") {
            addLine(object);
        } else if (object.type == "transformer") {
            addTransformer(object);
        } else if (object.type == "load") {
            addLoad(object);
        } else if (object.type == "capacitor") {
            addCapacitor(object);
        } else if (object.type == "reactor") {
            addReactor(object);
        } else if (object.type == "generator") {
            addGenerator(object);
        } else if (object.type == "pvsystem") {
            addPvSystem(object);
        }
    }

    // A SwtControl whose last state or action is open takes its element out.
    void openSwitches() {
        for (const DssObject& control : objects_) {
            if (control.type != "swtcontrol" || !control.enabled) {
                continue;
            }
            std::string switched;
            bool open = false;
            for (const auto& [key, value] : control.properties) {
                if (key == "switchedobj") {
                    switched = dssLowerCase(value);
                } else if (key == "action" || key == "state" || key == "normal") {
                    open = dssLowerCase(value).starts_with('o');
                }
            }
            for (DssObject& object : objects_) {
                if (open && object.type + "." + object.name == switched) {
                    object.enabled = false;
                }
            }
        }
    }

    // Impedances of a source: by fault levels [MVA], by fault currents [A], or as stated.
    struct SourceData {
        double kv = 115.0, pu = 1.0, degrees = 0.0;
        double faultMva3 = 2000.0, faultMva1 = 2100.0;
        double amperes3 = 0.0, amperes1 = 0.0;
        double x1r1 = 4.0, x0r0 = 3.0;
        std::optional<double> r1, x1, r0, x0;
        std::string bus = "sourcebus";
    };

    bool readSource(const std::string& key, const std::string& value, SourceData& s) {
        const std::map<std::string, double*, std::less<>> numbers = {
            {"basekv", &s.kv},        {"pu", &s.pu},
            {"angle", &s.degrees},    {"mvasc3", &s.faultMva3},
            {"mvasc1", &s.faultMva1}, {"x1r1", &s.x1r1},
            {"x0r0", &s.x0r0},        {"isc3", &s.amperes3},
            {"isc1", &s.amperes1}};
        const std::map<std::string, std::optional<double>*, std::less<>> stated = {
            {"r1", &s.r1}, {"x1", &s.x1}, {"r0", &s.r0}, {"x0", &s.x0}};
        if (const auto it = numbers.find(key); it != numbers.end()) {
            *it->second = number(value);
        } else if (const auto other = stated.find(key); other != stated.end()) {
            *other->second = number(value);
        } else if (key == "z1" || key == "z0") {
            const std::vector<double> z = DssScript::numbers(value);
            (key == "z1" ? s.r1 : s.r0) = z.empty() ? 0.0 : z[0];
            (key == "z1" ? s.x1 : s.x0) = z.size() > 1 ? z[1] : 0.0;
        } else if (key == "bus1") {
            s.bus = value;
        } else {
            return false;
        }
        return true;
    }

    void addSource(const DssObject& object) {
        SourceData s;
        for (const auto& [key, value] : object.properties) {
            if (key == "circuit") {
                feeder_.name = value;
            } else if (!readSource(key, value, s)) {
                if ((key == "phases" && number(value) != 3.0) ||
                    (key == "bus2" && value.find(".0") == std::string::npos)) {
                    notRead("sources of other than three phases to ground are not read");
                }
                unused(key, " phases bus2 frequency scantype sequence z2 model puzideal basemva ");
            }
        }
        s.faultMva3 =
            s.amperes3 > 0.0 ? std::numbers::sqrt3 * s.kv * s.amperes3 * 1e-3 : s.faultMva3;
        s.faultMva1 =
            s.amperes1 > 0.0 ? std::numbers::sqrt3 * s.kv * s.amperes1 * 1e-3 : s.faultMva1;
        if (!(s.kv > 0.0) || !(s.faultMva3 > 0.0) || !(s.faultMva1 > 0.0)) {
            notUnderstood("a circuit needs a voltage and fault levels above 0");
            return;
        }
        PhaseSource source;
        source.bus = feeder_.network.bus(dssLowerCase(s.bus.substr(0, s.bus.find('.'))));
        source.lineVoltageV = s.kv * 1e3 * s.pu;
        source.angleRad = s.degrees * std::numbers::pi / 180.0;
        const double z1 = s.kv * s.kv / s.faultMva3;
        const double r1 = z1 / std::hypot(1.0, s.x1r1);
        source.positiveOhm = {s.r1.value_or(r1), s.x1.value_or(r1 * s.x1r1)};
        // |2 Z1 + Z0| = 3 V^2 / S1 with X0 = x0r0 R0.
        const double loop = 3.0 * s.kv * s.kv / s.faultMva1;
        const double a = 1.0 + s.x0r0 * s.x0r0;
        const double b = 4.0 * r1 * (1.0 + s.x1r1 * s.x0r0);
        const double c = 4.0 * z1 * z1 - loop * loop;
        const double root = b * b - 4.0 * a * c;
        const double r0 = root > 0.0 ? (-b + std::sqrt(root)) / (2.0 * a) : r1;
        source.zeroOhm = {s.r0.value_or(s.r1.value_or(r0)),
                          s.x0.value_or(s.x1.value_or(r0 * s.x0r0))};
        feeder_.network.sources.push_back(source);
    }

    bool readLineData(const std::string& key, const std::string& value, LineData& data) {
        const std::map<std::string, double*, std::less<>> numbers = {
            {"r1", &data.r1}, {"x1", &data.x1},      {"r0", &data.r0},
            {"x0", &data.x0}, {"c1", &data.c1NanoF}, {"c0", &data.c0NanoF}};
        const auto it = numbers.find(key);
        if (it != numbers.end()) {
            *it->second = number(value);
            (key[0] == 'c' ? data.cMatrix : key[0] == 'r' ? data.rMatrix : data.xMatrix).clear();
        } else if (key == "b1" || key == "b0") {
            // Microsiemens per unit of length.
            (key == "b1" ? data.c1NanoF : data.c0NanoF) =
                1e3 * number(value) / (2.0 * std::numbers::pi * frequencyHz_);
            data.cMatrix.clear();
        } else if (key == "phases" || key == "nphases") {
            data.phases = phaseCount(value);
            data.statesPhases = true;
        } else if (key == "units") {
            data.unitM = unit(value);
        } else if (key == "rmatrix") {
            data.rMatrix = value;
        } else if (key == "xmatrix") {
            data.xMatrix = value;
        } else if (key == "cmatrix") {
            data.cMatrix = value;
        } else if (key == "basefreq") {
            data.basisHz = number(value);
        } else {
            return false;
        }
        return true;
    }

    std::optional<LineData> lineCode(const std::string& name) {
        const std::vector<std::string> one = words(name);
        const DssObject* object =
            this->object("linecode", dssLowerCase(one.empty() ? std::string() : one[0]));
        if (object == nullptr) {
            notUnderstood("there is no line code " + name);
            return std::nullopt;
        }
        LineData data;
        const DssCommand* line = std::exchange(command_, object->command);
        for (const auto& [key, value] : object->properties) {
            if (key == "kron" && dssLowerCase(value).starts_with('y')) {
                notRead("line codes that are reduced by Kron are not read");
            } else if (!readLineData(key, value, data)) {
                unused(key, " kron rg xg rho neutral linetype ");
            }
        }
        command_ = fault_ ? command_ : line;
        return data;
    }

    // A matrix of one value along the diagonal and one next to it, from sequence values.
    static std::vector<double> sequence(std::size_t n, double positive, double zero) {
        std::vector<double> m(n * n, (zero - positive) / 3.0);
        for (std::size_t i = 0; i < n; ++i) {
            m[i * n + i] = n == 1 ? positive : (2.0 * positive + zero) / 3.0;
        }
        return m;
    }

    // The line code, with what the line states after it; its phases unless the line states others.
    void useCode(const std::string& name, LineData& data) {
        const auto code = lineCode(name);
        if (!code) {
            return;
        }
        if (data.statesPhases && data.phases != code->phases) {
            notUnderstood("the line code has " + std::to_string(code->phases) +
                          " phases, the line " + std::to_string(data.phases));
        }
        const LineData line = std::exchange(data, *code);
        codeUnitM_ = code->unitM;
        data.unitM = line.unitM;
        data.statesPhases = false;
    }

    void addLine(const DssObject& object) {
        std::string from, to;
        LineData data;
        double length = 1.0;
        codeUnitM_ = 0.0;
        for (const auto& [key, value] : object.properties) {
            if (fault_) {
                return;
            }
            if (key == "bus1") {
                from = value;
            } else if (key == "bus2") {
                to = value;
            } else if (key == "length") {
                length = number(value);
            } else if (key == "linecode") {
                useCode(value, data);
            } else if (key == "switch") {
                const std::string lower = dssLowerCase(value);
                if (lower.starts_with('y') || lower.starts_with('t')) {
                    useSwitch(data);
                    length = kSwitchLength;
                    codeUnitM_ = 0.0;
                }
            } else if (key == "geometry" || key == "spacing" || key == "wires" ||
                       key == "cncables" || key == "tscables") {
                notRead("lines by " + key + " are not read, only by line code, matrices or r1 x1");
            } else if (!readLineData(key, value, data)) {
                unused(key, " rg xg rho earthmodel linetype epsrmedium heightoffset heightunit ");
            }
        }
        addLine(object.name, nodes(from, data.phases), nodes(to, data.phases), data, length);
    }

    // Matrices are taken in the code's unit of length where both state one.
    void addLine(const std::string& name, std::vector<PhaseNode> from, std::vector<PhaseNode> to,
                 const LineData& data, double length) {
        const std::size_t n = data.phases;
        if (data.rMatrix.empty() != data.xMatrix.empty()) {
            notUnderstood("line " + name + " needs both rmatrix and xmatrix");
            return;
        }
        const auto r =
            data.rMatrix.empty() ? sequence(n, data.r1, data.r0) : matrix(data.rMatrix, n);
        const auto x =
            data.xMatrix.empty() ? sequence(n, data.x1, data.x0) : matrix(data.xMatrix, n);
        const auto c = data.cMatrix.empty() ? sequence(n, data.c1NanoF, data.c0NanoF)
                                            : matrix(data.cMatrix, n);
        const bool converts = codeUnitM_ > 0.0 && data.unitM > 0.0;
        const double scale = length * (converts ? data.unitM / codeUnitM_ : 1.0);
        const double reactance = data.basisHz > 0.0 ? frequencyHz_ / data.basisHz : 1.0;
        const double omega = 2.0 * std::numbers::pi * frequencyHz_;
        PhaseLine line;
        line.name = name;
        line.from = std::move(from);
        line.to = std::move(to);
        for (std::size_t i = 0; i < r.size(); ++i) {
            line.seriesOhm.push_back(Complex(r[i], x[i] * reactance) * scale);
            line.shuntS.emplace_back(0.0, omega * c[i] * 1e-9 * scale);
        }
        feeder_.network.lines.push_back(std::move(line));
    }

    static void useSwitch(LineData& data) {
        data.rMatrix.clear();
        data.xMatrix.clear();
        data.cMatrix.clear();
        data.r1 = data.x1 = data.r0 = data.x0 = 1.0;
        data.c1NanoF = 1.1;
        data.c0NanoF = 1.0;
    }

    void setTaps() {
        std::string set;
        const auto regulators = std::count_if(
            objects_.begin(), objects_.end(),
            [](const DssObject& object) { return object.type == "regcontrol" && object.enabled; });
        for (PhaseTransformer& t : feeder_.network.transformers) {
            const auto it = statedTaps_.find(t.name);
            if (regulators == 0 || it == statedTaps_.end()) {
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
        if (!set.empty()) {
            note("regulator taps " + set + " as the script states them");
        } else if (regulators > 0) {
            note("regulators keep their stated taps: controls are not run");
        }
    }

    double codeUnitM_ = 0.0;  ///< of the line at hand; 0 if it has no code, or the code no unit
};

}  // namespace

Result<DssFeeder> readDss(const std::filesystem::path& path) {
    return DssReader().read(path);
}

}  // namespace headroom::engine
