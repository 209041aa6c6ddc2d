// SPDX-License-Identifier: Apache-2.0
#include "engine/usd/stage_text.h"
#include "engine/usd/usd_stage.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace tst_usd_stage {

using namespace headroom::engine;

class TestUsdStage : public QObject {
    Q_OBJECT

  private slots:
    void namesAreIdentifiersAndUnique();
    void textsAreQuoted();
    void numbersReadBack();
    void stageIsWellFormed();
    void instancesAreWhereTheLayoutSays();
    void meshesAreComplete();
    void figuresAreTimeSamples();
    void emptyAndBrokenBoxesAreLeftOut();
    void sameBytes();
};

namespace {

/// One prim of a text stage, as far as these tests need it.
struct Prim {
    std::string specifier, schema, path;
    std::vector<std::string> metadata;
    std::map<std::string, std::string> attributes;  ///< name to value, or to all samples
};

std::string trimmed(std::string text) {
    text.erase(0, text.find_first_not_of(' '));
    return text;
}

/// Reads what StageText writes, line by line; independent of it but for that. Throws a message where a line is none of the grammar.
std::vector<Prim> read(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = text.find('\n', from);
        lines.push_back(text.substr(from, end - from));
        from = end + 1;
    }
    if (lines.at(0) != "#usda 1.0" || lines.at(1) != "(") {
        throw std::string("no head");
    }
    std::vector<Prim> prims;
    std::vector<std::size_t> open;
    std::size_t k =
        static_cast<std::size_t>(std::find(lines.begin(), lines.end(), ")") - lines.begin()) + 1;
    for (; k < lines.size(); ++k) {
        const std::string line = trimmed(lines[k]);
        if (line.empty()) {
            continue;
        }
        if (line == "}") {
            if (open.empty()) {
                throw std::string("a prim is closed twice");
            }
            open.pop_back();
            continue;
        }
        if (line.starts_with("def ") || line.starts_with("class ")) {
            Prim prim;
            prim.specifier = line.substr(0, line.find(' '));
            const std::size_t quote = line.find('"');
            prim.schema =
                trimmed(line.substr(prim.specifier.size(), quote - prim.specifier.size()));
            while (prim.schema.ends_with(' ')) {
                prim.schema.pop_back();
            }
            prim.path = (open.empty() ? "" : prims[open.back()].path) + '/' +
                        line.substr(quote + 1, line.find('"', quote + 1) - quote - 1);
            if (line.ends_with('(')) {
                for (++k; trimmed(lines.at(k)) != ")"; ++k) {
                    prim.metadata.push_back(trimmed(lines[k]));
                }
            }
            if (trimmed(lines.at(++k)) != "{") {
                throw "no body: " + line;
            }
            open.push_back(prims.size());
            prims.push_back(std::move(prim));
            continue;
        }
        const std::size_t equals = line.find(" = ");
        if (equals == std::string::npos || open.empty()) {
            throw "neither prim nor attribute: " + line;
        }
        std::string name = line.substr(0, equals);
        name = name.substr(name.rfind(' ') + 1);
        std::string value = line.substr(equals + 3);
        if (value == "{") {
            value.clear();
            for (++k; trimmed(lines.at(k)) != "}"; ++k) {
                value += trimmed(lines[k]) + ' ';
            }
        }
        if (!prims[open.back()].attributes.emplace(name, value).second) {
            throw "twice: " + name;
        }
    }
    if (!open.empty()) {
        throw std::string("a prim is not closed");
    }
    return prims;
}

std::vector<Prim> mustRead(const std::string& text) {
    try {
        return read(text);
    } catch (const std::string& broken) {
        qFatal("%s", broken.c_str());
    }
    return {};
}

std::string referenceOf(const Prim& prim) {
    const std::string head = "prepend references = <";
    for (const std::string& line : prim.metadata) {
        if (line.starts_with(head)) {
            return line.substr(head.size(), line.size() - head.size() - 1);
        }
    }
    return {};
}

Layout sampleLayout() {
    return layoutOf(fixture::mustRead(fixture::project()), fixture::catalogue(), nullptr);
}

