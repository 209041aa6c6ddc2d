// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/base/scale.h"
#include "engine/reliability/campaign/campaign.h"
#include "engine/reliability/campaign/curve.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

/// Campaigns and curves as text for people, JSON and CSV.
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

Estimate shown(Estimate e, const models::Unit& unit) {
    for (double* v : {&e.mean, &e.halfWidth, &e.deviation, &e.least, &e.p5, &e.median, &e.p95,
                      &e.most}) {
        *v /= unit.toSi;
    }
    return e;
}

std::string number(double v) {
    return std::isnan(v) ? "-" : fmt::format("{:.4g}", v);
}

/// For files: every digit, and nothing where it is not known.
std::string cell(double v) {
    return std::isfinite(v) ? fmt::format("{}", v) : std::string{};
}

Json jsonOf(const Estimate& e) {
    const auto known = [](double v) { return std::isfinite(v) ? Json(v) : Json(nullptr); };
    return {{"mean", known(e.mean)},     {"half_width_95", known(e.halfWidth)},
            {"deviation", known(e.deviation)}, {"p5", known(e.p5)},
            {"median", known(e.median)}, {"p95", known(e.p95)},
            {"least", known(e.least)},   {"most", known(e.most)},
            {"count", e.count}};
}

Json orNull(double v) {
    return std::isfinite(v) ? Json(v) : Json(nullptr);
}

const CampaignResult* firstOf(const Curve& curve) {
    return curve.points.empty() ? nullptr : &curve.points.front().campaign;
}

std::string heading(const CampaignResult& r) {
    return fmt::format(
        "{}: {} of {} replications of {:.4g} days, {} accelerators in {} servers, seed {}, power and "
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
        "\nBy the laws, for the largest job ({} accelerators; checkpoint each {:.0f} s with a stall "
        "of {:.3g} s, {:.0f} s to notice and restart):\n",
        law.accelerators, law.intervalS, law.stallS, law.restartS);
    out += fmt::format("  MTTF = 1 / (N r_f)           {:.3f} h, starts counted\n", law.mttfS / 3600.0);
    out += fmt::format("  MTTI of running time         {:.3f} h\n", law.mttiS / 3600.0);
    out += fmt::format("  E[ETTR], servers at hand     {:.2f} %\n", 100.0 * law.ettr);
    if (law.stallS > 0.0) {
        out += fmt::format("  Best interval, Young, Daly   {:.0f} s, {:.0f} s\n", law.youngS,
                           law.dalyS);
    }
    return out;
}

Json lawJson(const ReliabilityLaw& law) {
    return {{"accelerators", law.accelerators},       {"mttf_h", orNull(law.mttfS / 3600.0)},
            {"mtti_h", orNull(law.mttiS / 3600.0)},
            {"ettr_pct", orNull(100.0 * law.ettr)},   {"checkpoint_interval_s", orNull(law.intervalS)},
            {"checkpoint_stall_s", orNull(law.stallS)}, {"restart_s", orNull(law.restartS)},
            {"young_s", orNull(law.youngS)},          {"daly_s", orNull(law.dalyS)}};
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

Json figuresJson(const CampaignResult& r) {
    Json figures = Json::object();
    for (const Figure* row : figuresIn(kInCampaign)) {
        Json j = jsonOf(shown(estimateOf(r.replications, *row), row->unit));
        j["unit"] = row->unit.symbol;
        j["why"] = row->why;
        figures[std::string{row->key}] = std::move(j);
    }
    return figures;
}

std::string csvCell(std::string_view text) {
    std::string cell = "\"";
    for (const char c : text) {
        cell += c;
        if (c == '"') {
            cell += '"';
        }
    }
    return cell + '"';
}

std::string csvLine(std::string_view key, std::string_view unit, const Estimate& e,
                    std::string_view why) {
    return fmt::format("{},{},{},{},{},{},{},{},{},{}\r\n", key, unit, cell(e.mean),
                       cell(e.halfWidth), cell(e.deviation), cell(e.p5), cell(e.median), cell(e.p95),
                       e.count, csvCell(why));
}

/// Figures that a curve shows in text, one column each.
constexpr auto kCurveFigures = std::to_array<std::string_view>(
    {"interruptions", kMeanTimeToInterruption, kEffectiveTime, "lost_work_pct", "starting_pct",
     "waiting_pct", "stalled_pct"});

}  // namespace

