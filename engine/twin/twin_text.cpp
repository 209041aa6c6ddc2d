// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/twin/twin_report.h"
#include "models/core/calendar.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace headroom::engine {

namespace {

using TwinJson = nlohmann::ordered_json;

constexpr double kPercent = 100.0, kHourS = 3600.0;
constexpr std::size_t kMostLines = 60;
constexpr std::size_t kLeads = 4;

std::string clockText(double timeS) {
    return std::isnan(timeS)
               ? std::string("-")
               : models::calendarText(static_cast<std::int64_t>(std::llround(timeS)) * 1000);
}

/// A figure of a sensor in the unit of its readings; differences have no offset.
double shown(const SensorSpec& sensor, double si) {
    return (si - sensor.unit->offset) / sensor.unit->toSi;
}

double shownDifference(const SensorSpec& sensor, double si) {
    return si / sensor.unit->toSi;
}

/// A share of the mean in per cent; a mean of 0 has none.
std::string shareText(fmt::format_string<double> form, double share) {
    return std::isfinite(share) ? fmt::format(form, kPercent * share) : "-";
}

std::string leadText(double s) {
    return s < kHourS ? fmt::format("{:.0f} min", s / 60.0) : fmt::format("{:.3g} h", s / kHourS);
}

/// Columns padded to their widest cell; the first is left, others right.
std::string alignedRows(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()), 0);
        for (std::size_t c = 0; c < row.size(); ++c) {
            // Columns count what is seen: bytes that continue a letter take no place.
            const auto seen = std::count_if(row[c].begin(), row[c].end(),
                                            [](char b) { return (b & '\xc0') != '\x80'; });
            widths[c] = std::max(widths[c], static_cast<std::size_t>(seen));
        }
    }
    std::string out;
    for (const auto& row : rows) {
        std::string line = " ";
        for (std::size_t c = 0; c < row.size(); ++c) {
            const auto seen = static_cast<std::size_t>(std::count_if(
                row[c].begin(), row[c].end(), [](char b) { return (b & '\xc0') != '\x80'; }));
            const std::string pad(widths[c] - seen, ' ');
            line += c == 0 ? row[c] + pad : "  " + pad + row[c];
        }
        out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return out;
}

std::string residualTable(const TwinRun& twin, const TwinReport& report) {
    std::vector<std::vector<std::string>> rows = {
        {"sensor", "unit", "n", "mean", "bias", "CV-RMSE", "NMBE", "expected", "inside 90 %", ""}};
    for (const SensorResidual& r : report.residuals) {
        const SensorSpec& sensor = twin.map().sensors[static_cast<std::size_t>(r.sensor)];
        if (r.figures.n == 0) {
            rows.push_back({sensor.id, std::string(sensor.unit->symbol), "0"});
            continue;
        }
        rows.push_back({sensor.id, std::string(sensor.unit->symbol), std::to_string(r.figures.n),
                        fmt::format("{:.5g}", shown(sensor, r.figures.mean)),
                        fmt::format("{:+.3g}", shownDifference(sensor, r.figures.bias)),
                        shareText("{:.2f} %", r.figures.cvRmse),
                        shareText("{:+.2f} %", r.figures.nmbe),
                        fmt::format("{:.3g}", shownDifference(sensor, r.expected)),
                        fmt::format("{:.0f} %", kPercent * r.inside),
                        sensor.drives == Drive::Nothing ? "" : "drives the twin"});
    }
    return alignedRows(rows);
}

std::string findingLines(const std::vector<TelemetryFinding>& findings) {
    std::string out;
    for (std::size_t i = 0; i < std::min(findings.size(), kMostLines); ++i) {
        out += "  " + text(findings[i]) + '\n';
    }
    if (findings.size() > kMostLines) {
        out += fmt::format("  and {} more (--format json has all)\n", findings.size() - kMostLines);
    }
    return out;
}

