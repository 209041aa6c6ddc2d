// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/base/scale.h"
#include "engine/reliability/campaign/campaign_sheet.h"
#include "engine/sheet/sheet_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

/// Campaigns and curves as text for people and as JSON, of the sheets in campaign_sheet.h.
namespace headroom::engine {

namespace {

using Json = nlohmann::ordered_json;

const char* couplingName(Coupling coupling) {
    switch (coupling) {
        case Coupling::Always:
            return "always";
        case Coupling::Asked:
            return "asked";
        case Coupling::Never:
            return "never";
    }
    return "";
}

const CampaignResult* firstOf(const Curve& curve) {
    return curve.points.empty() ? nullptr : &curve.points.front().campaign;
}

std::string heading(const CampaignResult& r) {
    return fmt::format(
        "{}: {} of {} replications of {:.4g} days, {} accelerators in {} servers, seed {}, power "
        "and "
        "heat {}\n",
        r.project, r.replications.size(), r.spec.replications, r.spec.untilS / kDayS,
        r.accelerators, r.servers, r.spec.seed,
        r.spec.coupling == Coupling::Always  ? "always computed"
        : r.spec.coupling == Coupling::Asked ? "computed around events of the plant"
                                             : "not computed, plant failures reach nobody");
}

std::string lawText(const ReliabilityLaw& law) {
    if (std::isnan(law.mttfS) || !std::isfinite(law.mttfS)) {
        return {};
    }
    std::string out = fmt::format(
        "\nBy the laws, for the largest job ({} accelerators; checkpoint each {:.0f} s with a "
        "stall "
        "of {:.3g} s, {:.0f} s to notice and restart):\n",
        law.accelerators, law.intervalS, law.stallS, law.restartS);
    out += fmt::format("  MTTF = 1 / (N r_f)           {:.3f} h, starts counted\n",
                       law.mttfS / 3600.0);
    out += fmt::format("  MTTI of running time         {:.3f} h\n", law.mttiS / 3600.0);
    out += fmt::format("  E[ETTR], servers at hand     {:.2f} %\n", 100.0 * law.ettr);
    if (law.stallS > 0.0) {
        out += fmt::format("  Best interval, Young, Daly   {:.0f} s, {:.0f} s\n", law.youngS,
                           law.dalyS);
    }
    return out;
}

Json lawJson(const ReliabilityLaw& law) {
    return {{"accelerators", law.accelerators},
            {"mttf_h", law.mttfS / 3600.0},
            {"mtti_h", law.mttiS / 3600.0},
            {"ettr_pct", 100.0 * law.ettr},
            {"checkpoint_interval_s", law.intervalS},
            {"checkpoint_stall_s", law.stallS},
            {"restart_s", law.restartS},
            {"young_s", law.youngS},
            {"daly_s", law.dalyS}};
}

Json headJson(const CampaignResult& r) {
    return {{"project", r.project},
            {"seed", r.spec.seed},
            {"replications", r.replications.size()},
            {"replications_asked", r.spec.replications},
            {"days", r.spec.untilS / kDayS},
            {"coupling", couplingName(r.spec.coupling)},
            {"servers", r.servers},
            {"accelerators", r.accelerators},
            {"refused", r.refused},
            {"cancelled", r.cancelled},
            {"wall_s", r.wallS}};
}

/// By key, as one object.
Json figuresJson(const CampaignResult& r) {
    Json figures = Json::object();
    for (Json& row : sheetJson(campaignFigures(r))) {
        const auto key = row["figure"].get<std::string>();
        row.erase("figure");
        row.erase("label");
        figures[key] = std::move(row);
    }
    return figures;
}

}  // namespace

std::string campaignText(const CampaignResult& r, const SheetWriter& table) {
    std::string out = heading(r);
    if (r.replications.empty()) {
        return out + "Nothing was finished.\n";
    }
    Sheet figures = campaignFigures(r);
    std::erase_if(figures.rows, [](const auto& row) {
        return isEmpty(row[2]);  // power and heat were not computed throughout
    });
    Sheet causes = campaignCauses(r);
    const auto never = [&causes](const auto& row, const char* key) {
        return !(shownValue(row[static_cast<std::size_t>(columnIndex(causes, key))], {}) > 0.0);
    };
    std::erase_if(causes.rows, [&](const auto& row) {
        return never(row, "failures.mean") && never(row, "interruptions.mean");
    });
    out += '\n' + table(figures) + '\n' + table(causes) + '\n' + table(campaignSizes(r));
    out += lawText(r.replications.front().law);
    for (const std::string& job : r.refused) {
        out += fmt::format("\nRefused: {}\n", job);
    }
    double skipped = 0.0;
    for (const Replication& one : r.replications) {
        skipped += one.skippedShare;
    }
    out += fmt::format(
        "\nPower and heat were computed in {:.2f} % of the simulated time; PUE, CUE and WUE are "
        "known "
        "where they were in all of it (--coupling always).\n",
        100.0 * (1.0 - skipped / static_cast<double>(r.replications.size())));
    if (r.cancelled) {
        out += "Cancelled: what was finished by then.\n";
    }
    return out;
}

std::string replicationText(const Replication& r) {
    const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
    Json json = {{"seed", r.seed}, {"state", r.stateHash}, {"skipped", bits(r.skippedShare)}};
    for (const double value : r.sums.value) {
        json["sums"].push_back(bits(value));
    }
    json["modes"] = Json::object();
    for (const auto& [mode, c] : r.modes) {
        json["modes"][mode] = {c.failures, c.interruptions, bits(c.lostS)};
    }
    json["sizes"] = Json::array();
    for (const auto& [size, c] : r.sizes) {
        json["sizes"].push_back(
            {size, c.jobs, c.interruptions, bits(c.runningS), bits(c.analyticS)});
    }
    const ReliabilityLaw& l = r.law;
    json["law"] = {l.accelerators,   bits(l.mttfS),     bits(l.mttiS),
                   bits(l.ettr),     bits(l.intervalS), bits(l.stallS),
                   bits(l.restartS), bits(l.youngS),    bits(l.dalyS)};
    return jsonText(json);
}

std::optional<Replication> replicationOf(const std::string& text) {
    const auto json = parseJson<Json>(text);
    Replication r;
    if (!json.is_object() || !json.contains("sums") || json["sums"].size() != r.sums.value.size()) {
        return std::nullopt;
    }
    const auto real = [](const Json& bits) {
        return std::bit_cast<double>(bits.get<std::uint64_t>());
    };
    r.seed = json["seed"].get<std::uint64_t>();
    r.stateHash = json["state"].get<std::uint64_t>();
    r.skippedShare = real(json["skipped"]);
    for (std::size_t i = 0; i < r.sums.value.size(); ++i) {
        r.sums.value[i] = real(json["sums"][i]);
    }
    for (const auto& [mode, c] : json["modes"].items()) {
        r.modes[mode] = {c[0].get<std::int64_t>(), c[1].get<std::int64_t>(), real(c[2])};
    }
    for (const Json& c : json["sizes"]) {
        r.sizes[c[0].get<int>()] = {c[1].get<std::int64_t>(), c[2].get<std::int64_t>(), real(c[3]),
                                    real(c[4])};
    }
    const Json& l = json["law"];
    r.law = {l[0].get<int>(), real(l[1]), real(l[2]), real(l[3]), real(l[4]),
             real(l[5]),      real(l[6]), real(l[7]), real(l[8])};
    return r;
}

std::string campaignJson(const CampaignResult& r) {
    Json j = headJson(r);
    j["figures"] = figuresJson(r);
    j["causes"] = sheetJson(campaignCauses(r));
    j["sizes"] = sheetJson(campaignSizes(r));
    if (!r.replications.empty()) {
        j["law"] = lawJson(r.replications.front().law);
    }
    j["runs"] = Json::array();
    for (const Replication& one : r.replications) {
        Json run = {{"seed", one.seed}, {"state_hash", fmt::format("{:016x}", one.stateHash)}};
        for (const Figure* row : figuresIn(kInCampaign)) {
            const Ratio ratio = row->of(one.sums);
            run[std::string{row->key}] =
                ratio.under > 0.0 ? Json(ratio.over / ratio.under / row->unit.toSi) : Json(nullptr);
        }
        j["runs"].push_back(std::move(run));
    }
    return jsonText(j, 2) + "\n";
}

std::string curveText(const Curve& curve, const SheetWriter& table) {
    const CampaignResult* first = firstOf(curve);
    if (first == nullptr) {
        return "Nothing was finished.\n";
    }
    std::string out = heading(*first);
    out += fmt::format("{} ({}) of {}, same seeds at every value\n\n", curve.figure.label,
                       curve.figure.unit, fmt::join(curve.figure.objects, ", "));
    out += table(curveTable(curve));
    for (const CurvePoint& point : curve.points) {
        for (const std::string& job : point.campaign.refused) {
            out += fmt::format("Refused at {:g}: {}\n", point.value, job);
        }
    }
    return out + (curve.cancelled ? "Cancelled: what was finished by then.\n" : "");
}

std::string curveJson(const Curve& curve) {
    Json j;
    if (const CampaignResult* first = firstOf(curve)) {
        j = headJson(*first);
    }
    j["cancelled"] = curve.cancelled;
    j["vary"] = {{"figure", curve.figure.key},
                 {"label", curve.figure.label},
                 {"unit", curve.figure.unit},
                 {"objects", curve.figure.objects}};
    j["points"] = Json::array();
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
        const CampaignResult& r = curve.points[i].campaign;
        Json point = {{"value", curve.points[i].value},
                      {"replications", r.replications.size()},
                      {"refused", r.refused}};
        point["figures"] = figuresJson(r);
        point["effective_time_minus_first_pct"] = sheetJson(estimateSheet(
            differenceOf(curve, i, figure(kEffectiveTime)), models::unit::percent))[0];
        if (!r.replications.empty()) {
            point["law"] = lawJson(r.replications.front().law);
        }
        j["points"].push_back(std::move(point));
    }
    return jsonText(j, 2) + "\n";
}

}  // namespace headroom::engine
