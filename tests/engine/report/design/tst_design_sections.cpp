// SPDX-License-Identifier: Apache-2.0
#include "engine/base/plain_text.h"
#include "engine/check/headline.h"
#include "engine/figures/figures.h"
#include "engine/report/design/design_sections.h"
#include "engine/report/html_writer.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_design_sections {

using namespace headroom::engine;
using namespace headroom::engine::report;
using headroom::tests::catalogue;
using headroom::tests::scenario;

class TestDesignSections : public QObject {
    Q_OBJECT

  private slots:

    // Every figure of the design point is there as figureTextOf() writes it for `compare` and the
    // window's strip.
    void figuresToTheDigit() {
        const Project project = scenario("tour-small-hall");
        const Design design = designOf(project, catalogue());
        const std::string html = htmlOf(facilitySection(project, design, {}).blocks);
        const Sums sums = headlineOf(design);
        int seen = 0;
        for (const Figure* figure : figuresIn(kInDesign)) {
            if (!std::isnan(figure->value(sums))) {
                const std::string cell = "<td class=\"number\">" +
                                         markupText(groupedDigits(figureTextOf(*figure, sums))) +
                                         "</td>";
                QVERIFY2(html.find(cell) != std::string::npos, cell.c_str());
                ++seen;
            }
        }
        QVERIFY(seen >= 8);
    }

    // One finding of each sort: an accepted one counts as accepted alone.
    void findingsAreCounted() {
        const Project project = scenario("tour-small-hall");
        Finding open;
        open.rule = "space";
        open.message = "too <near>";
        Finding accepted = open;
        accepted.severity = Severity::Error;
        accepted.accepted = "agreed with the owner";
        const std::string html = htmlOf(findingsSection({open, accepted}, project).blocks);
        QVERIFY(html.find("Findings: 1 open, 1 accepted.") != std::string::npos);
        QVERIFY(html.find("too &lt;near&gt;") != std::string::npos);
        QVERIFY(html.find("agreed with the owner") != std::string::npos);
        const std::string facility = htmlOf(
            facilitySection(project, designOf(project, catalogue()), {open, accepted}).blocks);
        QVERIFY(facility.find("Errors</td><td class=\"number\">0<") != std::string::npos);
        QVERIFY(facility.find("Warnings</td><td class=\"number\">1<") != std::string::npos);
        QVERIFY(facility.find("Accepted</td><td class=\"number\">1<") != std::string::npos);
    }

    // Of the parts that the project names, and of those that these name: a rack names a server, it
    // an accelerator. None occurs twice.
    void partsUsedOfParts() {
        const auto parts = partsUsed(scenario("tour-small-hall"), catalogue());
        const auto has = [&](std::string_view type) {
            return std::any_of(parts.begin(), parts.end(),
                               [&](const CatalogueEntry* p) { return p->type->id == type; });
        };
        QVERIFY(has("rack") && has("server") && has("accelerator") && has("psu"));
        QVERIFY(std::adjacent_find(parts.begin(), parts.end()) == parts.end());
        QVERIFY(parts.size() < catalogue().entries().size());
    }
};

HEADROOM_TEST(TestDesignSections)
}  // namespace tst_design_sections

#include "tst_design_sections.moc"
