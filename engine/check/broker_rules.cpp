// SPDX-License-Identifier: Apache-2.0
#include "engine/check/rules.h"
#include "models/economics/cloud_offer.h"
#include "models/facility/remote_site.h"

#include <algorithm>
#include <array>

namespace headroom::engine {

namespace {

bool isTrue(const Object& object, std::string_view key) {
    const auto* value = std::get_if<bool>(&object.value(key));
    return value != nullptr && *value;
}

std::string textOf(const Object& object, std::string_view key) {
    const auto* value = std::get_if<std::string>(&object.value(key));
    return value == nullptr ? std::string{} : *value;
}

/// Calls f(object) for each object that lets jobs leave or not.
template <class F>
void forEachSource(const Design& design, F&& f) {
    for (const Object& object : design.project->objects) {
        if (object.type->find("may_leave") != nullptr) {
            f(object);
        }
    }
}

const models::ServerSpec* serverOf(const Design& design, const Object& site) {
    const auto* offer = design.catalogue->spec<models::CloudOfferSpec>(textOf(site, "offer"));
    return offer == nullptr ? nullptr : design.catalogue->spec<models::ServerSpec>(offer->server);
}

void nobodySendsThem(const Design& design, Findings& findings) {
    const bool broker = !design.project->objectsOf("broker").empty();
    const bool sites = !design.project->objectsOf("remote_site").empty();
    if (broker && sites) {
        return;
    }
    forEachSource(design, [&](const Object& source) {
        if (isTrue(source, "may_leave")) {
            findings.add(Severity::Warning, source.id,
                         std::string("It may leave, but the project has no ") +
                             (broker ? "remote_sites." : "broker."),
                         "Add the section, or take {training_job.may_leave} away.", 0, 0, "");
        }
    });
}

void dataIsElsewhere(const Design& design, Findings& findings) {
    forEachSource(design, [&](const Object& source) {
        const Object* data = design.project->find(textOf(source, "data_set"));
        if (data == nullptr || isTrue(source, "may_leave")) {
            return;
        }
        if (!specOf<models::DataSetSpec>(*data).atHome) {
            findings.add(
                Severity::Error, source.id,
                "It reads data set '" + nameOf(design, data->id) +
                    "', of which the facility has no copy, and it may not leave.",
                "Set {training_job.may_leave} of the job or {data_set.at_home} of the data set.", 0,
                0, "");
        }
    });
}

void nothingRunsThere(const Design& design, Findings& findings) {
    for (const Object* site : design.project->objectsOf("remote_site")) {
        const models::ServerSpec* server = serverOf(design, *site);
        const auto* there =
            server == nullptr
                ? nullptr
                : design.catalogue->spec<models::AcceleratorSpec>(server->accelerator);
        if (there == nullptr) {
            continue;
        }
        const bool fits =
            std::any_of(design.blocks.begin(), design.blocks.end(),
                        [&](const DesignBlock& b) { return b.accelerator->kind == there->kind; });
        if (!fits) {
            findings.add(Severity::Warning, site->id,
                         "No accelerator of the facility is of the family of " +
                             nameOf(design, server->accelerator) + ": no job can go there.",
                         "Choose an offer of the same family (GPU, TPU, other).", 0, 0, "");
        }
    }
}

/// A data set that takes longer than a day on the line is a plan for a truck.
void slowLine(const Design& design, Findings& findings) {
    constexpr double kDayH = 24.0;
    for (const Object* object : design.project->objectsOf("data_set")) {
        const auto data = specOf<models::DataSetSpec>(*object);
        for (const Object* where : design.project->objectsOf("remote_site")) {
            const auto site = specOf<models::RemoteSiteSpec>(*where);
            const bool there =
                std::find(data.sites.begin(), data.sites.end(), where->id) != data.sites.end();
            const double hours = data.bytes / site.bytesPerS / 3600.0;
            if (!there && exceeds(hours, kDayH)) {
                findings.add(Severity::Note, object->id,
                             "It takes " + amountText(hours, "h") + " on the line to '" +
                                 nameOf(design, where->id) + "'.",
                             "Keep a copy there, or take a faster line.", hours, kDayH, "h");
            }
        }
    }
}

}  // namespace

std::span<const Rule> brokerRules() {
    static constexpr auto kBrokerRules = std::to_array<Rule>({
        {"broker-missing", "Jobs that may leave have a broker and places to go", nobodySendsThem},
        {"data-elsewhere", "Jobs that stay have their data here", dataIsElsewhere},
        {"site-family", "Other sites have accelerators that jobs of the facility run on",
         nothingRunsThere},
        {"data-line", "Data sets come within a day", slowLine},
    });
    return kBrokerRules;
}

}  // namespace headroom::engine