/// Places of some leads, the last among them.
std::vector<std::size_t> someLeads(const Ahead& ahead) {
    std::vector<std::size_t> places;
    for (std::size_t i = 1; i <= kLeads && !ahead.leadS.empty(); ++i) {
        places.push_back(i * ahead.leadS.size() / kLeads -
                         (i * ahead.leadS.size() >= kLeads ? 1 : 0));
    }
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

std::string aheadText(const Ahead& ahead) {
    std::string out =
        fmt::format("\nAhead from {}, {} members drawn from {} of past, middle (90 % interval):\n",
                    clockText(ahead.fromS), ahead.members, leadText(ahead.historyS));
    const auto places = someLeads(ahead);
    for (const AheadBranch& branch : ahead.branches) {
        if (!branch.words.empty()) {
            out += fmt::format("What if: {}\n", branch.words);
        }
        std::vector<std::vector<std::string>> rows = {{"channel", "unit"}};
        for (const std::size_t i : places) {
            rows.front().push_back("+" + leadText(ahead.leadS[i]));
        }
        for (const AheadCurve& curve : branch.curves) {
            const double unit = curve.quantity->unit.toSi;
            rows.push_back({curve.channel, std::string(curve.quantity->unit.symbol)});
            for (const std::size_t i : places) {
                const bool known = i < curve.middle.size() && std::isfinite(curve.middle[i]);
                std::string cell =
                    known ? fmt::format("{:.4g} ({:.4g} to {:.4g})", curve.middle[i] / unit,
                                        curve.low[i] / unit, curve.high[i] / unit)
                          : "-";
                if (i < curve.measured.size() && std::isfinite(curve.measured[i])) {
                    cell += fmt::format(", was {:.4g}", curve.measured[i] / unit);
                }
                rows.back().push_back(cell);
            }
        }
        out += alignedRows(rows);
        for (const std::string& event :
             branch.words.empty() ? std::vector<std::string>() : branch.events) {
            out += "  " + event + '\n';
        }
    }
    if (ahead.judged > 0) {
        out += fmt::format(
            "Measured later: {} of {} values ({:.0f} %) within their interval.\n", ahead.inside,
            ahead.judged,
            kPercent * static_cast<double>(ahead.inside) / static_cast<double>(ahead.judged));
    }
    return out;
}

TwinJson findingJson(const TelemetryFinding& finding) {
    return {{"fault", telemetryFaultWord(finding.fault)},
            {"sensor", finding.sensor},
            {"count", finding.count},
            {"first", clockText(finding.firstS)},
            {"line", finding.place},
            {"amount", numberJson(finding.amount)},
            {"text", text(finding)}};
}

TwinJson aheadJson(const Ahead& ahead) {
    TwinJson json = {{"from", clockText(ahead.fromS)}, {"members", ahead.members},
                     {"history_s", ahead.historyS},    {"judged", ahead.judged},
                     {"inside", ahead.inside},         {"lead_s", ahead.leadS},
                     {"branches", TwinJson::array()}};
    for (const AheadBranch& branch : ahead.branches) {
        TwinJson one = {
            {"orders", branch.words}, {"events", branch.events}, {"curves", TwinJson::array()}};
        for (const AheadCurve& curve : branch.curves) {
            TwinJson each = {{"channel", curve.channel}, {"unit", curve.quantity->unit.symbol}};
            const auto list = [&](const std::vector<double>& values) {
                TwinJson out = TwinJson::array();
                for (const double value : values) {
                    out.push_back(numberJson(value / curve.quantity->unit.toSi));
                }
                return out;
            };
            each["low"] = list(curve.low);
            each["middle"] = list(curve.middle);
            each["high"] = list(curve.high);
            each["measured"] = list(curve.measured);
            one["curves"].push_back(std::move(each));
        }
        json["branches"].push_back(std::move(one));
    }
    return json;
}

}  // namespace

std::string twinText(const TwinRun& twin, const TwinIntake& intake, const TwinReport& report,
                     const std::optional<Ahead>& ahead, double wallS) {
    const Boundary& boundary = twin.boundary();
    std::string out = fmt::format("{} beside {}\n", twin.simulator().plant().name,
                                  twin.map().name.empty() ? intake.source : twin.map().name);
    if (!twin.map().source.empty()) {
        out += fmt::format("Data: {}\n", twin.map().source);
    }
    out += fmt::format("{} readings of {} sensors, {} to {}, taken in {:.2f} s ({:.0f} a second)\n",
                       intake.taken, twin.map().sensors.size(), clockText(report.fromS),
                       clockText(std::max(twin.lastS(), intake.newestS)), intake.wallS,
                       static_cast<double>(intake.taken) / std::max(1e-9, intake.wallS));
    for (const std::string& note : intake.notes) {
        out += "  " + note + '\n';
    }
    out += fmt::format(
        "Loads: {} racks measured, {} estimated from them, {} of {} by their jobs\n",
        boundary.measuredRacks, boundary.estimatedRacks,
        twin.simulator().plant().racks - boundary.measuredRacks - boundary.estimatedRacks,
        twin.simulator().plant().racks);
    out += fmt::format(
        "Followed to {} in {:.1f} s of real time; learned until {}, judged after that\n",
        clockText(report.nowS), wallS, clockText(report.learnUntilS));
    const RunSummary summary = twin.simulator().summary();
    out += fmt::format("IT energy {:.4g} MWh, facility {:.4g} MWh, PUE {:.4f} (spin-up in it)\n",
                       summary.sums[Sum::ItJ] / 3.6e9, summary.sums[Sum::FacilityJ] / 3.6e9,
                       summary.sums[Sum::FacilityJ] / summary.sums[Sum::ItJ]);
    out +=
        "\nMeasured against modelled (bias: model less measured):\n" + residualTable(twin, report);
    std::vector<TelemetryFinding> findings = intake.findings;
    for (const auto& more : {twin.findings(), report.findings}) {
        findings.insert(findings.end(), more.begin(), more.end());
    }
    out += findings.empty() ? "\nNothing is wrong with the telemetry.\n"
                            : fmt::format("\nFaults of the telemetry ({}):\n", findings.size()) +
                                  findingLines(findings);
    if (report.alarms.empty()) {
        out += "\nNo alarm: sensors and models agree as they did while learning.\n";
    } else {
        out += fmt::format("\nAlarms ({}):\n", report.alarms.size());
        for (std::size_t i = 0; i < std::min(report.alarms.size(), kMostLines); ++i) {
            const ResidualAlarm& alarm = report.alarms[i];
            out += fmt::format("  {}  {} {} {:+.1f} spreads{}{}\n", clockText(alarm.raisedS),
                               twin.map().sensors[static_cast<std::size_t>(alarm.sensor)].id,
                               alarm.isActive() ? "is off by" : "was off by", alarm.worst,
                               alarm.isActive() ? "" : ", cleared " + clockText(alarm.clearedS),
                               alarm.suspect.empty() ? "" : ": " + alarm.suspect);
        }
    }
    return ahead ? out + aheadText(*ahead) : out;
}

