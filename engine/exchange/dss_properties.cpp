// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/dss_properties.h"

#include <array>

namespace headroom::engine {

namespace {

using Text = std::string_view;

constexpr std::array kVsource = {
    Text("bus1"),     Text("basekv"),   Text("pu"),       Text("angle"),   Text("frequency"),
    Text("phases"),   Text("mvasc3"),   Text("mvasc1"),   Text("x1r1"),    Text("x0r0"),
    Text("isc3"),     Text("isc1"),     Text("r1"),       Text("x1"),      Text("r0"),
    Text("x0"),       Text("scantype"), Text("sequence"), Text("bus2"),    Text("z1"),
    Text("z0"),       Text("z2"),       Text("puz1"),     Text("puz0"),    Text("puz2"),
    Text("basemva"),  Text("yearly"),   Text("daily"),    Text("duty"),    Text("model"),
    Text("puzideal"), Text("spectrum"), Text("basefreq"), Text("enabled"), Text("like")};

constexpr std::array kLineCode = {
    Text("nphases"), Text("r1"),       Text("x1"),       Text("r0"),        Text("x0"),
    Text("c1"),      Text("c0"),       Text("units"),    Text("rmatrix"),   Text("xmatrix"),
    Text("cmatrix"), Text("basefreq"), Text("normamps"), Text("emergamps"), Text("faultrate"),
    Text("pctperm"), Text("repair"),   Text("kron"),     Text("rg"),        Text("xg"),
    Text("rho"),     Text("neutral"),  Text("b1"),       Text("b0"),        Text("seasons"),
    Text("ratings"), Text("linetype"), Text("like")};

constexpr std::array kLine = {
    Text("bus1"),       Text("bus2"),       Text("linecode"),   Text("length"),
    Text("phases"),     Text("r1"),         Text("x1"),         Text("r0"),
    Text("x0"),         Text("c1"),         Text("c0"),         Text("rmatrix"),
    Text("xmatrix"),    Text("cmatrix"),    Text("switch"),     Text("rg"),
    Text("xg"),         Text("rho"),        Text("geometry"),   Text("units"),
    Text("spacing"),    Text("wires"),      Text("earthmodel"), Text("cncables"),
    Text("tscables"),   Text("b1"),         Text("b0"),         Text("seasons"),
    Text("ratings"),    Text("linetype"),   Text("epsrmedium"), Text("heightoffset"),
    Text("heightunit"), Text("conductors"), Text("normamps"),   Text("emergamps"),
    Text("faultrate"),  Text("pctperm"),    Text("repair"),     Text("basefreq"),
    Text("enabled"),    Text("like")};

constexpr std::array kTransformer = {
    Text("phases"),      Text("windings"),  Text("wdg"),         Text("bus"),
    Text("conn"),        Text("kv"),        Text("kva"),         Text("tap"),
    Text("%r"),          Text("rneut"),     Text("xneut"),       Text("buses"),
    Text("conns"),       Text("kvs"),       Text("kvas"),        Text("taps"),
    Text("xhl"),         Text("xht"),       Text("xlt"),         Text("xscarray"),
    Text("thermal"),     Text("n"),         Text("m"),           Text("flrise"),
    Text("hsrise"),      Text("%loadloss"), Text("%noloadloss"), Text("normhkva"),
    Text("emerghkva"),   Text("sub"),       Text("maxtap"),      Text("mintap"),
    Text("numtaps"),     Text("subname"),   Text("%imag"),       Text("ppm_antifloat"),
    Text("%rs"),         Text("bank"),      Text("xfmrcode"),    Text("xrconst"),
    Text("x12"),         Text("x13"),       Text("x23"),         Text("leadlag"),
    Text("wdgcurrents"), Text("core"),      Text("rdcohms"),     Text("seasons"),
    Text("ratings"),     Text("normamps"),  Text("emergamps"),   Text("faultrate"),
    Text("pctperm"),     Text("repair"),    Text("basefreq"),    Text("enabled"),
    Text("like")};

constexpr std::array kLoad = {Text("phases"),    Text("bus1"),
                              Text("kv"),        Text("kw"),
                              Text("pf"),        Text("model"),
                              Text("yearly"),    Text("daily"),
                              Text("duty"),      Text("growth"),
                              Text("conn"),      Text("kvar"),
                              Text("rneut"),     Text("xneut"),
                              Text("status"),    Text("class"),
                              Text("vminpu"),    Text("vmaxpu"),
                              Text("vminnorm"),  Text("vminemerg"),
                              Text("xfkva"),     Text("allocationfactor"),
                              Text("kva"),       Text("%mean"),
                              Text("%stddev"),   Text("cvrwatts"),
                              Text("cvrvars"),   Text("kwh"),
                              Text("kwhdays"),   Text("cfactor"),
                              Text("cvrcurve"),  Text("numcust"),
                              Text("zipv"),      Text("%seriesrl"),
                              Text("relweight"), Text("vlowpu"),
                              Text("puxharm"),   Text("xrharm"),
                              Text("spectrum"),  Text("basefreq"),
                              Text("enabled"),   Text("like")};

constexpr std::array kCapacitor = {
    Text("bus1"),      Text("bus2"),     Text("phases"), Text("kvar"),     Text("kv"),
    Text("conn"),      Text("cmatrix"),  Text("cuf"),    Text("r"),        Text("xl"),
    Text("harm"),      Text("numsteps"), Text("states"), Text("normamps"), Text("emergamps"),
    Text("faultrate"), Text("pctperm"),  Text("repair"), Text("basefreq"), Text("enabled"),
    Text("like")};

constexpr std::array kReactor = {
    Text("bus1"),      Text("bus2"),      Text("phases"),  Text("kvar"),     Text("kv"),
    Text("conn"),      Text("rmatrix"),   Text("xmatrix"), Text("parallel"), Text("r"),
    Text("x"),         Text("rp"),        Text("z1"),      Text("z2"),       Text("z0"),
    Text("z"),         Text("rcurve"),    Text("lcurve"),  Text("lmh"),      Text("normamps"),
    Text("emergamps"), Text("faultrate"), Text("pctperm"), Text("repair"),   Text("basefreq"),
    Text("enabled"),   Text("like")};

constexpr std::array kGenerator = {
    Text("phases"),    Text("bus1"),       Text("kv"),       Text("kw"),         Text("pf"),
    Text("kvar"),      Text("model"),      Text("vminpu"),   Text("vmaxpu"),     Text("yearly"),
    Text("daily"),     Text("duty"),       Text("dispmode"), Text("dispvalue"),  Text("conn"),
    Text("rneut"),     Text("xneut"),      Text("status"),   Text("class"),      Text("vpu"),
    Text("maxkvar"),   Text("minkvar"),    Text("pvfactor"), Text("forceon"),    Text("kva"),
    Text("mva"),       Text("xd"),         Text("xdp"),      Text("xdpp"),       Text("h"),
    Text("d"),         Text("usermodel"),  Text("userdata"), Text("shaftmodel"), Text("shaftdata"),
    Text("dutystart"), Text("debugtrace"), Text("balanced"), Text("xrdp"),       Text("spectrum"),
    Text("basefreq"),  Text("enabled"),    Text("like")};

constexpr std::array kPvSystem = {
    Text("phases"),       Text("bus1"),         Text("kv"),
    Text("irradiance"),   Text("pmpp"),         Text("%pmpp"),
    Text("temperature"),  Text("pf"),           Text("conn"),
    Text("kvar"),         Text("kva"),          Text("%cutin"),
    Text("%cutout"),      Text("effcurve"),     Text("p-tcurve"),
    Text("%r"),           Text("%x"),           Text("model"),
    Text("vminpu"),       Text("vmaxpu"),       Text("balanced"),
    Text("limitcurrent"), Text("yearly"),       Text("daily"),
    Text("duty"),         Text("tyearly"),      Text("tdaily"),
    Text("tduty"),        Text("class"),        Text("usermodel"),
    Text("userdata"),     Text("debugtrace"),   Text("varfollowinverter"),
    Text("dutystart"),    Text("wattpriority"), Text("pfpriority"),
    Text("%pminnovars"),  Text("%pminkvarmax"), Text("kvarmax"),
    Text("kvarmaxabs"),   Text("spectrum"),     Text("basefreq"),
    Text("enabled"),      Text("like")};

constexpr std::array kSwitchControl = {Text("switchedobj"), Text("switchedterm"), Text("action"),
                                       Text("lock"),        Text("delay"),        Text("normal"),
                                       Text("state"),       Text("reset"),        Text("basefreq"),
                                       Text("enabled"),     Text("like")};

struct ClassRow {
    Text type;
    std::span<const Text> properties;
};

constexpr std::array kClasses = {ClassRow{"vsource", kVsource},
                                 ClassRow{"linecode", kLineCode},
                                 ClassRow{"line", kLine},
                                 ClassRow{"transformer", kTransformer},
                                 ClassRow{"xfmrcode", kTransformer},
                                 ClassRow{"load", kLoad},
                                 ClassRow{"capacitor", kCapacitor},
                                 ClassRow{"reactor", kReactor},
                                 ClassRow{"generator", kGenerator},
                                 ClassRow{"pvsystem", kPvSystem},
                                 ClassRow{"swtcontrol", kSwitchControl}};

}  // namespace

std::span<const std::string_view> propertiesOf(std::string_view type) {
    for (const ClassRow& row : kClasses) {
        if (row.type == type) {
            return row.properties;
        }
    }
    return {};
}

}  // namespace headroom::engine
