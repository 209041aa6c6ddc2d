// SPDX-License-Identifier: Apache-2.0
#include "engine/calibrate/overlay.h"

#include "engine/base/json.h"
#include "engine/document/edit.h"
#include "engine/document/json_text.h"
#include "engine/files/text_file.h"
#include "engine/part/part_address.h"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <utility>

namespace headroom::engine {

namespace {

using OverlayJson = nlohmann::ordered_json;

class OverlayReader {
  public:
    OverlayReader(const JsonText& text, const std::filesystem::path& file)
        : json_(text.root()), faults_(text, "OVL") {
        overlay_.file = file;
    }

    ResultAll<Overlay> read() {
        if (!json_.is_object() || json_.value("format", nlohmann::json()) != kOverlayFormat) {
            faults_.add("001", "/format",
                        fmt::format("this is not an overlay of format \"{}\"", kOverlayFormat),
                        "Name a file that `headroom-cli calibrate --out` wrote; a newer format "
                        "needs a newer Headroom");
            return tl::unexpected(faults_.take());
        }
        faults_.refuseUnknown(json_, "", {"format", "name", "made", "settings"}, "an overlay");
        if (json_.contains("name") && json_["name"].is_string()) {
            overlay_.name = json_["name"].get<std::string>();
        }
        if (json_.contains("made") && json_["made"].is_object()) {
            for (const auto& [key, value] : json_["made"].items()) {
                overlay_.made.emplace_back(
                    key, value.is_string() ? value.get<std::string>() : jsonText(value));
            }
        }
        if (!json_.contains("settings") || !json_["settings"].is_array()) {
            faults_.add("011", "/settings", "the overlay has no settings",
                        "List them: [{\"path\": …, \"value\": …}]");
        } else {
            for (std::size_t i = 0; i < json_["settings"].size(); ++i) {
                setting(json_["settings"][i], "/settings/" + std::to_string(i));
            }
        }
        if (Errors faults = faults_.take(); !faults.empty()) {
            return tl::unexpected(std::move(faults));
        }
        return std::move(overlay_);
    }

  private:
    void setting(const nlohmann::json& json, const std::string& at) {
        if (!json.is_object() || !json.contains("path") || !json["path"].is_string() ||
            !json.contains("value") || !json["value"].is_number()) {
            faults_.add("011", at, "a setting has a path and a value that is a number",
                        "Write {\"path\": \"htw.tower_approach_k\", \"value\": 5.2}");
            return;
        }
        faults_.refuseUnknown(json, at, {"path", "value", "unit", "was", "low", "high"},
                              "a setting");
        OverlaySetting one;
        one.path = json["path"].get<std::string>();
        one.value = json["value"].get<double>();
        const auto optional = [&](const char* key, double& into) {
            if (json.contains(key) && json[key].is_number()) {
                into = json[key].get<double>();
            }
        };
        optional("was", one.was);
        optional("low", one.low);
        optional("high", one.high);
        if (json.contains("unit") && json["unit"].is_string()) {
            one.unit = json["unit"].get<std::string>();
        }
        overlay_.settings.push_back(std::move(one));
    }