std::string campaignText(const CampaignResult& r) {
    std::string out = heading(r);
    if (r.replications.empty()) {
        return out + "Nothing was finished.\n";
    }
    out += fmt::format("\n  {:<38} {:>10} {:>10} {:>10} {:>10} {:>10}  {}\n", "figure", "mean",
                       "+- 95 %", "5 %", "median", "95 %", "unit");
    for (const Figure* row : figuresIn(kInCampaign)) {
        const Estimate e = shown(estimateOf(r.replications, *row), row->unit);
        if (std::isnan(e.mean)) {
            continue;  // power and heat were not computed throughout
        }
        out += fmt::format("  {:<38} {:>10} {:>10} {:>10} {:>10} {:>10}  {}\n", row->label,
                           number(e.mean), number(e.halfWidth), number(e.p5), number(e.median),
                           number(e.p95), row->unit.symbol);
    }
    out += fmt::format("\n  {:<38} {:>10} {:>10} {:>10} {:>14}\n", "by cause", "failures",
                       "stops", "+- 95 %", "lost, accel. h");
    for (const ModeEstimate& m : modesOf(r.replications)) {
        if (m.failures.mean > 0.0 || m.interruptions.mean > 0.0) {
            out += fmt::format("  {:<38} {:>10} {:>10} {:>10} {:>14}\n", m.mode,
                               number(m.failures.mean), number(m.interruptions.mean),
                               number(m.interruptions.halfWidth), number(m.lostHours.mean));
        }
    }
    out += fmt::format("\n  {:<38} {:>10} {:>10} {:>10} {:>14}\n", "jobs up to, accelerators", "jobs",
                       "MTTI, h", "+- 95 %", "law: MTTI, h");
    for (const SizeEstimate& s : sizesOf(r.replications)) {
        out += fmt::format("  {:<38} {:>10} {:>10} {:>10} {:>14}\n", s.accelerators,
                           number(s.jobs.mean), number(s.mttiH.mean), number(s.mttiH.halfWidth),
                           number(s.analyticH));
    }
    out += lawText(r.replications.front().law);
    for (const std::string& job : r.refused) {
        out += fmt::format("\nRefused: {}\n", job);
    }
    double skipped = 0.0;
    for (const Replication& one : r.replications) {
        skipped += one.skippedShare;
    }
    out += fmt::format(
        "\nPower and heat were computed in {:.2f} % of the simulated time; PUE, CUE and WUE are known "
        "where they were in all of it (--coupling always).\n",
        100.0 * (1.0 - skipped / static_cast<double>(r.replications.size())));
    if (r.cancelled) {
        out += "Cancelled: what was finished by then.\n";
    }
    return out;
}

std::string campaignJson(const CampaignResult& r) {
    Json j = headJson(r);
    j["figures"] = figuresJson(r);
    j["causes"] = Json::array();
    for (const ModeEstimate& m : modesOf(r.replications)) {
        j["causes"].push_back({{"cause", m.mode},
                               {"failures", jsonOf(m.failures)},
                               {"interruptions", jsonOf(m.interruptions)},
                               {"lost_accelerator_h", jsonOf(m.lostHours)}});
    }
    j["sizes"] = Json::array();
    for (const SizeEstimate& s : sizesOf(r.replications)) {
        j["sizes"].push_back({{"accelerators_up_to", s.accelerators},
                              {"jobs", jsonOf(s.jobs)},
                              {"interruptions", jsonOf(s.interruptions)},
                              {"mtti_h", jsonOf(s.mttiH)},
                              {"analytic_mttf_h", orNull(s.analyticH)}});
    }
    if (!r.replications.empty()) {
        j["law"] = lawJson(r.replications.front().law);
    }
    j["runs"] = Json::array();
    for (const Replication& one : r.replications) {
        Json run = {{"seed", one.seed}, {"state_hash", fmt::format("{:016x}", one.stateHash)}};
        for (const Figure* row : figuresIn(kInCampaign)) {
            const Ratio ratio = row->of(one.sums);
            run[std::string{row->key}] =
                ratio.under > 0.0 ? orNull(ratio.over / ratio.under / row->unit.toSi)
                                  : Json(nullptr);
        }
        j["runs"].push_back(std::move(run));
    }
    return jsonText(j, 2) + "\n";
}

