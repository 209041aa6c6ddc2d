// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/dss_objects.h"

#include "engine/exchange/dss_properties.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace headroom::engine {

namespace {

// Commands that change no part of a circuit.
const std::set<std::string, std::less<>>& passedCommands() {
    static const std::set<std::string, std::less<>> kPassed = {
        "clear",       "clearall",    "redirect",
        "compile",     "calcv",       "calcvoltagebases",
        "solve",       "buscoords",   "latlongcoords",
        "show",        "plot",        "export",
        "setkvbase",   "setbusxy",    "guids",
        "uuids",       "makebuslist", "save",
        "summary",     "help",        "cd",
        "interpolate", "visualize",   "sample",
        "reset",       "init",        "select",
        "about",       "get",         "?",
        "buildy",      "fileedit",    "batchedit",
        "makeposseq",  "remarks",     "panel",
        "voltages",    "currents",    "powers"};
    return kPassed;
}

// Classes that only steer studies, meters or displays, or whose elements carry no current.
const std::map<std::string, const char*, std::less<>>& passedClasses() {
    static constexpr const char* kShapes = "shapes over time are not applied";
    static constexpr const char* kControls = "controls are not run";
    static const std::map<std::string, const char*, std::less<>> kPassed = {
        {"energymeter", ""},
        {"monitor", ""},
        {"sensor", ""},
        {"spectrum", ""},
        {"tcc_curve", ""},
        {"xycurve", ""},
        {"loadshape", kShapes},
        {"growthshape", kShapes},
        {"tshape", kShapes},
        {"priceshape", kShapes},
        {"tempshape", kShapes},
        {"dynamicexp", ""},
        {"capcontrol", kControls},
        {"invcontrol", kControls},
        {"expcontrol", kControls},
        {"gendispatcher", kControls},
        {"storagecontroller", kControls},
        {"espvlcontrol", kControls},
        {"relay", "relays stay closed"},
        {"recloser", "reclosers stay closed"},
        {"fuse", "fuses stay closed"},
        {"wiredata", ""},
        {"cndata", ""},
        {"tsdata", ""},
        {"linespacing", ""},
        {"linegeometry", ""},
        {"regcontrol", ""},
        {"swtcontrol", ""},
        {"xfmrcode", ""},
        {"linecode", ""}};
    return kPassed;
}

std::string withoutQuotes(std::string text) {
    const auto isQuote = [](char c) { return c == '"' || c == '\''; };
    std::erase_if(text, isQuote);
    return text;
}

bool saysNo(const std::string& value) {
    const std::string lower = dssLowerCase(withoutQuotes(value));
    return !lower.empty() && (lower[0] == 'n' || lower[0] == 'f');
}

}  // namespace

void DssObjects::run(const std::filesystem::path& path) {
    scan(path, 0);
    for (std::size_t i = 0; i < commands_.size() && !fault_; ++i) {
        command_ = &commands_[i];
        runCommand(*command_);
    }
}

const DssObject* DssObjects::object(const std::string& type, const std::string& name) const {
    const auto it = index_.find({type, name});
    return it == index_.end() ? nullptr : &objects_[it->second];
}

void DssObjects::note(const std::string& words) {
    if (!words.empty() && std::find(notes_.begin(), notes_.end(), words) == notes_.end()) {
        notes_.push_back(words);
    }
}

void DssObjects::runCommand(const DssCommand& command) {
    if (command.words.empty()) {
        runAssignments(command);
        return;
    }
    const std::string verb = dssLowerCase(withoutQuotes(command.words[0]));
    if (verb == "new") {
        make(command);
    } else if (verb == "edit") {
        if (DssObject* object = named(command)) {
            addProperties(*object, command.words, 2, command);
        }
    } else if (verb == "more" || verb == "m") {
        if (!objects_.empty()) {
            addProperties(objects_[last_], command.words, 1, command);
        }
    } else if (verb == "set") {
        runSet(command);
    } else if (verb == "disable" || verb == "enable") {
        turn(command, verb == "enable");
    } else if (verb == "open" || verb == "close") {
        switchTerminal(command, verb == "close");
    } else if (verb == "batchedit") {
        notRead("BatchEdit is not read: it changes all objects that fit a pattern");
    } else if (!passedCommands().contains(verb)) {
        notUnderstood("\"" + command.words[0] + "\" is not a command that is read");
    }
}

// CLASS.NAME.KEY=VALUE …
void DssObjects::runAssignments(const DssCommand& command) {
    for (const auto& [key, value] : command.properties) {
        const std::size_t dot = key.find('.');
        const std::size_t last = key.rfind('.');
        if (dot == std::string::npos || last == dot) {
            notRead("\"" + key + "\" is not read as a command");
            return;
        }
        const auto it = index_.find({key.substr(0, dot), key.substr(dot + 1, last - dot - 1)});
        if (it == index_.end()) {
            notUnderstood("there is no object " + key.substr(0, last));
            return;
        }
        DssObject& object = objects_[it->second];
        object.properties.emplace_back(fullKey(object, key.substr(last + 1)), value);
        last_ = it->second;
    }
}

