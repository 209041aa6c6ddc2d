// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/dss_script.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

/// The objects of an OpenDSS script once all commands have run: New, Edit, like=, CLASS.NAME.KEY=VALUE,
/// Enable, Disable, Open and Close, in the order of the script. Values stay text.
namespace headroom::engine {

struct DssObject {
    std::string type, name;  ///< in lower case
    /// In the order in which they were stated; keys in full and in lower case.
    std::vector<std::pair<std::string, std::string>> properties;
    bool enabled = true;
    const DssCommand* command = nullptr;  ///< that made it or changed it last
};

class DssObjects : protected DssScript {
  protected:
    /// Runs the commands of a script. Faults as in dss.h.
    void run(const std::filesystem::path& path);

    const DssObject* object(const std::string& type, const std::string& name) const;

    /// Names what was left out, once for each reason.
    void note(const std::string& words);

    std::vector<DssObject> objects_;
    std::vector<std::string> notes_;
    double frequencyHz_ = 60.0;
    double loadFactor_ = 1.0;       ///< "Set LoadMult"
    double generatorFactor_ = 1.0;  ///< "Set GenMult"

  private:
    void runCommand(const DssCommand& command);
    void runAssignments(const DssCommand& command);
    void runSet(const DssCommand& command);
    void make(const DssCommand& command);
    void change(const DssCommand& command, std::size_t firstWord);
    void turn(const DssCommand& command, bool on);
    void switchTerminal(const DssCommand& command, bool closed);
    DssObject* named(const DssCommand& command);
    void addProperties(DssObject& object, const std::vector<std::string>& words, std::size_t first,
                       const DssCommand& command);
    std::string fullKey(const DssObject& object, const std::string& key);

    std::map<std::pair<std::string, std::string>, std::size_t> index_;
    std::size_t last_ = 0;  ///< the active object: "~" and "More" without a name change it
};

}  // namespace headroom::engine
