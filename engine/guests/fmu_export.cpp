// SPDX-License-Identifier: Apache-2.0
#include "engine/guests/fmu_export.h"

#include "engine/base/json.h"
#include "engine/base/plain_text.h"
#include "engine/document/companions.h"
#include "engine/document/setting.h"
#include "engine/files/archive.h"
#include "engine/files/input_file.h"
#include "engine/files/output_file.h"
#include "engine/guests/measure.h"
#include "engine/run/simulator.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

namespace headroom::engine {

namespace fs = std::filesystem;

namespace {

struct Variable {
    std::string name, unit, description;
    double start = 0.0;
};

struct Interface {
    std::vector<Variable> inputs, outputs;
    double stepS = 0.0;
};

Error fmuError(const char* code, std::string message, std::string remedy,
               const fs::path& file = {}) {
    return {code, std::move(message), std::move(remedy), file.string(), {}, 0};
}

std::vector<std::string> usualInputs(const Project& project) {
    std::vector<std::string> paths;
    for (const Object& object : project.objects) {
        if ((object.type->section == "cooling_loops" || object.type->section == "cdu_groups") &&
            object.type->find("supply_setpoint_c") != nullptr) {
            paths.push_back(object.id + ".supply_setpoint_c");
        }
    }
    return paths;
}

bool isUsualOutput(const std::string& channel) {
    return channel.starts_with("facility/") || channel.starts_with("loop/") ||
           channel.starts_with("cdu/") || channel.starts_with("battery/");
}

ResultAll<Interface> interfaceOf(const Project& project, const Simulator& simulator,
                                 const FmuExport& wish) {
    Interface all;
    all.stepS = simulator.stepS();
    Errors errors;
    for (const std::string& path : wish.inputs.empty() ? usualInputs(project) : wish.inputs) {
        const auto place = settingOf(project, path + "=");
        if (!place) {
            errors.push_back(fmuError("FMU-011", place.error().message, place.error().remedy));
            continue;
        }
        const Object* object = project.find(place->objectId);
        const models::Attribute* a = object->type->find(place->key);
        const std::unique_ptr<void, void (*)(void*)> spec(object->type->create(),
                                                          object->type->destroy);
        for (std::size_t i = 0; i < object->values.size(); ++i) {
            const models::Attribute& each = object->type->attributes[i];
            each.set(each, spec.get(), object->values[i]);
        }
        const models::Value value = a->get(*a, spec.get());
        if (!std::holds_alternative<double>(value)) {
            errors.push_back(fmuError("FMU-011", '"' + path + "\" is not a number, or has none now",
                                      "name an attribute that is one"));
            continue;
        }
        all.inputs.push_back(
            {path, std::string(a->unit.symbol), std::string(a->doc), std::get<double>(value)});
    }
    for (const Channel& channel : simulator.channels()) {
        const bool asked =
            std::find(wish.outputs.begin(), wish.outputs.end(), channel.name) != wish.outputs.end();
        if (wish.outputs.empty() ? isUsualOutput(channel.name) : asked) {
            all.outputs.push_back({channel.name, std::string(channel.quantity->unit.symbol),
                                   std::string(channel.quantity->why), 0.0});
        }
    }
    for (const std::string& name : wish.outputs) {
        if (std::none_of(all.outputs.begin(), all.outputs.end(),
                         [&](const Variable& v) { return v.name == name; })) {
            errors.push_back(fmuError("FMU-011", "the run has no channel \"" + name + '"',
                                      "export names as recordings have them"));
        }
    }
    if (!errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    return all;
}

/// Units whose dimension is known, as FMI defines them; others are in the name and the description alone.
std::string unitDefinitions(const Interface& all) {
    static const char* const kBases[] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
    std::set<std::string> symbols;
    for (const auto* list : {&all.inputs, &all.outputs}) {
        for (const Variable& v : *list) {
            if (!v.unit.empty() && measureOf(v.unit)) {
                symbols.insert(v.unit);
            }
        }
    }
    std::string xml;
    for (const std::string& symbol : symbols) {
        const Measure m = *measureOf(symbol);
        std::string powers;
        for (std::size_t i = 0; i < m.powers.size(); ++i) {
            powers += m.powers[i] != 0 ? fmt::format(" {}=\"{}\"", kBases[i], m.powers[i]) : "";
        }
        xml +=
            fmt::format("    <Unit name=\"{}\"><BaseUnit{} factor=\"{}\" offset=\"{}\"/></Unit>\n",
                        markupText(symbol), powers, m.factor, m.offset);
    }
    return xml.empty() ? xml : "  <UnitDefinitions>\n" + xml + "  </UnitDefinitions>\n";
}

std::string descriptionXml(const Interface& all, const std::string& name,
                           const std::string& token) {
    const auto row = [](const Variable& v, unsigned reference, bool isInput) {
        const std::string unit = !v.unit.empty() && measureOf(v.unit)
                                     ? fmt::format(" unit=\"{}\"", markupText(v.unit))
                                     : "";
        return fmt::format(
            "    <Float64 name=\"{}\" valueReference=\"{}\" causality=\"{}\" "
            "variability=\"{}\"{}{} description=\"{}\"/>\n",
            markupText(v.name), reference, isInput ? "input" : "output",
            isInput ? "discrete" : "continuous", unit,
            isInput ? fmt::format(" start=\"{}\"", v.start) : "", markupText(v.description));
    };
    std::string xml = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"{}\" instantiationToken=\"{}\" "
        "generationTool=\"Headroom {}\" "
        "variableNamingConvention=\"flat\">\n"
        "  <CoSimulation modelIdentifier=\"headroom_fmu\" "
        "canHandleVariableCommunicationStepSize=\"true\" "
        "canGetAndSetFMUState=\"true\" fixedInternalStepSize=\"{}\"/>\n",
        markupText(name), token, HEADROOM_VERSION, all.stepS);
    xml += unitDefinitions(all);
    xml += fmt::format(
        "  <DefaultExperiment startTime=\"0\" stopTime=\"86400\" stepSize=\"{}\"/>\n  "
        "<ModelVariables>\n",
        4.0 * all.stepS);
    xml +=
        "    <Float64 name=\"time\" valueReference=\"0\" causality=\"independent\" "
        "variability=\"continuous\" unit=\"s\"/>\n";
    std::string outputs;
    for (std::size_t i = 0; i < all.inputs.size(); ++i) {
        xml += row(all.inputs[i], kFirstFmuInput + static_cast<unsigned>(i), true);
    }
    for (std::size_t i = 0; i < all.outputs.size(); ++i) {
        const unsigned reference = kFirstFmuOutput + static_cast<unsigned>(i);
        xml += row(all.outputs[i], reference, false);
        outputs += fmt::format("    <Output valueReference=\"{}\"/>\n", reference);
    }
    return xml + "  </ModelVariables>\n  <ModelStructure>\n" + outputs +
           "  </ModelStructure>\n</fmiModelDescription>\n";
}

/// The archive, entry by entry, in the order of the names: libzip reads the texts when it closes, so they are kept.
class Archive {
  public:
    void add(std::string name, std::string bytes) { entries_[std::move(name)] = std::move(bytes); }

