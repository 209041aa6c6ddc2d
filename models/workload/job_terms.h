// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace headroom::models {

/// How the time between two checkpoints is found.
enum class CheckpointPolicy { Fixed, Young, Daly };

/// Facts that every source of jobs may state apart from size and work: owner, priority, and the permitted actions of a
/// scheduler. A member of the specs of these sources.
struct JobTerms {
    std::string tenant;
    int priority = 0;
    bool preemptible = true;
    double estimateFactor = 1.0;        ///< run time as stated by its owner over the true one
    double deadlineSlack = kNotStated;  ///< deadline after submission over its run time
    double leastShare = 1.0;            ///< of the accelerators that it asks for: elastic down to
    double mostShare = 1.0;             ///< and up to
    CheckpointPolicy checkpointPolicy = CheckpointPolicy::Fixed;
    bool mayLeave = false;  ///< the broker may send it to another site
    std::string dataSet;    ///< that it reads
    double budgetUsd = kNotStated;
};

namespace detail {

inline constexpr auto kCheckpointPolicyWords =
    std::to_array<std::string_view>({"fixed", "young", "daly"});

}  // namespace detail

namespace detail {

template <auto Terms, auto M>
Value getTerm(const Attribute& a, const void* spec) {
    return getMember<M>(a, &(static_cast<const SpecOf<Terms>*>(spec)->*Terms));
}

template <auto Terms, auto M>
void setTerm(const Attribute& a, void* spec, const Value& value) {
    setMember<M>(a, &(static_cast<SpecOf<Terms>*>(spec)->*Terms), value);
}

template <auto Terms, auto M>
constexpr Attribute within(Attribute a) {
    a.get = &getTerm<Terms, M>;
    a.set = &setTerm<Terms, M>;
    return a;
}

}  // namespace detail

/// The rows of JobTerms for the table of a spec; `Terms` is its member.
template <auto Terms>
constexpr auto jobTermRows() {
    using T = JobTerms;
    using detail::within;
    return std::to_array<Attribute>({
        within<Terms, &T::tenant>(text<&T::tenant>(
            "tenant", "Tenant",
            {.doc = "Owner of the jobs: a name of the section `tenants`, or any other."})),
        within<Terms, &T::priority>(integer<&T::priority>(
            "priority", "Priority",
            {.min = -1000000,
             .max = 1000000,
             .doc = "The larger goes first, where the scheduler looks at it."})),
        within<Terms, &T::preemptible>(boolean<&T::preemptible>(
            "preemptible", "May be preempted",
            {.doc = "Whether the scheduler may take its accelerators away before it ends."})),
        within<Terms, &T::estimateFactor>(number<&T::estimateFactor>(
            "run_estimate_factor", "Run time estimate", unit::none,
            {.min = 0.01,
             .max = 100,
             .doc = "Run time as its owner states it over what it takes; schedulers see the "
                    "estimate only."})),
        within<Terms, &T::deadlineSlack>(number<&T::deadlineSlack>(
            "deadline_slack", "Deadline", unit::none,
            {.min = 1,
             .max = 10000,
             .doc = "It should be done this many run times after its submission; not stated: "
                    "none."})),
        within<Terms, &T::leastShare>(number<&T::leastShare>(
            "smallest_pct", "Shrinks to", unit::percent,
            {.min = 1,
             .max = 100,
             .doc = "Share of the requested accelerators, for an elastic job."})),
        within<Terms, &T::mostShare>(number<&T::mostShare>(
            "largest_pct", "Grows to", unit::percent,
            {.min = 100,
             .max = 10000,
             .doc = "Share of the requested accelerators, for an elastic job."})),
        within<Terms, &T::checkpointPolicy>(choice<&T::checkpointPolicy>(
            "checkpoint_policy", "Checkpoint interval by", detail::kCheckpointPolicyWords,
            {.doc =
                 "fixed: as stated; young, daly: the optimum for what a checkpoint costs and how "
                 "often the job's own parts fail."})),
        within<Terms, &T::mayLeave>(boolean<&T::mayLeave>(
            "may_leave", "May leave",
            {.doc = "Whether the broker may send it to another site or a cloud."})),
        within<Terms, &T::dataSet>(reference<&T::dataSet>(
            "data_set", "Data set", "data_set",
            {.doc = "Data that the job reads; the site where the job runs must hold them."})),
        within<Terms, &T::budgetUsd>(number<&T::budgetUsd>(
            "budget_usd", "Budget", unit::dollar,
            {.min = 0,
             .max = 1e12,
             .doc = "Budget of each job; the broker rejects places that cost more."})),
    });
}

/// One table out of two.
template <std::size_t N, std::size_t M>
constexpr std::array<Attribute, N + M> joined(const std::array<Attribute, N>& a,
                                              const std::array<Attribute, M>& b) {
    std::array<Attribute, N + M> all{};
    for (std::size_t i = 0; i < N; ++i) {
        all[i] = a[i];
    }
    for (std::size_t i = 0; i < M; ++i) {
        all[N + i] = b[i];
    }
    return all;
}

}  // namespace headroom::models
