// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/check/check.h"
#include "tests/engine/document/fixture.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

/// Rules are tested on the project of fixture.h, which none of them objects to, with one change.
namespace headroom::engine::fixture {

using Files = std::map<std::string, Json>;

/// Changes the project, the catalogue, or both.
using Change = std::function<void(Json& project, Files& files)>;

inline std::vector<Finding> findingsAfter(const Change& change) {
    Json json = project();
    Files files = catalogueFiles();
    change(json, files);
    const auto catalogue = loadCatalogue(files);
    if (!catalogue) {
        qFatal("%s", text(catalogue.error()).c_str());
    }
    const auto read = parseProject(json.dump(2), "project.json", *catalogue);
    if (!read) {
        qFatal("%s", text(read.error()).c_str());
    }
    return checkProject(*read, *catalogue);
}

/// The figure of a part of the fixture catalogue.
inline Json& figureOf(Files& files, const std::string& typeId, std::size_t part,
                      const std::string& key) {
    Json& figures = files[typeId]["parts"][part]["figures"];
    if (!figures.contains(key)) {
        figures[key] = figure(*models::findComponentType(typeId), key, 0);
    }
    return figures[key]["value"];
}

/// What is moved to a wall, or into something, stands in the way there too: these follow from what
/// other rules say, and have tests of their own.
inline bool isConsequence(const Finding& finding) {
    return finding.rule == "machines-overlap" || finding.rule == "front-clearance" ||
           finding.rule == "back-clearance" || finding.rule == "inlet-nameplate";
}

/// What one row of a rule test expects: exactly one finding of this rule, and none of any other.
struct Expected {
    std::string rule;
    Severity severity = Severity::Error;
    std::string subject;
    double measured = 0.0;
    double allowed = 0.0;
    std::string unit;
};

inline void compare(std::vector<Finding> findings, const Expected& expected) {
    std::erase_if(findings, [&](const Finding& finding) {
        return isConsequence(finding) && finding.rule != expected.rule;
    });
    std::string all;
    for (const Finding& finding : findings) {
        all += findingText(finding) + '\n';
    }
    QVERIFY2(findings.size() == 1, ("expected " + expected.rule + ", found:\n" + all).c_str());
    const Finding& finding = findings.front();
    QCOMPARE(finding.rule, expected.rule);
    QVERIFY2(finding.severity == expected.severity, all.c_str());
    QCOMPARE(finding.subject, expected.subject);
    QCOMPARE(finding.unit, expected.unit);
    // Expectations are worked out by hand to about five digits.
    QVERIFY2(qAbs(finding.measured - expected.measured) <= 2e-4 * qAbs(expected.measured) + 1e-9,
             (all + std::to_string(finding.measured)).c_str());
    QVERIFY2(qAbs(finding.allowed - expected.allowed) <= 2e-4 * qAbs(expected.allowed) + 1e-9,
             (all + std::to_string(finding.allowed)).c_str());
    QVERIFY(!finding.hint.empty());
    QVERIFY(finding.message.back() == '.');
}

}  // namespace headroom::engine::fixture

Q_DECLARE_METATYPE(headroom::engine::fixture::Change)
Q_DECLARE_METATYPE(headroom::engine::fixture::Expected)

namespace headroom::engine::fixture {

/// The columns of a rule test, and one row of it.
inline void addColumns() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<Expected>("expected");
}

inline void addRow(const char* name, const Expected& expected, const Change& change) {
    QTest::newRow(name) << change << expected;
}

}  // namespace headroom::engine::fixture