    Result<void> addFile(const std::string& name, const fs::path& file) {
        auto bytes = readInput(file);
        if (!bytes) {
            return tl::unexpected(bytes.error());
        }
        add(name, std::move(*bytes));
        return {};
    }

    Result<void> addFolder(const std::string& name, const fs::path& folder) {
        std::error_code ignored;
        for (const auto& entry : fs::recursive_directory_iterator(folder, ignored)) {
            if (entry.is_regular_file(ignored)) {
                if (auto done = addFile(
                        name + '/' + entry.path().lexically_relative(folder).generic_string(),
                        entry.path());
                    !done) {
                    return done;
                }
            }
        }
        return {};
    }

    Result<void> write(const fs::path& file) const {
        const auto packed = zipOf(entries_);
        if (!packed) {
            return tl::unexpected(fmuError("FMU-012", "the archive could not be made",
                                           "check that there is memory for it", file));
        }
        return writeFile(file, *packed);
    }

  private:
    std::map<std::string, std::string> entries_;
};

}  // namespace

ResultAll<void> writeFmu(const fs::path& file, const Project& project, const Catalogue& catalogue,
                         const FmuExport& wish) {
    const auto all = [](Error error) { return tl::unexpected(Errors{std::move(error)}); };
    std::error_code ignored;
    if (!fs::is_regular_file(wish.library, ignored)) {
        return all(fmuError(
            "FMU-010", "the library that runs an FMU, " + wish.library.string() + ", is not there",
            "install headroom-cli whole, or build the target headroom_fmu"));
    }
    const auto simulator = Simulator::create(project, catalogue, {});
    if (!simulator) {
        return tl::unexpected(simulator.error());
    }
    const auto interface = interfaceOf(project, **simulator, wish);
    if (!interface) {
        return tl::unexpected(interface.error());
    }
    Archive archive;
    nlohmann::ordered_json names = {{"inputs", nlohmann::json::array()},
                                    {"outputs", nlohmann::json::array()}};
    for (const Variable& v : interface->inputs) {
        names["inputs"].push_back({{"path", v.name}, {"start", v.start}});
    }
    for (const Variable& v : interface->outputs) {
        names["outputs"].push_back(v.name);
    }
    archive.add("resources/variables.json", jsonText(names, 1) + '\n');
    archive.add("resources/project/project.json", projectText(project));
    for (const fs::path& companion : companionsOf(project)) {
        if (auto done = archive.addFile("resources/project/" + companion.generic_string(),
                                        project.folder() / companion);
            !done) {
            return all(done.error());
        }
    }
    // Hash of the design and of the parts: an FMU of another design is another model.
    const std::string token =
        catalogue.fingerprint() + fmt::format("-{:016x}", (*simulator)->stateHash());
    archive.add("modelDescription.xml",
                descriptionXml(*interface, (*simulator)->summary().project, token));
    for (const auto& [name, from] :
         {std::pair{std::string("resources/catalog"), wish.shippedParts},
          {std::string("resources/project/catalog"), projectCatalogueFolder(project.folder())}}) {
        if (auto done = archive.addFolder(name, from); !done) {
            return all(done.error());
        }
    }
    if (auto done = archive.addFile("binaries/x86_64-linux/headroom_fmu.so", wish.library); !done) {
        return all(done.error());
    }
    if (auto done = archive.write(file); !done) {
        return all(done.error());
    }
    return {};
}

}  // namespace headroom::engine
