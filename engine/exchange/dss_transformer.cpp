// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/dss_elements.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace headroom::engine {

namespace {

using Complex = std::complex<double>;

// The star of three windings may have a branch without impedance; it then has this one [per unit].
constexpr double kLeastImpedancePu = 1e-9;

}  // namespace

struct DssElements::Windings {
    struct One {
        std::string bus;
        PhaseConnection connection = PhaseConnection::Wye;
        double kv = 12.47, kva = 1000.0, percentR = 0.2, tap = 1.0;
    };

    std::size_t phases = 3;
    std::vector<One> one = std::vector<One>(2);
    std::size_t at = 0;  ///< winding that properties without an array set
    double xhl = 7.0, xht = 35.0, xlt = 30.0;
    double percentNoLoad = 0.0, percentMagnetising = 0.0;
    bool leads = false;
};

bool DssElements::readWinding(const std::string& key, const std::string& value, Windings& all) {
    Windings::One& one = all.one[all.at];
    const auto each = [&](auto set) {
        const std::vector<std::string> list = words(value);
        if (list.size() > all.one.size()) {
            notUnderstood("the transformer has " + std::to_string(all.one.size()) +
                          " windings, and " + key + " has more values");
            return;
        }
        for (std::size_t i = 0; i < list.size(); ++i) {
            set(all.one[i], list[i]);
        }
    };
    if (key == "bus") {
        one.bus = value;
    } else if (key == "conn") {
        one.connection = connection(value);
    } else if (key == "kv") {
        one.kv = number(value);
    } else if (key == "kva") {
        one.kva = number(value);
    } else if (key == "%r") {
        one.percentR = number(value);
    } else if (key == "tap") {
        one.tap = number(value);
    } else if (key == "buses") {
        each([](Windings::One& w, const std::string& text) { w.bus = text; });
    } else if (key == "conns") {
        each([&](Windings::One& w, const std::string& text) { w.connection = connection(text); });
    } else if (key == "kvs") {
        each([&](Windings::One& w, const std::string& text) { w.kv = number(text); });
    } else if (key == "kvas") {
        each([&](Windings::One& w, const std::string& text) { w.kva = number(text); });
    } else if (key == "%rs") {
        each([&](Windings::One& w, const std::string& text) { w.percentR = number(text); });
    } else if (key == "taps") {
        each([&](Windings::One& w, const std::string& text) { w.tap = number(text); });
    } else {
        return false;
    }
    return true;
}

// The properties of a transformer in their order; those of its code are where the code is named.
bool DssElements::readWindings(const DssObject& object, Windings& all) {
    for (const auto& [key, value] : object.properties) {
        if (fault_) {
            return false;
        }
        if (key == "xfmrcode") {
            const DssObject* code = this->object(
                "xfmrcode", dssLowerCase(words(value).empty() ? std::string() : words(value)[0]));
            if (code == nullptr) {
                notUnderstood("there is no XfmrCode " + value);
                return false;
            }
            readWindings(*code, all);
        } else if (key == "phases") {
            all.phases = phaseCount(value);
        } else if (key == "windings") {
            const double count = number(value);
            if (count != 2.0 && count != 3.0) {
                notRead("transformers of other than two or three windings are not read");
                return false;
            }
            all.one.resize(static_cast<std::size_t>(count));
        } else if (key == "wdg") {
            const double which = number(value);
            if (!(which >= 1.0 && which <= static_cast<double>(all.one.size()))) {
                notRead("the transformer has no winding " + value);
                return false;
            }
            all.at = static_cast<std::size_t>(which) - 1;
        } else if (key == "xhl" || key == "x12") {
            all.xhl = number(value);
        } else if (key == "xht" || key == "x13") {
            all.xht = number(value);
        } else if (key == "xlt" || key == "x23") {
            all.xlt = number(value);
        } else if (key == "xscarray") {
            const std::vector<double> x = numbers(value);
            all.xhl = !x.empty() ? x[0] : all.xhl;
            all.xht = x.size() > 1 ? x[1] : all.xht;
            all.xlt = x.size() > 2 ? x[2] : all.xlt;
        } else if (key == "%loadloss") {
            all.one[0].percentR = all.one[1].percentR = 0.5 * number(value);
        } else if (key == "%noloadloss") {
            all.percentNoLoad = number(value);
        } else if (key == "%imag") {
            all.percentMagnetising = number(value);
        } else if (key == "leadlag") {
            const std::string lower = dssLowerCase(value);
            all.leads = lower.starts_with("le") || lower.starts_with('e');
        } else if (key == "rneut" && number(value) > 0.0) {
            notRead("windings with a neutral resistance are not read");
        } else if (!readWinding(key, value, all)) {
            unused(key,
                   " rneut xneut thermal n m flrise hsrise normhkva emerghkva sub maxtap mintap "
                   "numtaps subname ppm_antifloat bank xrconst wdgcurrents core rdcohms ");
        }
    }
    return !fault_;
}

