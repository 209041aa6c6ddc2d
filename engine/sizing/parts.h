// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// Which parts of the catalogue a new facility is built of, and how one is chosen by rating. Other
/// parts of the catalogue (of one machine on record, or of another voltage) are for editing.
namespace headroom::engine::sizing {

/// Families, smallest first. A part that the catalogue lacks is passed over.
struct Families {
    std::vector<std::string> crahs = {"crah-100", "crah-200", "fan-wall-350", "fan-wall-500"};
    std::vector<std::string> cdus = {"cdu-600", "cdu-1300", "cdu-2300"};
    std::vector<std::string> towers = {"tower-750", "tower-5000", "tower-10000"};
    std::vector<std::string> dryCoolers = {"adiabatic-1000", "adiabatic-2000"};
    /// Fluids of water that goes outdoors, from warm places to cold ones.
    std::vector<std::string> outdoorFluids = {"water", "pg25", "pg30", "pg40", "pg50", "pg55"};
    std::vector<std::string> airChillers = {"york-ycal-101-air", "air-cooled-1200"};
    std::vector<std::string> waterChillers = {"york-yt-1023", "carrier-19xr-1143-vsd",
                                              "carrier-19xr-2391-vsd", "trane-cvhf-4610",
                                              "carrier-19ex-5208"};
    std::vector<std::string> loopPumps = {"pump-loop-20", "pump-loop-60", "pump-loop-125",
                                          "pump-loop-250", "pump-loop-500"};
    std::vector<std::string> condenserPumps = {"pump-condenser-60", "pump-condenser-125",
                                               "pump-condenser-250", "pump-condenser-500"};
    std::vector<std::string> upses = {"ups-dc-250", "ups-dc-500", "ups-dc-1250"};
    std::vector<std::string> transformers = {"mv-lv-1000", "mv-lv-1600", "mv-lv-2000", "mv-lv-2500",
                                             "mv-lv-3150"};
    std::vector<std::string> substations = {"sub-25-110", "sub-40-110", "sub-63-110"};
    std::vector<std::string> gensets = {"genset-500", "genset-1000", "genset-2000", "genset-2500",
                                        "genset-3000"};
    std::vector<std::string> autoSwitches = {"ats-1600", "ats-2500", "ats-4000"};
    std::vector<std::string> staticSwitches = {"sts-400", "sts-800", "sts-1600", "sts-4000"};
    /// Size of panels that feed machines.
    std::vector<std::string> panelSwitches = {"ats-400", "ats-800", "ats-1600", "ats-2500",
                                              "ats-4000"};
    std::vector<std::string> lowBoards = {"lv-415-1600", "lv-415-2500", "lv-415-4000"};
    std::vector<std::string> mediumBoards = {"mv-20-630", "mv-20-1250", "mv-20-2500", "mv-20-3150"};
    std::vector<std::string> mediumBreakers = {"mv-cb-1250-900ms", "mv-cb-2500-900ms",
                                               "mv-cb-3150-900ms"};
    std::vector<std::string> mediumCables = {"mv-al-240", "mv-al-2x240", "mv-al-4x240"};
    std::vector<std::string> highCables = {"hv-cu-300", "hv-cu-2x300"};
    std::vector<std::string> trunks = {"trunk-1600", "trunk-2500", "trunk-4000"};
    /// Incoming breakers of low-voltage frames, by the delay that keeps them apart: the first
    /// after the transformer, the second after the UPS.
    std::vector<std::string> mainBreakers = {"acb-1600-400ms", "acb-2500-400ms", "acb-4000-400ms"};
    std::vector<std::string> outBreakers = {"acb-1600-300ms", "acb-2500-300ms", "acb-4000-300ms"};
    std::vector<std::string> busways = {"rpp-225", "pdu-300", "busway-575", "busway-1150"};
    std::vector<std::string> busBreakers = {"mccb-400", "mccb-630", "mccb-800", "mccb-1600"};
    std::vector<std::string> busCables = {"lv-cu-240", "lv-cu-2x240", "trunk-1600"};
    std::vector<std::string> storage = {"3fs-node", "weka-8"};
};

const Families& families();

/// How many of which part.
struct Picked {
    std::string part;
    int needed = 0;  ///< that carry the load
    int count = 0;   ///< with the spares

    explicit operator bool() const { return !part.empty(); }
};

/// The part of the family with which little is installed in few machines, spares included, of those
/// of which at least `least` and at most `most` carry `load`. `capacityOf` is in the unit of the
/// load; parts without any are passed over. The larger part of equals. Nothing where none fits.
Picked pick(const std::vector<std::string>& family, double load, int least, int most, int spares,
            const std::function<double(const std::string&)>& capacityOf);

/// The first of the family whose capacity is enough; empty where none is.
std::string smallest(const std::vector<std::string>& family, double load,
                     const std::function<double(const std::string&)>& capacityOf);

/// "6 x UPS module 1,250 kW", by the name in the catalogue.
std::string countedText(const Catalogue& catalogue, const std::string& part, long long count);

/// Name of a part; its id where the catalogue has none.
std::string partName(const Catalogue& catalogue, const std::string& part);

}  // namespace headroom::engine::sizing
