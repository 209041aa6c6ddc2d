// SPDX-License-Identifier: Apache-2.0
#include "engine/planning/planning_question.h"

#include "engine/document/companions.h"
#include "engine/document/json_text.h"
#include "engine/document/values.h"
#include "engine/files/input_file.h"

#include <algorithm>
#include <utility>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

std::string listedBy(const PlanningQuestion& question) {
    return "`headroom-cli " + std::string(question.name) + " --help` lists them.";
}

/// Returns the text of a list item: a plain text unchanged, an object with its members joined. Trailing empty parts are omitted.
std::string itemText(const PlanningQuestion& question, const Json& item) {
    if (!item.is_object() || question.listParts.empty()) {
        return item.is_string() ? item.get<std::string>() : item.dump();
    }
    std::string text;
    for (const std::string_view part : question.listParts) {
        const auto at = item.find(part);
        text += at == item.end()        ? ""
                : at->is_string()       ? at->get<std::string>()
                : at->is_number_float() ? numberText(at->get<double>())
                                        : at->dump();
        text += ':';
    }
    text.erase(text.find_last_not_of(':') + 1);
    return text;
}

std::string valueText(const PlanningQuestion& question, const Json& value) {
    if (!value.is_array()) {
        return value.is_string() ? value.get<std::string>() : value.dump();
    }
    Json texts = Json::array();
    for (const Json& item : value) {
        texts.push_back(itemText(question, item));
    }
    return texts.dump();
}

Error fileFault(const std::filesystem::path& file, std::string message, std::string remedy) {
    return {"PLN-001", std::move(message), std::move(remedy), file.string(), {}, 0};
}

}  // namespace

ResultAll<std::shared_ptr<const Catalogue>> PlanningWorld::withParts(
    const std::filesystem::path& parts) const {
    if (parts.empty()) {
        return catalogue;
    }
    auto loaded = Catalogue::load(catalogueFolder, parts);
    if (!loaded) {
        return tl::unexpected(std::move(loaded.error()));
    }
    return std::make_shared<const Catalogue>(std::move(*loaded));
}

ResultAll<PlanningProject> planningProject(const PlanningWorld& world,
                                           const std::filesystem::path& path) {
    auto catalogue =
        world.withParts(projectCatalogueFolder(isFolder(path) ? path : path.parent_path()));
    if (!catalogue) {
        return tl::unexpected(std::move(catalogue.error()));
    }
    auto project = loadProject(path, **catalogue);
    if (!project) {
        return tl::unexpected(std::move(project.error()));
    }
    return PlanningProject{*catalogue, std::make_shared<const Project>(std::move(*project))};
}

Result<SpecArguments> planningFile(const PlanningQuestion& question,
                                   const std::filesystem::path& file) {
    const auto text = readInput(file, kJsonMemoryPerByte);
    if (!text) {
        return tl::unexpected(text.error());
    }
    const auto json = JsonText::parse(*text, file.string(), "PLN");
    if (!json) {
        return tl::unexpected(json.error().front());
    }
    const Json& root = json->root();
    const auto attributes = question.spec->attributes;
    const auto list = std::find_if(attributes.begin(), attributes.end(), [](const auto& a) {
        return a.kind == models::ValueKind::ReferenceList;
    });
    if (root.is_array() && list != attributes.end()) {
        return SpecArguments{{std::string(list->key), valueText(question, root)}};
    }
    if (!root.is_object()) {
        return tl::unexpected(
            fileFault(file, "The file is not a JSON object.",
                      "Write an object with arguments of the question. " + listedBy(question)));
    }
    SpecArguments arguments;
    for (const auto& [key, value] : root.items()) {
        arguments.emplace_back(key, valueText(question, value));
        if (auto known = specOfArguments(*question.spec, question.name, listedBy(question),
                                         {arguments.back()});
            !known && known.error().code == "ASK-002") {
            known.error().file = file.string();
            known.error().line = json->line('/' + pointerStep(key));
            return tl::unexpected(std::move(known.error()));
        }
    }
    return arguments;
}

ResultAll<PlanningAnswer> answerPlanning(const PlanningQuestion& question,
                                         const SpecArguments& arguments,
                                         const PlanningWorld& world) {
    const auto spec = specOfArguments(*question.spec, question.name, listedBy(question), arguments);
    if (!spec) {
        return tl::unexpected(Errors{spec.error()});
    }
    return question.answer(spec->get(), world);
}

}  // namespace headroom::engine
