// SPDX-License-Identifier: Apache-2.0
#include "engine/report/commission_page.h"

#include "engine/report/format.h"
#include "engine/report/style.h"

#include <fmt/format.h>

namespace headroom::engine {

namespace {

using report::escaped;
using report::quantityText;

std::string requirementsHtml(const models::RequirementSpec& asked) {
    const models::ComponentType& type = models::RequirementSpec::type();
    std::string rows;
    for (const models::Attribute& a : type.attributes) {
        const models::Value value = a.get(a, &asked);
        std::string text = "not stated";
        if (const auto* word = std::get_if<std::string>(&value)) {
            text = *word;
        } else if (const auto* number = std::get_if<double>(&value)) {
            text = quantityText(*number, a.unit.symbol);
        }
        rows += fmt::format("<tr><th>{}</th><td>{}</td><td>{}</td></tr>\n", escaped(a.label),
                            escaped(text), escaped(a.doc));
    }
    return "<section><h2>What is asked</h2>\n<table>" + rows + "</table></section>\n";
}

std::string rowHtml(const CommissionRow& row) {
    std::string checks;
    for (const CommissionCheck& check : row.checks) {
        checks += (checks.empty() ? "" : "<br>") + std::string(check.held() ? "" : "<strong>") +
                  escaped(checkText(check)) + (check.held() ? "" : "</strong>");
    }
    if (!row.fault.code.empty()) {
        checks += "<br><strong>" + escaped(row.fault.message) + "</strong>";
    }
    std::string story;
    for (const std::string& line : row.story) {
        story += (story.empty() ? "" : "<br>") + escaped(line);
    }
    return fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                       escaped(row.test.name),
                       row.test.alike > 1 ? std::to_string(row.test.alike) : "1",
                       verdictName(row.verdict()), checks, story);
}

}  // namespace

std::string commissionPage(const Commission& c) {
    std::string html =
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" +
        escaped("Commissioning of " + c.project) + "</title><style>" + report::kReportStyle +
        "</style></head><body><main>\n<header><h1>" + escaped("Commissioning of " + c.project) +
        "</h1>\n<p class=\"facts\">" +
        escaped(fmt::format(
            "{} passed · {} failed · {} with nothing asked · outdoor air {:.1f} °C, wet bulb "
            "{:.1f} °C · IT {}, facility {} · settled for {}, each test watched for {}",
            c.count(CommissionVerdict::Passed), c.count(CommissionVerdict::Failed),
            c.count(CommissionVerdict::NothingAsked), c.weather.dryBulbC, c.weather.wetBulbC,
            quantityText(c.itW / 1e3, "kW"), quantityText(c.facilityW / 1e3, "kW"),
            report::durationText(c.spec.settleS), report::durationText(c.spec.watchS))) +
        "</p></header>\n";
    if (!c.complete) {
        html += "<p class=\"warning\">The tests were stopped: not all of them are here.</p>\n";
    }
    html += requirementsHtml(c.asked);
    std::string section;
    for (const CommissionRow& row : c.rows) {
        if (row.test.section != section) {
            html += (section.empty() ? "" : "</table></section>\n");
            section = row.test.section;
            html +=
                "<section><h2>" + escaped(section) +
                "</h2>\n<table><tr><th>Test</th><th>Parts that it stands for</th><th>Verdict</th>"
                "<th>Figures and limits</th><th>What followed</th></tr>\n";
        }
        html += rowHtml(row);
    }
    html += (section.empty() ? "" : "</table></section>\n");
    html +=
        "<section><h2>Signed</h2>\n<table><tr><th>For the owner</th><td></td><th>Date</th><td></td>"
        "</tr><tr><th>For the builder</th><td></td><th>Date</th><td></td></tr></table>\n"
        "<p>Every test is a run of the whole facility at full load, every accelerator at full "
        "activity. One of each set of identical parts is tested for all.</p></section>\n"
        "</main></body></html>\n";
    return html;
}

}  // namespace headroom::engine
