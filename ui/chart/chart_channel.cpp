// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/chart_channel.h"

#include "engine/part/part_address.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace headroom::ui {

namespace {

using engine::FacilityQuantity;

constexpr std::string_view kFacility = "facility/";

std::span<const engine::QuantityInfo> tableOf(std::string_view kind) {
    return kind == "facility"  ? engine::facilityQuantities()
           : kind == "hall"    ? engine::hallQuantities()
           : kind == "cdu"     ? engine::cduQuantities()
           : kind == "loop"    ? engine::loopQuantities()
           : kind == "battery" ? engine::batteryQuantities()
                               : std::span<const engine::QuantityInfo>();
}

/// A chart and whether a project has what it is about.
struct Usual {
    const char* title;
    std::array<FacilityQuantity, 2> quantities;  ///< Count: none
    bool (*isOf)(const engine::Project& project);
};

bool has(const engine::Project& project, std::string_view type) {
    return !project.objectsOf(type).empty();
}

bool always(const engine::Project&) {
    return true;
}

bool trains(const engine::Project& p) {
    return has(p, "training_job") || has(p, "job_generator");
}

bool queues(const engine::Project& p) {
    return has(p, "job_generator") || has(p, "batch_job");
}

bool works(const engine::Project& p) {
    return trains(p) || has(p, "batch_job") || has(p, "inference_service");
}

bool serves(const engine::Project& p) {
    return has(p, "inference_service");
}

bool isAway(const engine::Project& p) {
    return has(p, "remote_site");
}

bool isMeasured(const engine::Project& p) {
    return !works(p);
}

constexpr auto kNone = FacilityQuantity::Count;

constexpr auto kUsual = std::to_array<Usual>({
    {QT_TRANSLATE_NOOP("Charts", "Power"),
     {FacilityQuantity::FacilityPower, FacilityQuantity::ItPower},
     always},
    {QT_TRANSLATE_NOOP("Charts", "PUE"), {FacilityQuantity::Pue, kNone}, always},
    {QT_TRANSLATE_NOOP("Charts", "Utilisation"), {FacilityQuantity::Utilization, kNone}, works},
    {QT_TRANSLATE_NOOP("Charts", "Training throughput"),
     {FacilityQuantity::TokensPerS, kNone},
     trains},
    {QT_TRANSLATE_NOOP("Charts", "Requests a second"),
     {FacilityQuantity::RequestsPerS, FacilityQuantity::AnswersPerS},
     serves},
    {QT_TRANSLATE_NOOP("Charts", "Time to first token"),
     {FacilityQuantity::FirstTokenP99, FacilityQuantity::FirstTokenMedian},
     serves},
    {QT_TRANSLATE_NOOP("Charts", "Service level"),
     {FacilityQuantity::SloAttainment, kNone},
     serves},
    {QT_TRANSLATE_NOOP("Charts", "Accelerators elsewhere"),
     {FacilityQuantity::RemoteAccelerators, kNone},
     isAway},
    {QT_TRANSLATE_NOOP("Charts", "Jobs"),
     {FacilityQuantity::RunningJobs, FacilityQuantity::QueuedJobs},
     queues},
    {QT_TRANSLATE_NOOP("Charts", "Cooling power"),
     {FacilityQuantity::MechanicalPower, kNone},
     isMeasured},
    {QT_TRANSLATE_NOOP("Charts", "Outdoor air"),
     {FacilityQuantity::DryBulb, FacilityQuantity::WetBulb},
     isMeasured},
});

}  // namespace

std::optional<ChartChannel> chartChannel(const std::string& name) {
    const auto words = engine::ChannelName::parse(name);
    for (const engine::QuantityInfo& info : tableOf(words.place)) {
        if (info.key == words.key) {
            return ChartChannel{name, std::string(words.object), &info};
        }
    }
    return std::nullopt;
}

std::string channelOf(FacilityQuantity quantity) {
    return std::string(kFacility) + std::string(engine::infoOf(quantity).key);
}

std::optional<FacilityQuantity> facilityQuantity(const ChartChannel& channel) {
    const auto all = engine::facilityQuantities();
    return channel.info >= all.data() && channel.info < all.data() + all.size()
               ? std::optional(static_cast<FacilityQuantity>(channel.info - all.data()))
               : std::nullopt;
}

QString labelOf(const ChartChannel& channel, const Workspace& workspace) {
    const QString label = utf8Text(channel.info->label);
    return channel.object.empty()
               ? label
               : QStringLiteral("%1 · %2").arg(workspace.nameOfObject(channel.object), label);
}

AxisHabit habitOf(const ChartChannel& channel) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    const std::string_view key = channel.info->key;
    const std::string_view unit = channel.info->unit.symbol;
    if (key == "pue" || key == "cumulative_pue" || key.starts_with("pue_")) {
        return {1.0, kNan, 0.1};
    }
    if (unit == "°C") {
        return {kNan, kNan, 5.0};
    }
    if (key == "utilization_pct" || key == "slo_attainment_pct" || key == "goodput_pct") {
        return {0.0, 1.06, 0.0};
    }
    if (key == "battery_power_kw" || key == "power_factor" || key == "energy_imbalance" ||
        key.starts_with("rci_")) {
        return {kNan, kNan, 0.0};
    }
    return {0.0, kNan, 0.0};
}

bool fitsInto(const std::vector<std::string>& channels, const ChartChannel& more) {
    std::set<std::string_view> units{more.info->unit.symbol};
    for (const std::string& name : channels) {
        if (const auto channel = chartChannel(name)) {
            units.insert(channel->info->unit.symbol);
        }
    }
    return units.size() <= 2;
}

std::vector<ChartSpec> usualCharts(const engine::Project& project) {
    std::vector<ChartSpec> charts;
    for (const Usual& usual : kUsual) {
        if (!usual.isOf(project)) {
            continue;
        }
        ChartSpec spec;
        spec.title = QCoreApplication::translate("Charts", usual.title);
        for (const FacilityQuantity q : usual.quantities) {
            if (q != kNone) {
                spec.channels.push_back(channelOf(q));
            }
        }
        charts.push_back(std::move(spec));
    }
    return charts;
}

}  // namespace headroom::ui
