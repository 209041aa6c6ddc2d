// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/dss.h"
#include "engine/exchange/dss_objects.h"

#include <string>
#include <vector>

/// Parts of a feeder made of the objects of a script: what they share (here), loads and all else that draws
/// or feeds power at a bus (dss_loads.cpp), transformers (dss_transformer.cpp). Sources and lines are in dss.cpp.
namespace headroom::engine {

class DssElements : protected DssObjects {
  protected:
    /// "671.1.3" names nodes of bus 671; without them the first `phases`. A neutral node 0 behind them is
    /// left out.
    std::vector<PhaseNode> nodes(const std::string& value, std::size_t phases);

    /// The two ends of a single branch between nodes, with or without ground: "x.1", "x.1.0", "x.1.2".
    std::vector<PhaseNode> branchNodes(const std::string& value);

    PhaseConnection connection(const std::string& value);
    std::size_t phaseCount(const std::string& value);

    /// A key that is not used: ignored if it is one of `harmless` (separated by blanks), rejected otherwise.
    void unused(const std::string& key, std::string_view harmless);

    void addLoad(const DssObject& object);
    void addGenerator(const DssObject& object);
    void addPvSystem(const DssObject& object);
    void addCapacitor(const DssObject& object);
    void addReactor(const DssObject& object);
    void addTransformer(const DssObject& object);

    DssFeeder feeder_;

  private:
    struct Branch;  ///< a load, generator, capacitor or reactor at one bus
    struct Power;
    struct Windings;

    PhaseLoad atBus(const Branch& branch, const std::string& name);
    void addPower(const DssObject& object, Branch branch, const Power& power);
    bool readPower(const std::string& key, const std::string& value, Branch& branch, Power& power);
    bool readWindings(const DssObject& object, Windings& all);
    bool readWinding(const std::string& key, const std::string& value, Windings& all);
    void addStar(const std::string& name, const Windings& all);
    PhaseWinding windingOf(const Windings& all, std::size_t index);
    void addNoLoad(const std::string& name, const Windings& all);
};

}  // namespace headroom::engine
