// SPDX-License-Identifier: Apache-2.0
#include "engine/wiring/connect.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace headroom::engine {

namespace {

using Names = std::vector<std::string>;

bool has(const Object& object, std::string_view key) {
    return object.type->find(key) != nullptr;
}

models::Value orNothing(std::string name) {
    return name.empty() ? models::Value{} : models::Value{std::move(name)};
}

models::Value orNothing(Names names) {
    return names.empty() ? models::Value{} : models::Value{std::move(names)};
}

/// Nothing where it is so already.
void set(const Object& object, std::string_view key, models::Value value,
         std::vector<Edit>& edits) {
    if (object.value(key) != value) {
        edits.push_back(SetAttribute{object.id, std::string(key), std::move(value)});
    }
}

}  // namespace

std::vector<FeedChoice> feedChoices(const Design& design) {
    std::vector<std::pair<int, FeedChoice>> ranked;
    const PowerNetwork& network = design.power.network;
    if (!design.power.wired) {
        return {};
    }
    for (const PowerArray& array : network.arrays) {
        if (array.units == 0) {
            continue;
        }
        const PowerUnit& first = network.units[static_cast<std::size_t>(array.firstUnit)];
        const int rank = infoOf(first.kind).feedRank;
        if (rank < 0) {
            continue;
        }
        FeedChoice choice;
        choice.id = array.id;
        choice.name = array.spec.name.empty() ? array.id : array.spec.name;
        choice.kind = powerKindName(first.kind);
        choice.units = array.units;
        for (int i = array.firstUnit; i < array.firstUnit + array.units; ++i) {
            choice.ratedVa += network.units[static_cast<std::size_t>(i)].ratedVa;
            choice.loadVa += design.power.outputVa(i);
            choice.busiest = std::max(choice.busiest, design.power.loading(i));
        }
        if (!std::isfinite(choice.ratedVa)) {
            choice.busiest = models::kNotStated;
        }
        ranked.emplace_back(rank, std::move(choice));
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<FeedChoice> choices;
    for (auto& [rank, choice] : ranked) {
        choices.push_back(std::move(choice));
    }
    return choices;
}

double imbalance(const std::vector<FeedChoice>& choices, const std::vector<std::string>& feeds) {
    double least = 0.0, most = 0.0, sum = 0.0;
    int count = 0;
    for (const FeedChoice& choice : choices) {
        if (std::find(feeds.begin(), feeds.end(), choice.id) == feeds.end()) {
            continue;
        }
        const double loading = choice.loadVa / choice.ratedVa;
        least = count == 0 ? loading : std::min(least, loading);
        most = count == 0 ? loading : std::max(most, loading);
        sum += loading;
        ++count;
    }
    return sum > 0.0 ? (most - least) / (sum / count) : models::kNotStated;
}

std::vector<std::string> thatHave(const Project& project, const std::vector<std::string>& ids,
                                  std::string_view key) {
    Names found;
    for (const std::string& id : ids) {
        const Object* object = project.find(id);
        if (object != nullptr && has(*object, key)) {
            found.push_back(id);
        }
    }
    return found;
}

std::vector<const models::Attribute*> fedParts(const Project& project,
                                               const std::vector<std::string>& ids) {
    std::vector<const models::Attribute*> parts;
    for (const std::string& id : ids) {
        const Object* object = project.find(id);
        if (object == nullptr) {
            continue;
        }
        for (const models::Attribute& a : object->type->attributes) {
            const bool isFeed =
                a.kind == models::ValueKind::ReferenceList && a.target == "power_unit";
            const bool isNew = std::none_of(parts.begin(), parts.end(),
                                            [&](const auto* known) { return known->key == a.key; });
            if (isFeed && isNew && a.key.ends_with("feeds")) {
                parts.push_back(&a);
            }
        }
    }
    std::stable_partition(parts.begin(), parts.end(),
                          [](const auto* part) { return part->key == "feeds"; });
    return parts;
}

std::vector<Edit> connectPower(const Project& project, const std::vector<std::string>& ids,
                               const std::vector<std::string>& feeds, int cords,
                               std::string_view part) {
    std::vector<Edit> edits;
    for (const std::string& id : thatHave(project, ids, part)) {
        const Object& object = *project.find(id);
        set(object, part, orNothing(feeds), edits);
        if (part == "feeds" && has(object, "cords")) {
            set(object, "cords",
                cords == 0 ? models::Value{} : models::Value{static_cast<std::int64_t>(cords)},
                edits);
        }
    }
    return edits;
}

std::vector<Edit> connectCoolant(const Project& project, const std::vector<std::string>& ids,
                                 const std::string& cduGroup, const std::string& loop) {
    std::vector<Edit> edits;
    for (const std::string& id : ids) {
        const Object* object = project.find(id);
        if (object != nullptr && has(*object, "cdu_group")) {
            set(*object, "cdu_group", orNothing(cduGroup), edits);
        }
        for (const char* key : kLoopKeys) {
            if (object != nullptr && has(*object, key)) {
                set(*object, key, orNothing(loop), edits);
            }
        }
    }
    return edits;
}

std::vector<Edit> connectFabric(const Project& project, const std::vector<std::string>& ids,
                                const std::string& fabric) {
    std::vector<Edit> edits;
    for (const std::string& id : thatHave(project, ids, "fabric")) {
        set(*project.find(id), "fabric", orNothing(fabric), edits);
    }
    return edits;
}

}  // namespace headroom::engine