    const nlohmann::json& json_;
    Faults faults_;
    Overlay overlay_;
};

tl::unexpected<Error> noFigure(const char* code, std::string message, std::string remedy) {
    return tl::unexpected(Error{code, std::move(message), std::move(remedy), {}, {}, 0});
}

double numberOf(const models::Value& value) {
    if (const double* number = std::get_if<double>(&value)) {
        return *number;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

std::vector<std::string> keysOf(const models::ComponentType& type) {
    std::vector<std::string> keys;
    for (const models::Attribute& each : type.attributes) {
        keys.emplace_back(each.key);
    }
    return keys;
}

}  // namespace

ResultAll<Overlay> parseOverlay(const std::string& text, const std::filesystem::path& file) {
    const auto json = JsonText::parse(text, file.string(), "OVL");
    if (!json) {
        return tl::unexpected(json.error());
    }
    return OverlayReader(*json, file).read();
}

ResultAll<Overlay> readOverlay(const std::filesystem::path& file) {
    const auto text = readTextFile(file);
    if (!text) {
        return tl::unexpected(Errors{text.error()});
    }
    return parseOverlay(*text, file);
}

std::string overlayText(const Overlay& overlay) {
    OverlayJson json = {{"format", kOverlayFormat}, {"name", overlay.name}};
    json["made"] = OverlayJson::object();
    for (const auto& [key, value] : overlay.made) {
        json["made"][key] = value;
    }
    json["settings"] = OverlayJson::array();
    for (const OverlaySetting& setting : overlay.settings) {
        OverlayJson one = {
            {"path", setting.path}, {"value", setting.value}, {"unit", setting.unit}};
        const auto optional = [&](const char* key, double value) {
            if (std::isfinite(value)) {
                one[key] = value;
            }
        };
        optional("was", setting.was);
        optional("low", setting.low);
        optional("high", setting.high);
        json["settings"].push_back(std::move(one));
    }
    return jsonText(json, 2) + "\n";
}

Result<FigurePath> figurePath(const Project& project, const Catalogue& catalogue,
                              const std::string& path) {
    const std::size_t dot = path.rfind('.');
    if (dot == std::string::npos || dot == 0 || dot + 1 == path.size()) {
        return noFigure("OVL-020", inQuotes(path) + " names no figure",
                        "Write OBJECT.KEY of the project, or TYPE/PART.KEY of the catalogue");
    }
    FigurePath figure;
    figure.path = path;
    const std::string owner = path.substr(0, dot);
    figure.key = path.substr(dot + 1);
    const models::ComponentType* type = nullptr;
    std::span<const models::Value> values;
    if (const Object* object = project.find(owner)) {
        figure.object = owner;
        type = object->type;
        values = object->values;
    } else if (const CatalogueName part = CatalogueName::ofPart(owner); !part.type.empty()) {
        const CatalogueEntry* entry = catalogue.find(part.type, part.id);
        if (entry != nullptr) {
            figure.isPart = true;
            figure.change.entry = static_cast<std::size_t>(entry - catalogue.entries().data());
            type = entry->type;
            values = entry->values;
        }
    }
    if (type == nullptr) {
        std::vector<std::string> known;
        for (const Object& each : project.objects) {
            known.push_back(each.id);
        }
        for (const CatalogueEntry& each : catalogue.entries()) {
            known.push_back(CatalogueName{each.type->id, each.id, {}}.text());
        }
        return noFigure("OVL-020", "neither project nor catalogue has " + inQuotes(owner),
                        didYouMean(owner, known, "`headroom-cli catalog` lists parts"));
    }
    figure.attribute = type->find(figure.key);
    if (figure.attribute == nullptr) {
        return noFigure("OVL-020", owner + " has no figure " + inQuotes(figure.key),
                        didYouMean(figure.key, keysOf(*type), "`headroom-cli schema` lists them"));
    }
    if (figure.attribute->kind != models::ValueKind::Number) {
        return noFigure("OVL-021", path + " is not a number", "Choose a figure that is one");
    }
    const auto at = static_cast<std::size_t>(figure.attribute - type->attributes.data());
    figure.change.attribute = at;
    figure.value = numberOf(values[at]);
    return figure;
}

ResultAll<Adjusted> withFigures(const Project& project, const Catalogue& catalogue,
                                const std::vector<FigurePath>& figures,
                                const std::vector<double>& values) {
    Adjusted adjusted{project, catalogue};
    std::vector<Edit> edits;
    std::vector<FigureChange> changes;
    Errors errors;
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const FigurePath& figure = figures[i];
        if (!(values[i] >= figure.attribute->minimum && values[i] <= figure.attribute->maximum)) {
            errors.push_back({"OVL-022",
                              fmt::format("{}: {:g} {} is outside {:g} to {:g}", figure.path,
                                          values[i], figure.attribute->unit.symbol,
                                          figure.attribute->minimum, figure.attribute->maximum),
                              "Choose a value within",
                              {},
                              {},
                              0});
        } else if (figure.isPart) {
            changes.push_back(figure.change);
            changes.back().value = values[i];
        } else {
            edits.emplace_back(SetAttribute{figure.object, figure.key, values[i]});
        }
    }
    if (!errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    if (!changes.empty()) {
        adjusted.catalogue = catalogue.changed(changes);
    }
    if (auto done = applyAll(adjusted.project, adjusted.catalogue, edits); !done) {
        return tl::unexpected(Errors{done.error()});
    }
    return adjusted;
}

ResultAll<Adjusted> withOverlay(const Project& project, const Catalogue& catalogue,
                                const Overlay& overlay) {
    std::vector<FigurePath> figures;
    std::vector<double> values;
    Errors errors;
    for (const OverlaySetting& setting : overlay.settings) {
        if (auto figure = figurePath(project, catalogue, setting.path)) {
            figures.push_back(std::move(*figure));
            values.push_back(setting.value);
        } else {
            errors.push_back(figure.error());
            errors.back().file = overlay.file.string();
        }
    }
    if (!errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    return withFigures(project, catalogue, figures, values);
}

}  // namespace headroom::engine
