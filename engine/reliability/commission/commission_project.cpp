// SPDX-License-Identifier: Apache-2.0
#include "engine/document/order.h"
#include "engine/reliability/commission/commission.h"
#include "engine/resolve/facility.h"
#include "models/workload/batch_job.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace headroom::engine {

namespace {

/// Parts that make, route or disturb work.
constexpr auto kWork = std::to_array<std::string_view>(
    {"training_job", "job_generator", "job_trace", "batch_job", "inference_service", "drill",
     "load_trace", "scheduling", "tenant", "reservation", "remote_site", "data_set", "broker",
     "maintenance", "cxl_pool", "wan_link"});

/// Load by the catalogue: every accelerator at full activity for as long as it runs.
constexpr const char* kFullProfile = "fixed";

void set(Object& object, std::string_view key, models::Value value) {
    const models::Attribute* row = object.type->find(key);
    object.values[static_cast<std::size_t>(row - object.type->attributes.data())] =
        std::move(value);
}

Object jobs(const std::string& accelerator, std::int64_t each, std::int64_t copies) {
    Object job;
    job.id = "full-load-" + accelerator + "-" + std::to_string(each);
    job.type = &models::BatchJobSpec::type();
    job.values.resize(job.type->attributes.size());
    set(job, "name", "Full load of " + accelerator);
    set(job, "accelerator", accelerator);
    set(job, "accelerators", each);
    set(job, "copies", copies);
    set(job, "run_h", 10000.0);
    set(job, "checkpoint_interval_min", 60.0);
    set(job, "profile", std::string(kFullProfile));
    return job;
}

}  // namespace

Project atFullLoad(const Project& project, const Catalogue& catalogue) {
    Project full = project;
    std::erase_if(full.objects, [](const Object& object) {
        return std::find(kWork.begin(), kWork.end(), object.type->id) != kWork.end();
    });
    // One job a rack; what is left of a kind of accelerator, whose racks differ in size, in another.
    const Facility facility = resolve(std::make_shared<const Project>(asBuilt(full)), catalogue);
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> kinds;  // smallest rack, all
    for (const ResolvedBlock& b : facility.blocks) {
        if (!b.complete()) {
            continue;
        }
        const std::int64_t rack = std::int64_t{b.rack->servers} * b.server->accelerators;
        auto& [each, all] = kinds[b.server->accelerator];
        each = each == 0 ? rack : std::min(each, rack);
        all += b.racks * rack;
    }
    std::vector<Object> work;
    for (const auto& [accelerator, sizes] : kinds) {
        const auto& [each, all] = sizes;
        work.push_back(jobs(accelerator, each, all / each));
        if (all % each > 0) {
            work.push_back(jobs(accelerator, all % each, 1));
        }
    }
    // Objects are in the order of documentTypes().
    const auto types = models::documentTypes();
    const auto rank = [&](const Object& o) {
        return std::find(types.begin(), types.end(), o.type) - types.begin();
    };
    full.objects.insert(full.objects.end(), work.begin(), work.end());
    std::stable_sort(full.objects.begin(), full.objects.end(),
                     [&](const Object& a, const Object& b) { return rank(a) < rank(b); });
    return full;
}

}  // namespace headroom::engine