std::string campaignCsv(const CampaignResult& r) {
    std::string out = "figure,unit,mean,half_width_95,deviation,p5,median,p95,count,why\r\n";
    for (const Figure* row : figuresIn(kInCampaign)) {
        out += csvLine(row->key, row->unit.symbol,
                       shown(estimateOf(r.replications, *row), row->unit), row->why);
    }
    for (const ModeEstimate& m : modesOf(r.replications)) {
        out += csvLine("interruptions/" + m.mode, "", m.interruptions, "Interruptions by cause.");
    }
    return out;
}

std::string curveText(const Curve& curve) {
    const CampaignResult* first = firstOf(curve);
    if (first == nullptr) {
        return "Nothing was finished.\n";
    }
    std::string out = heading(*first);
    out += fmt::format("{} ({}) of {}, same seeds at every value\n\n", curve.figure.label,
                       curve.figure.unit, fmt::join(curve.figure.objects, ", "));
    out += fmt::format("  {:>12}", curve.figure.unit.empty() ? "value" : curve.figure.unit);
    for (const std::string_view key : kCurveFigures) {
        out += fmt::format("  {:>20}", key);
    }
    out += fmt::format("  {:>18}  {:>10}  {:>12}\n", "ETTR - first", "law: MTTI", "law: ETTR %");
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
        const auto& runs = curve.points[i].campaign.replications;
        const auto& refused = curve.points[i].campaign.refused;
        out += fmt::format("  {:>12.6g}", curve.points[i].value);
        if (!refused.empty() && !runs.empty() && runs.front().law.accelerators == 0) {
            out += fmt::format("  refused: {}\n", fmt::join(refused, " "));
            continue;
        }
        for (const std::string_view key : kCurveFigures) {
            const Estimate e = shown(estimateOf(runs, figure(key)), figure(key).unit);
            out += fmt::format("  {:>20}", number(e.mean) + " +- " + number(e.halfWidth));
        }
        const Estimate d = differenceOf(curve, i, figure(kEffectiveTime));
        out += fmt::format("  {:>18}",
                           number(100.0 * d.mean) + " +- " + number(100.0 * d.halfWidth));
        const bool known = !runs.empty();
        out += fmt::format("  {:>10}  {:>12}\n",
                           known ? number(runs.front().law.mttiS / 3600.0) : "-",
                           known ? number(100.0 * runs.front().law.ettr) : "-");
    }
    for (const CurvePoint& point : curve.points) {
        const bool ran = !point.campaign.replications.empty() &&
                         point.campaign.replications.front().law.accelerators > 0;
        for (const std::string& job : ran ? point.campaign.refused : std::vector<std::string>{}) {
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
        point["effective_time_minus_first_pct"] =
            jsonOf(shown(differenceOf(curve, i, figure(kEffectiveTime)), models::unit::percent));
        if (!r.replications.empty()) {
            point["law"] = lawJson(r.replications.front().law);
        }
        j["points"].push_back(std::move(point));
    }
    return jsonText(j, 2) + "\n";
}

std::string curveCsv(const Curve& curve) {
    std::string out = "value,value_unit,figure,unit,mean,half_width_95,deviation,p5,median,p95,count,why\r\n";
    for (const CurvePoint& point : curve.points) {
        for (const Figure* row : figuresIn(kInCampaign)) {
            out += fmt::format("{},{},", cell(point.value), curve.figure.unit) +
                   csvLine(row->key, row->unit.symbol,
                           shown(estimateOf(point.campaign.replications, *row), row->unit),
                           row->why);
        }
    }
    return out;
}

}  // namespace headroom::engine