std::size_t countOf(const std::string& text, char c) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), c));
}

}  // namespace

void TestUsdStage::namesAreIdentifiersAndUnique() {
    UsdNames names;
    QCOMPARE(names.take("R01-02"), std::string("R01_02"));
    QCOMPARE(names.take("R01 02"), std::string("R01_02_2"));
    QCOMPARE(names.take("R01.02"), std::string("R01_02_3"));
    QCOMPARE(names.take("2N"), std::string("_2N"));
    QCOMPARE(names.take(""), std::string("_"));
    // Two bytes of UTF-8 are one run of other characters.
    QCOMPARE(names.take("Kälte"), std::string("K_lte"));
}

void TestUsdStage::textsAreQuoted() {
    QCOMPARE(usdQuoted("a \"b\" \\ c\n"), std::string("\"a \\\"b\\\" \\\\ c\\n\""));
    QCOMPARE(usdQuoted("Halle Süd"), std::string("\"Halle Süd\""));
}

void TestUsdStage::numbersReadBack() {
    QCOMPARE(usdNumber(0.1), std::string("0.1"));
    QCOMPARE(usdNumber(0.1F), std::string("0.1"));
    QCOMPARE(usdNumber(-0.0), std::string("0"));
    QCOMPARE(usdNumber(std::nan("")), std::string("None"));
    QCOMPARE(usdNumber(std::numeric_limits<double>::infinity()), std::string("None"));
}

// Every path is there once, each reference leads to a class, and everything that is drawn is below the default prim.
void TestUsdStage::stageIsWellFormed() {
    const Layout layout = sampleLayout();
    const auto prims = mustRead(usdaOf(layout, "Test \"quoted\""));
    QCOMPARE(prims.front().path, std::string("/Facility"));
    std::set<std::string> paths;
    for (const Prim& prim : prims) {
        QVERIFY2(paths.insert(prim.path).second, prim.path.c_str());
        QVERIFY(prim.path.starts_with("/Facility") || prim.path.starts_with("/Prototypes"));
    }
    std::size_t instances = 0;
    for (const Prim& prim : prims) {
        if (const std::string path = referenceOf(prim); !path.empty()) {
            QVERIFY2(paths.contains(path), path.c_str());
            ++instances;
        }
    }
    QCOMPARE(instances, layout.racks.size() + layout.equipment.size());
    // Four rows of ten equal racks, each row turned as its neighbours or against them: two prototypes at most.
    const auto racks = std::count_if(prims.begin(), prims.end(), [](const Prim& prim) {
        return prim.specifier == "class" && prim.path.starts_with("/Prototypes/Rack");
    });
    QVERIFY(racks == 1 || racks == 2);
}

// The origin of a shape is the middle of its base, so each instance stands in the middle of its box.
void TestUsdStage::instancesAreWhereTheLayoutSays() {
    const Layout layout = sampleLayout();
    const auto prims = mustRead(usdaOf(layout, "Test"));
    std::size_t next = 0;
    for (const Prim& prim : prims) {
        const auto kind = prim.attributes.find("headroom:kind");
        if (kind == prim.attributes.end() || kind->second != "\"rack\"") {
            continue;
        }
        const RackBox& rack = layout.racks.at(next++);
        const std::string place = "(" + usdNumber(rack.box.x + rack.box.width / 2) + ", " +
                                  usdNumber(rack.box.y + rack.box.depth / 2) + ", " +
                                  usdNumber(rack.box.z) + ")";
        QCOMPARE(prim.attributes.at("xformOp:translate"), place);
        QCOMPARE(prim.attributes.at("headroom:row"), std::to_string(rack.row));
        QCOMPARE(prim.attributes.at("headroom:part"), '"' + layout.blockRacks.at(0) + '"');
    }
    QCOMPARE(next, layout.racks.size());
}

