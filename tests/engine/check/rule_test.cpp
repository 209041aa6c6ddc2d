// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/check/rule_test.h"

#include "engine/base/json.h"
#include "engine/text/amount_text.h"

#include <QFile>
#include <QRegularExpression>
#include <QtTest>

#include <cctype>

namespace headroom::engine::fixture {

namespace {

Json changed(const Change& change, Files& files) {
    Json json = project();
    files = catalogueFiles();
    // What a failure may cost has tests of its own: elsewhere nothing is promised.
    json["requirements"] = {{"power_failure", "may_stop"},
                            {"cooling_failure", "may_stop"},
                            {"network_failure", "may_stop"}};
    change(json, files);
    return json;
}

/// A file of the catalogue as it is shipped.
Json shipped(const std::string& typeId) {
    QFile in(QStringLiteral(HEADROOM_SOURCE_DIR "/resources/catalog/%1.json")
                 .arg(QString::fromStdString(typeId)));
    if (!in.open(QIODevice::ReadOnly)) {
        qFatal("%s", qPrintable(in.fileName()));
    }
    return parseJson<Json>(in.readAll().toStdString());
}

bool isPartOfWord(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
}

bool saysWord(const std::string& text, const std::string& word) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !isPartOfWord(text[at - 1])) &&
            (end == text.size() || !isPartOfWord(text[end]))) {
            return true;
        }
    }
    return false;
}

/// Ids with a name of their own that no sentence holds by chance.
std::vector<std::string> tellingIds(const Project& project, const Catalogue& catalogue) {
    std::vector<std::string> ids;
    const auto add = [&](const std::string& id, const std::string& name) {
        if (!name.empty() && !saysWord(name, id) &&
            id.find_first_of("-_0123456789") != std::string::npos) {
            ids.push_back(id);
        }
    };
    for (const Object& object : project.objects) {
        if (object.type->find("name") != nullptr) {
            const auto* name = std::get_if<std::string>(&object.value("name"));
            add(object.id, name == nullptr ? std::string{} : *name);
        }
    }
    for (const CatalogueEntry& part : catalogue.entries()) {
        add(part.id, part.name);
    }
    return ids;
}

std::vector<Finding> found(const Json& json, const Files& files) {
    const auto catalogue = loadCatalogue(files);
    if (!catalogue) {
        qFatal("%s", text(catalogue.error()).c_str());
    }
    const auto read = parseProject(jsonText(json, 2), "project.json", *catalogue);
    if (!read) {
        qFatal("%s", text(read.error()).c_str());
    }
    std::vector<Finding> findings = checkProject(*read, *catalogue);
    for (const std::string& text :
         {idInTexts(findings, *read, *catalogue), bareNumberInTexts(findings)}) {
        if (!text.empty()) {
            QTest::qFail(text.c_str(), __FILE__, __LINE__);
        }
    }
    return findings;
}

}  // namespace

std::string idInTexts(const std::vector<Finding>& findings, const Project& project,
                      const Catalogue& catalogue) {
    const std::vector<std::string> ids = tellingIds(project, catalogue);
    for (const Finding& finding : findings) {
        if (finding.rule == "name-repeats" || finding.rule == "cannot-run") {
            continue;
        }
        const std::string said = finding.message + " " + finding.hint;
        for (const std::string& id : ids) {
            if (saysWord(said, id)) {
                return finding.rule + " says '" + id + "': " + said;
            }
        }
    }
    return {};
}

std::string bareNumberInTexts(const std::vector<Finding>& findings) {
    // Ids and names of errors state places and stay as they are written: "job-12345", "a.json:10000".
    static const QRegularExpression kBare(
        QStringLiteral(R"((?<![\w.,:/'-])(?:\d{5,}(?![\w'])|\d+(?:\.\d+)?e[+-]?\d+))"));
    for (const Finding& finding : findings) {
        for (const Words& text :
             {finding.message, finding.hint, amountText(finding.measured, finding.unit),
              amountText(finding.allowed, finding.unit)}) {
            const auto match = kBare.match(QString::fromStdString(text));
            if (match.hasMatch()) {
                return finding.rule + " says " + match.captured().toStdString() + ": " + text;
            }
        }
    }
    return {};
}

std::vector<Finding> findingsAfter(const Change& change) {
    Files files;
    const Json json = changed(change, files);
    std::vector<Finding> all = found(json, files);
    std::erase_if(all, [](const Finding& f) {
        return f.rule == "cannot-run" || f.rule == "job-plan" || f.rule == "checkpoint-storage";
    });
    return all;
}

std::vector<Finding> findingsOfARun(const Change& change) {
    Files files;
    Json json = changed(
        [&](Json& p, Files& f) {
            figureOf(f, "switch", 0, "power_typ_w") = 500;
            f["fluid"] = shipped("fluid");
            change(p, f);
        },
        files);
    json["cooling_loops"][0]["exchanger_approach_k"] = 0;
    if (!json["rack_blocks"][0].contains("cdu_group")) {
        json.erase("cdu_groups");
    }
    return found(json, files);
}

Json& figureOf(Files& files, const std::string& typeId, std::size_t part, const std::string& key) {
    Json& figures = files[typeId]["parts"][part]["figures"];
    if (!figures.contains(key)) {
        figures[key] = figure(*models::findComponentType(typeId), key, 0);
    }
    return figures[key]["value"];
}

bool isConsequence(const Finding& finding) {
    return finding.rule == "machines-overlap" || finding.rule == "front-clearance" ||
           finding.rule == "back-clearance" || finding.rule == "inlet-nameplate" ||
           finding.rule == "across-wall" || finding.rule == "yard-overlap" ||
           finding.rule == "rack-label-repeats" || finding.rule == "rack-inlet" ||
           finding.rule == "chip-limit";
}

void compare(std::vector<Finding> findings, const Expected& expected) {
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

void addColumns() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<Expected>("expected");
}

void addRow(const char* name, const Expected& expected, const Change& change) {
    QTest::newRow(name) << change << expected;
}

}  // namespace headroom::engine::fixture
