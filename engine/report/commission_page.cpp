// SPDX-License-Identifier: Apache-2.0
#include "engine/report/commission_page.h"

#include "engine/report/format.h"
#include "engine/report/html_writer.h"

#include <fmt/format.h>

namespace headroom::engine {

namespace {

using report::CellKind;
using report::quantityText;
using report::Section;
using report::Table;
using report::Text;
using report::TextRun;

Section requirementsSection(const models::RequirementSpec& asked) {
    const models::ComponentType& type = models::RequirementSpec::type();
    Table table({{"Requirement", CellKind::Name}, {"Asked"}, {"Meaning", CellKind::Why}});
    for (const models::Attribute& a : type.attributes) {
        const models::Value value = a.get(a, &asked);
        std::string text = "not stated";
        if (const auto* word = std::get_if<std::string>(&value)) {
            text = *word;
        } else if (const auto* number = std::get_if<double>(&value)) {
            text = quantityText(*number, a.unit.symbol);
        }
        table.row({a.label, text, a.doc});
    }
    Section section{"Requirements"};
    section.blocks += std::move(table);
    return section;
}

void addLine(Text& text, const std::string& line, TextRun::Look look = TextRun::Look::Plain) {
    if (!text.empty()) {
        text.newLine();
    }
    text.add(line, look);
}

void addRow(Table& table, const CommissionRow& row) {
    Text checks, story;
    for (const CommissionCheck& check : row.checks) {
        addLine(checks, checkText(check),
                check.held() ? TextRun::Look::Plain : TextRun::Look::Strong);
    }
    if (!row.fault.code.empty()) {
        addLine(checks, row.fault.message, TextRun::Look::Strong);
    }
    for (const std::string& line : row.story) {
        addLine(story, line);
    }
    table.row({row.test.name, row.test.alike > 1 ? std::to_string(row.test.alike) : "1",
               verdictName(row.verdict()), checks, story});
}

Section signedSection() {
    Table table({{""}, {"Name"}, {"Date"}});
    for (const char* who : {"For the owner", "For the builder"}) {
        table.row({who, "", ""});
    }
    Section section{"Signed"};
    section.blocks += std::move(table);
    section.blocks += report::Paragraph{
        "Every test is a run of the whole facility at full load, every accelerator at full "
        "activity. One of each set of identical parts is tested for all."};
    return section;
}

}  // namespace

std::string commissionPage(const Commission& c) {
    const std::string title = "Commissioning of " + c.project;
    report::ReportPage page{title, title};
    page.cover += report::Paragraph{
        fmt::format(
            "{} passed · {} failed · {} with nothing asked · outdoor air {:.1f} °C, wet bulb "
            "{:.1f} °C · IT {}, facility {} · settled for {}, each test watched for {}",
            c.count(CommissionVerdict::Passed), c.count(CommissionVerdict::Failed),
            c.count(CommissionVerdict::NothingAsked), c.weather.dryBulbC, c.weather.wetBulbC,
            quantityText(c.itW / 1e3, "kW"), quantityText(c.facilityW / 1e3, "kW"),
            report::durationText(c.spec.settleS), report::durationText(c.spec.watchS)),
        report::Paragraph::Kind::Facts};
    if (!c.complete) {
        page.cover += report::Paragraph{"The tests were stopped: not all of them are here.",
                                        report::Paragraph::Kind::Warning};
    }
    page.add(requirementsSection(c.asked));
    for (std::size_t r = 0; r < c.rows.size();) {
        Section section{c.rows[r].test.section};
        Table table({{"Test"},
                     {"Parts that it stands for"},
                     {"Verdict"},
                     {"Figures and limits"},
                     {"Consequences"}});
        for (; r < c.rows.size() && c.rows[r].test.section == section.title; ++r) {
            addRow(table, c.rows[r]);
        }
        section.blocks += std::move(table);
        page.add(std::move(section));
    }
    page.add(signedSection());
    return report::htmlOf(page);
}

}  // namespace headroom::engine
