// SPDX-License-Identifier: Apache-2.0
#include "engine/base/scale.h"
#include "engine/check/rules.h"
#include "models/workload/batch_job.h"
#include "models/workload/scheduling.h"
#include "models/workload/tenant.h"
#include "models/workload/training_job.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace headroom::engine {

namespace {

double mostOfAKind(const Design& design) {
    std::int64_t most = 0;
    for (const auto& [kind, count] : design.accelerators) {
        most = std::max(most, count);
    }
    return static_cast<double>(most);
}

/// Quotas hold for each kind of accelerator: promised together, they should be there.
void quotas(const Design& design, Findings& findings) {
    const double most = mostOfAKind(design);
    double sum = 0.0;
    std::string last;
    for (const Object* object : design.project->objectsOf("tenant")) {
        const auto tenant = specOf<models::TenantSpec>(*object);
        if (tenant.quota >= 0.0) {
            sum += tenant.quota;
            last = object->id;
        }
    }
    if (!last.empty() && exceeds(sum, most)) {
        findings.add(Severity::Warning, last,
                     "The quotas of the tenants add up to " + amountText(sum, "") +
                         " accelerators, of which the facility has at most " +
                         amountText(most, "") + " of a kind.",
                     "Lower them, or add racks: a quota is what a tenant can count on.", sum, most,
                     "");
    }
}

/// Most accelerators that a tenant can hold at once: its quota plus the loans of its cohort. kNever
/// if there is no limit.
double mostOf(const models::TenantSpec& tenant, const std::vector<models::TenantSpec>& all) {
    if (std::isnan(tenant.quota)) {
        return kNever;
    }
    if (tenant.cohort.empty()) {
        return tenant.quota;
    }
    double together = 0.0;
    for (const models::TenantSpec& other : all) {
        if (other.cohort == tenant.cohort) {
            together += std::isnan(other.quota) ? kNever : other.quota;
        }
    }
    return std::isnan(tenant.borrowingLimit)
               ? together
               : std::min(together, tenant.quota + tenant.borrowingLimit);
}

/// A job larger than what its tenant may ever hold waits for ever.
void quotasOfJobs(const Design& design, Findings& findings) {
    std::vector<models::TenantSpec> all;
    std::map<std::string, std::size_t> numbers;
    for (const Object* object : design.project->objectsOf("tenant")) {
        numbers.emplace(object->id, all.size());
        all.push_back(specOf<models::TenantSpec>(*object));
    }
    const auto compare = [&](const Object& object, const models::JobTerms& terms, double asked) {
        const auto tenant = numbers.find(terms.tenant);
        const double most = tenant == numbers.end() ? asked : mostOf(all[tenant->second], all);
        if (exceeds(asked, most)) {
            findings.add(Severity::Error, object.id,
                         "It asks for " + amountText(asked, "") +
                             " accelerators, and its tenant '" + terms.tenant + "' may hold " +
                             amountText(most, "") + " at most: it waits for ever.",
                         "Raise {tenant.quota_accelerators}, or ask for fewer.", asked, most, "");
        }
    };
    for (const Object* object : design.project->objectsOf("training_job")) {
        const auto job = specOf<models::TrainingJobSpec>(*object);
        compare(*object, job.terms, job.accelerators * std::min(job.terms.leastShare, 1.0));
    }
    for (const Object* object : design.project->objectsOf("batch_job")) {
        const auto job = specOf<models::BatchJobSpec>(*object);
        compare(*object, job.terms, job.accelerators * std::min(job.terms.leastShare, 1.0));
    }
}

/// With tenants stated, a job of another one has no quota and no weight of its own.
void unknownTenants(const Design& design, Findings& findings) {
    std::set<std::string> known;
    for (const Object* object : design.project->objectsOf("tenant")) {
        known.insert(object->id);
    }
    if (known.empty()) {
        return;
    }
    for (const Object& object : design.project->objects) {
        const models::Attribute* row = object.type->find("tenant");
        if (row == nullptr || row->kind != models::ValueKind::Text) {
            continue;
        }
        const auto* name = std::get_if<std::string>(&object.value("tenant"));
        if (name != nullptr && !name->empty() && !known.contains(*name)) {
            findings.add(Severity::Warning, object.id,
                         "Its tenant '" + *name +
                             "' is not among the tenants of the project: no "
                             "quota limits it, and its weight is 1.",
                         "Add the tenant, or correct the name.", 0.0, 0.0, "");
        }
    }
}

/// At any time no more is set aside than there is, and every span has a length.
void reservations(const Design& design, Findings& findings) {
    const auto all = design.project->objectsOf("reservation");
    for (const Object* object : all) {
        const auto r = specOf<models::ReservationSpec>(*object);
        if (!(r.untilS > r.fromS)) {
            findings.add(Severity::Error, object->id, "It ends before it begins.",
                         "Put {reservation.until_h} after {reservation.from_h}.", r.untilS / 3600.0,
                         r.fromS / 3600.0, "h");
            continue;
        }
        double together = 0.0;
        for (const Object* other : all) {
            const auto o = specOf<models::ReservationSpec>(*other);
            if (o.accelerator == r.accelerator && o.fromS <= r.fromS && o.untilS > r.fromS) {
                together += o.accelerators;
            }
        }
        const auto found = design.accelerators.find(r.accelerator);
        const double there =
            found == design.accelerators.end() ? 0.0 : static_cast<double>(found->second);
        if (exceeds(together, there)) {
            findings.add(Severity::Error, object->id,
                         "When it begins, " + amountText(together, "") + " x " +
                             nameOf(design, r.accelerator) +
                             " are set aside, of which the facility has " + amountText(there, "") +
                             ".",
                         "Set less aside, or at another time.", together, there, "");
        }
    }
}

/// Parameters that contradict each other or do nothing.
void parameters(const Design& design, Findings& findings) {
    for (const Object* object : design.project->objectsOf("scheduling")) {
        const auto s = specOf<models::SchedulingSpec>(*object);
        if (!std::is_sorted(s.lasQueues.begin(), s.lasQueues.end())) {
            findings.add(Severity::Error, object->id,
                         "The thresholds of its queues of attained service do not rise.",
                         "Sort {scheduling.las_queues_accelerator_h}.", 0.0, 0.0, "");
        }
        const bool headroom = s.deferral == models::DeferralSignal::PowerHeadroom ||
                              s.deferral == models::DeferralSignal::CoolingHeadroom;
        if (headroom && exceeds(s.deferralThreshold, 1.0)) {
            findings.add(Severity::Error, object->id,
                         "A headroom of more than 1 is never there: jobs wait as long as they may.",
                         "State {scheduling.deferral_threshold} between 0 and 1.",
                         s.deferralThreshold, 1.0, "");
        }
        if (s.deferral != models::DeferralSignal::None && s.maximumDelayS <= 0.0) {
            findings.add(
                Severity::Warning, object->id, "Jobs may wait for a signal, but not for any time.",
                "State {scheduling.maximum_delay_h}, or leave deferral out.", 0.0, 0.0, "h");
        }
        if (s.hardTier != models::PlacementTier::None &&
            s.placement != models::PlacementPolicy::Topology) {
            findings.add(Severity::Warning, object->id,
                         "{scheduling.hard_tier} says nothing without placement topology.",
                         "Choose placement by topology, or leave {scheduling.hard_tier} out.", 0.0,
                         0.0, "");
        }
    }
}

constexpr auto kSchedulingRules = std::to_array<Rule>({
    {"tenant-quota", "Quotas together are no more than there is", &quotas},
    {"tenant-job", "Jobs fit into the quota of their tenant", &quotasOfJobs},
    {"tenant-known", "Tenants of jobs are tenants of the project", &unknownTenants},
    {"reservation", "Reservations have a length and find their accelerators", &reservations},
    {"scheduling", "Parameters of the scheduler agree with each other", &parameters},
});

}  // namespace

std::span<const Rule> schedulingRules() {
    return kSchedulingRules;
}

}  // namespace headroom::engine