void DssObjects::runSet(const DssCommand& command) {
    for (const auto& [key, value] : command.properties) {
        if (key == "defaultbasefrequency" || key == "frequency") {
            frequencyHz_ = number(value);
        } else if (key == "loadmult") {
            loadFactor_ = number(value);
        } else if (key == "genmult") {
            generatorFactor_ = number(value);
        } else if (key == "mode" && !dssLowerCase(value).starts_with("snap")) {
            note("the solution is a snapshot, not a series over time");
        } else if (key == "loadmodel" && dssLowerCase(value).starts_with('a')) {
            notRead("loads that are all admittances (LoadModel) are not read");
        }
    }
}

// New CLASS.NAME [KEY=VALUE …], also with quotes around the name, or object=CLASS.NAME.
void DssObjects::make(const DssCommand& command) {
    std::string name = command.words.size() > 1 ? command.words[1] : "";
    if (name.empty() && !command.properties.empty() && command.properties[0].first == "object") {
        name = command.properties[0].second;
    }
    name = dssLowerCase(withoutQuotes(name));
    const std::size_t dot = name.find('.');
    if (dot == std::string::npos) {
        notUnderstood("New needs CLASS.NAME, and then KEY=VALUE");
        return;
    }
    DssObject object;
    object.type = name.substr(0, dot);
    object.name = name.substr(dot + 1);
    if (object.type == "circuit") {
        object.type = "vsource";
        object.name = "source";
        // The name of the circuit, as a property of its source.
        object.properties.emplace_back("circuit", name.substr(dot + 1));
    }
    const auto passed = passedClasses().find(object.type);
    if (passed != passedClasses().end()) {
        note(passed->second);
    } else if (propertiesOf(object.type).empty()) {
        notRead("elements of the class " + object.type + " are not read");
        return;
    }
    const auto [it, added] = index_.emplace(std::pair(object.type, object.name), objects_.size());
    if (added) {
        objects_.push_back(std::move(object));
    }
    last_ = it->second;
    objects_[last_].command = &command;
    if (!propertiesOf(objects_[last_].type).empty()) {
        addProperties(objects_[last_], command.words, 2, command);
    }
}

DssObject* DssObjects::named(const DssCommand& command) {
    std::string name = command.words.size() > 1 ? command.words[1] : "";
    if (name.empty() && !command.properties.empty() && command.properties[0].first == "object") {
        name = command.properties[0].second;
    }
    name = dssLowerCase(withoutQuotes(name));
    const std::size_t dot = std::min(name.find('.'), name.size());
    std::string type = name.substr(0, dot);
    std::string own = dot < name.size() ? name.substr(dot + 1) : "";
    if (type == "circuit") {
        type = "vsource";
        own = "source";
    }
    const auto it = index_.find({type, own});
    if (it == index_.end()) {
        notUnderstood("there is no object \"" + name + "\"");
        return nullptr;
    }
    last_ = it->second;
    objects_[last_].command = &command;
    return &objects_[last_];
}

/// Values without a key follow the last property in the order of the class.
void DssObjects::addProperties(DssObject& object, const std::vector<std::string>& words,
                               std::size_t first, const DssCommand& command) {
    object.command = &command;
    std::vector<std::pair<std::string, std::string>> given;
    const auto names = propertiesOf(object.type);
    std::size_t next = 0;
    const auto add = [&](const std::string& key, const std::string& value) {
        if (key.empty() && next >= names.size()) {
            notUnderstood("\"" + value + "\" has no key, and the class no property at its place");
            return;
        }
        given.emplace_back(key.empty() ? std::string(names[next]) : fullKey(object, key), value);
        const auto it = std::find(names.begin(), names.end(), given.back().first);
        next = it == names.end() ? next : static_cast<std::size_t>(it - names.begin()) + 1;
    };
    for (std::size_t i = first; i < words.size(); ++i) {
        add("", words[i]);
    }
    for (const auto& [key, value] : command.properties) {
        if (key != "object") {
            add(key, value);
        }
    }
    for (auto& [key, value] : given) {
        if (key == "like") {
            const auto it = index_.find({object.type, dssLowerCase(withoutQuotes(value))});
            if (it == index_.end()) {
                notUnderstood("there is no " + object.type + " " + value +
                              " that it could be like");
                return;
            }
            const auto copied = objects_[it->second].properties;
            object.properties.insert(object.properties.end(), copied.begin(), copied.end());
        } else if (key == "enabled") {
            object.enabled = !saysNo(value);
        } else {
            object.properties.emplace_back(std::move(key), std::move(value));
        }
    }
}

// Keys may be cut to as many letters as tell them apart; the first one in the order of the class holds.
std::string DssObjects::fullKey(const DssObject& object, const std::string& key) {
    const auto names = propertiesOf(object.type);
    if (std::find(names.begin(), names.end(), key) != names.end()) {
        return key;
    }
    const auto it = std::find_if(names.begin(), names.end(),
                                 [&](std::string_view name) { return name.starts_with(key); });
    return it == names.end() ? key : std::string(*it);
}

void DssObjects::turn(const DssCommand& command, bool on) {
    if (DssObject* object = named(command)) {
        object->enabled = on;
    }
}

// Open or Close CLASS.NAME [terminal [conductor]]: of single conductors nothing is read.
void DssObjects::switchTerminal(const DssCommand& command, bool closed) {
    const bool conductor = command.words.size() > 3 && number(command.words[3]) > 0.0;
    if (conductor) {
        notRead("single open conductors are not read");
        return;
    }
    if (DssObject* object = named(command)) {
        object->enabled = closed;
    }
}

}  // namespace headroom::engine