std::string twinJson(const TwinRun& twin, const TwinIntake& intake, const TwinReport& report,
                     const std::optional<Ahead>& ahead, double wallS) {
    const Boundary& boundary = twin.boundary();
    const RunSummary summary = twin.simulator().summary();
    TwinJson json = {
        {"project", twin.simulator().plant().name},
        {"map", twin.map().name},
        {"source", intake.source},
        {"readings", intake.taken},
        {"ingest_s", intake.wallS},
        {"from", clockText(report.fromS)},
        {"now", clockText(report.nowS)},
        {"learned_until", clockText(report.learnUntilS)},
        {"wall_s", wallS},
        {"racks", {{"measured", boundary.measuredRacks}, {"estimated", boundary.estimatedRacks}}},
        {"it_energy_kwh", summary.sums[Sum::ItJ] / 3.6e6},
        {"facility_energy_kwh", summary.sums[Sum::FacilityJ] / 3.6e6},
        {"pue", numberJson(summary.sums[Sum::FacilityJ] / summary.sums[Sum::ItJ])},
        {"state_hash", fmt::format("{:016x}", summary.stateHash)}};
    json["notes"] = intake.notes;
    json["sensors"] = TwinJson::array();
    for (const SensorResidual& r : report.residuals) {
        const SensorSpec& sensor = twin.map().sensors[static_cast<std::size_t>(r.sensor)];
        json["sensors"].push_back({{"id", sensor.id},
                                   {"channel", sensor.channel},
                                   {"unit", sensor.unit->symbol},
                                   {"drives", sensor.drives != Drive::Nothing},
                                   {"n", r.figures.n},
                                   {"mean", numberJson(shown(sensor, r.figures.mean))},
                                   {"bias", numberJson(shownDifference(sensor, r.figures.bias))},
                                   {"rmse", numberJson(shownDifference(sensor, r.figures.rmse))},
                                   {"cv_rmse_pct", numberJson(kPercent * r.figures.cvRmse)},
                                   {"nmbe_pct", numberJson(kPercent * r.figures.nmbe)},
                                   {"expected", numberJson(shownDifference(sensor, r.expected))},
                                   {"inside_pct", numberJson(kPercent * r.inside)}});
    }
    json["findings"] = TwinJson::array();
    for (const auto& list : {intake.findings, twin.findings(), report.findings}) {
        for (const TelemetryFinding& finding : list) {
            json["findings"].push_back(findingJson(finding));
        }
    }
    json["skipped_gaps"] = TwinJson::array();
    for (const TelemetryGap& gap : twin.skipped()) {
        json["skipped_gaps"].push_back({{"from", clockText(gap.fromS)},
                                        {"to", clockText(gap.toS)},
                                        {"length_s", gap.lengthS()}});
    }
    json["alarms"] = TwinJson::array();
    for (const ResidualAlarm& alarm : report.alarms) {
        json["alarms"].push_back(
            {{"sensor", twin.map().sensors[static_cast<std::size_t>(alarm.sensor)].id},
             {"raised", clockText(alarm.raisedS)},
             {"cleared",
              alarm.isActive() ? TwinJson(nullptr) : TwinJson(clockText(alarm.clearedS))},
             {"spreads", alarm.worst},
             {"suspect", alarm.suspect}});
    }
    if (ahead) {
        json["ahead"] = aheadJson(*ahead);
    }
    return jsonText(json, 2) + "\n";
}

}  // namespace headroom::engine
