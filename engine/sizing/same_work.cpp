// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/same_work.h"

#include "engine/resolve/design.h"
#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "models/core/file_path.h"
#include "models/facility/project_info.h"
#include "models/facility/site.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

namespace headroom::engine {

namespace {

/// Types of objects that ask for accelerators or say who gets them.
constexpr auto kWork =
    std::to_array<std::string_view>({"training_job", "job_generator", "job_trace", "batch_job",
                                     "inference_service", "scheduling", "tenant", "reservation"});

std::filesystem::path absoluteIn(const Project& project, const std::string& path) {
    std::error_code ignored;
    return std::filesystem::absolute(project.folder() / path, ignored).lexically_normal();
}

const std::string* acceleratorOf(const std::string& rackId, const Catalogue& catalogue) {
    const auto* rack = catalogue.spec<models::RackSpec>(rackId);
    const auto* server =
        rack == nullptr ? nullptr : catalogue.spec<models::ServerSpec>(rack->server);
    return server == nullptr ? nullptr : &server->accelerator;
}

}  // namespace

std::vector<Object> workOf(const Project& project) {
    std::vector<Object> work;
    for (const Object& object : project.objects) {
        if (std::find(kWork.begin(), kWork.end(), object.type->id) == kWork.end()) {
            continue;
        }
        Object copy = object;
        for (std::size_t i = 0; i < copy.values.size(); ++i) {
            auto* path = std::get_if<std::string>(&copy.values[i]);
            if (path != nullptr && !path->empty() &&
                models::isFilePath(object.type->attributes[i])) {
                *path = absoluteIn(project, *path).string();
            }
        }
        work.push_back(std::move(copy));
    }
    return work;
}

FacilityBrief briefLike(const std::shared_ptr<const Project>& project, const Catalogue& catalogue) {
    FacilityBrief brief;
    if (project == nullptr) {
        return brief;
    }
    brief.workOf = project;
    for (const Object* object : project->objectsOf(models::ProjectInfo::type().id)) {
        brief.name = specOf<models::ProjectInfo>(*object).name;
    }
    for (const Object* object : project->objectsOf(models::SiteSpec::type().id)) {
        const auto site = specOf<models::SiteSpec>(*object);
        brief.climate = site.climate;
        brief.grid = site.grid;
        if (!site.weatherFile.empty()) {
            brief.weatherFile = absoluteIn(*project, site.weatherFile);
        }
    }
    DesignOptions asked;
    asked.study = false;
    asked.floor = false;
    const Design design = designOf(*project, catalogue, asked);
    for (const DesignBlock& block : design.blocks) {
        const std::int64_t here =
            block.racks * block.rack->servers * std::int64_t{block.server->accelerators};
        brief.accelerators += here;
        const auto known =
            std::find_if(brief.racks.begin(), brief.racks.end(),
                         [&](const RackShare& share) { return share.rack == block.spec.rack; });
        if (known == brief.racks.end()) {
            brief.racks.push_back({block.spec.rack, static_cast<double>(here)});
        } else {
            known->share += static_cast<double>(here);
        }
    }
    return brief;
}

std::vector<const CatalogueEntry*> racksForSameWork(const FacilityBrief& brief,
                                                    const Catalogue& catalogue) {
    std::set<std::string> wanted;
    for (const RackShare& share : brief.racks) {
        if (const std::string* accelerator = acceleratorOf(share.rack, catalogue)) {
            wanted.insert(*accelerator);
        }
    }
    std::vector<const CatalogueEntry*> fitting;
    for (const CatalogueEntry* entry : catalogue.entriesOf(models::RackSpec::type().id)) {
        const std::string* accelerator = acceleratorOf(entry->id, catalogue);
        if (accelerator != nullptr && wanted.contains(*accelerator)) {
            fitting.push_back(entry);
        }
    }
    return fitting;
}

}  // namespace headroom::engine