// A triangle has three corners; no index is beyond the points; a point has one normal.
void TestUsdStage::meshesAreComplete() {
    int meshes = 0;
    for (const Prim& prim : mustRead(usdaOf(sampleLayout(), "Test"))) {
        if (prim.schema != "Mesh") {
            continue;
        }
        ++meshes;
        const std::size_t points = countOf(prim.attributes.at("points"), '(');
        // The metadata of normals has one parenthesis more.
        QCOMPARE(countOf(prim.attributes.at("normals"), '('), points + 1);
        const std::size_t triangles = countOf(prim.attributes.at("faceVertexCounts"), '3');
        const std::string indices = prim.attributes.at("faceVertexIndices");
        QCOMPARE(countOf(indices, ',') + 1, 3 * triangles);
        std::istringstream numbers(indices.substr(1));
        std::size_t index = 0;
        for (char comma = ','; comma == ',' && numbers >> index; numbers >> comma) {
            QVERIFY(index < points);
        }
    }
    QVERIFY(meshes > 0);
}

void TestUsdStage::figuresAreTimeSamples() {
    Layout layout = sampleLayout();
    layout.blockRatedW.at(0) = 40e3;
    const std::size_t racks = layout.racks.size();
    StageFigures figures;
    figures.startLocal = "2026-07-01 00:00:00";
    RackFigures power{"power_kw", {0.0, 300.0}, {}};
    power.values.emplace_back(racks, 0.0);
    power.values.emplace_back(racks, 40.0);
    power.values[1][0] = std::nan("");
    figures.racks.push_back(power);
    figures.objects.push_back({"facility", "", "pue", {0.0, 600.0}, {1.25, 1.5}});
    figures.objects.push_back({"loop", "warm", "supply_c", {0.0}, {30.0}});
    const std::string text = usdaOf(layout, "Test", figures);
    QVERIFY(text.find("    endTimeCode = 600\n") != std::string::npos);
    const auto prims = mustRead(text);
    QCOMPARE(prims.front().attributes.at("headroom:pue.timeSamples"),
             std::string("0: 1.25, 600: 1.5, "));
    std::vector<const Prim*> drawn;
    const Prim* other = nullptr;
    for (const Prim& prim : prims) {
        if (prim.attributes.contains("headroom:power_kw.timeSamples")) {
            drawn.push_back(&prim);
        }
        other = prim.path == "/Facility/Figures/loop_warm" ? &prim : other;
    }
    QCOMPARE(drawn.size(), racks);
    QCOMPARE(drawn[0]->attributes.at("headroom:power_kw.timeSamples"),
             std::string("0: 0, 300: None, "));
    QCOMPARE(drawn[1]->attributes.at("headroom:power_kw.timeSamples"),
             std::string("0: 0, 300: 40, "));
    // Ends of viridis, sRGB #440154 and #fde725. Linear red of the second: ((253/255 + 0.055) / 1.055)^2.4 = 0.9823.
    const std::string colours = drawn[1]->attributes.at("primvars:displayColor.timeSamples");
    QVERIFY2(colours.find("300: [(0.98") != std::string::npos, colours.c_str());
    QVERIFY2(colours.find("0: [(0.0") == 0, colours.c_str());
    QVERIFY(other != nullptr);
    QCOMPARE(other->attributes.at("headroom:supply_c.timeSamples"), std::string("0: 30, "));
}

void TestUsdStage::emptyAndBrokenBoxesAreLeftOut() {
    Layout layout = sampleLayout();
    layout.racks[0].box.width = 0.0;
    layout.racks[1].box.x = std::nan("");
    layout.halls.at(0).name = "\"; }\n\u202e hall";
    const auto prims = mustRead(usdaOf(layout, "Test"));
    const auto racks = std::count_if(prims.begin(), prims.end(), [](const Prim& prim) {
        const auto kind = prim.attributes.find("headroom:kind");
        return kind != prim.attributes.end() && kind->second == "\"rack\"";
    });
    QCOMPARE(static_cast<std::size_t>(racks), layout.racks.size() - 2);
    QCOMPARE(mustRead(usdaOf(Layout{}, "")).front().path, std::string("/Facility"));
}

void TestUsdStage::sameBytes() {
    QCOMPARE(usdaOf(sampleLayout(), "Test"), usdaOf(sampleLayout(), "Test"));
}

HEADROOM_TEST(TestUsdStage)
}  // namespace tst_usd_stage

#include "tst_usd_stage.moc"