PhaseWinding DssElements::windingOf(const Windings& all, std::size_t index) {
    const Windings::One& one = all.one[index];
    PhaseWinding winding;
    winding.ratedV = one.kv * 1e3;
    winding.tap = one.tap;
    if (all.phases == 1) {
        winding.nodes =
            one.connection == PhaseConnection::Delta ? nodes(one.bus, 2) : branchNodes(one.bus);
    } else {
        winding.connection = one.connection;
        winding.nodes = nodes(one.bus, all.phases);
    }
    return winding;
}

void DssElements::addTransformer(const DssObject& object) {
    Windings all;
    if (!readWindings(object, all)) {
        return;
    }
    if (all.phases == 2) {
        notRead("transformers of two phases are not read");
        return;
    }
    for (const Windings::One& one : all.one) {
        if (one.bus.empty()) {
            notUnderstood("a winding of transformer " + object.name + " has no bus");
            return;
        }
    }
    if (all.one.size() == 3) {
        addStar(object.name, all);
    } else {
        PhaseTransformer t;
        t.name = object.name;
        t.leads = all.leads;
        t.ratedVa = all.one[0].kva * 1e3;
        t.impedancePu = {0.01 * (all.one[0].percentR + all.one[1].percentR), 0.01 * all.xhl};
        t.windings[0] = windingOf(all, 0);
        t.windings[1] = windingOf(all, 1);
        feeder_.network.transformers.push_back(std::move(t));
    }
    addNoLoad(object.name, all);
}

// Three windings as three transformers to one inner bus, whose coils lie between its nodes and ground: coil
// k of each winding is coupled with coil k there, and the reactances of the star are
// XH = (XHL + XHT - XLT) / 2 and so on.
void DssElements::addStar(const std::string& name, const Windings& all) {
    const double x[3] = {0.5 * (all.xhl + all.xht - all.xlt), 0.5 * (all.xhl + all.xlt - all.xht),
                         0.5 * (all.xht + all.xlt - all.xhl)};
    const double coilV = all.one[0].kv * 1e3;
    PhaseWinding inner;
    inner.ratedV = all.phases == 3 ? coilV * std::numbers::sqrt3 : coilV;
    inner.nodes = nodes(name + " (inner)", all.phases);
    for (std::size_t i = 0; i < 3; ++i) {
        PhaseTransformer t;
        t.name = name;
        t.leads = all.leads;
        t.ratedVa = all.one[0].kva * 1e3;
        t.impedancePu = {0.01 * all.one[i].percentR, 0.01 * x[i]};
        if (std::abs(t.impedancePu) < kLeastImpedancePu) {
            t.impedancePu = {0.0, kLeastImpedancePu};
        }
        t.windings[0] = windingOf(all, i);
        t.windings[1] = inner;
        feeder_.network.transformers.push_back(std::move(t));
    }
}

// Losses without load and magnetising current at the second winding.
void DssElements::addNoLoad(const std::string& name, const Windings& all) {
    if (all.percentNoLoad == 0.0 && all.percentMagnetising == 0.0) {
        return;
    }
    const PhaseWinding winding = windingOf(all, 1);
    PhaseLoad load;
    load.name = name + " without load";
    load.nodes = winding.nodes;
    load.connection = winding.nodes.size() == 2 ? PhaseConnection::Delta : winding.connection;
    load.powerW = all.one[0].kva * 10.0 * all.percentNoLoad;
    load.reactiveVar = all.one[0].kva * 10.0 * all.percentMagnetising;
    load.nominalV =
        winding.ratedV /
        (all.phases == 3 && winding.connection == PhaseConnection::Wye ? std::numbers::sqrt3 : 1.0);
    load.constantPower = 0.0;
    load.constantImpedance = 1.0;
    feeder_.network.loads.push_back(std::move(load));
}

}  // namespace headroom::engine
