// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/diagram/plan_svg.h"
#include "engine/document/blocks.h"
#include "engine/exchange/gltf.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

#include <QXmlStreamReader>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>

namespace tst_drawings {

using namespace headroom::engine;
using headroom::models::Facing;

class TestDrawings : public QObject {
    Q_OBJECT

  private slots:
    void glbContainer();
    void glbReferences();
    void glbGeometry();
    void glbPlaces();
    void glbOfNothing();
    void svgScale();
    void svgIsXml();
    void svgOneHall();
    void svgNamesMachines();
    void sameBytes();
};

namespace {

using Json = nlohmann::json;

Layout sampleLayout() {
    return layoutOf(fixture::mustRead(fixture::project()), fixture::catalogue(), nullptr);
}

std::uint32_t wordAt(const std::string& bytes, std::size_t at) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    return word;
}

struct Glb {
    Json json;
    std::string buffer;
};

Glb split(const std::string& bytes) {
    const std::uint32_t length = wordAt(bytes, 12);
    return {parseJson<Json>(bytes.substr(20, length)), bytes.substr(20 + length + 8)};
}

/// Corner of a node's box with the lowest coordinates, and its size, in glTF axes.
std::array<double, 3> vectorOf(const Json& node, const char* key) {
    return {node[key][0].get<double>(), node[key][1].get<double>(), node[key][2].get<double>()};
}

}  // namespace

void TestDrawings::glbContainer() {
    const std::string bytes = glbOf(sampleLayout(), "Test");
    QCOMPARE(bytes.substr(0, 4), std::string("glTF"));
    QCOMPARE(wordAt(bytes, 4), 2U);
    QCOMPARE(wordAt(bytes, 8), static_cast<std::uint32_t>(bytes.size()));
    const std::uint32_t json = wordAt(bytes, 12);
    QCOMPARE(json % 4, 0U);
    QCOMPARE(bytes.substr(16, 4), std::string("JSON"));
    const std::uint32_t binary = wordAt(bytes, 20 + json);
    QCOMPARE(binary % 4, 0U);
    QCOMPARE(bytes.substr(24 + json, 4), std::string("BIN\0", 4));
    QCOMPARE(20 + json + 8 + binary, static_cast<std::uint32_t>(bytes.size()));
    QCOMPARE(split(bytes).json["buffers"][0]["byteLength"].get<std::uint32_t>(), binary);
}

// Every index names something, views lie in the buffer, accessors in their views, and each node has
// one parent at most: what the specification asks.
void TestDrawings::glbReferences() {
    const Glb glb = split(glbOf(sampleLayout(), "Test"));
    const Json& json = glb.json;
    QCOMPARE(json["asset"]["version"].get<std::string>(), std::string("2.0"));
    for (const Json& view : json["bufferViews"]) {
        QVERIFY(view["byteOffset"].get<std::size_t>() % 4 == 0);
        QVERIFY(view["byteOffset"].get<std::size_t>() + view["byteLength"].get<std::size_t>() <=
                glb.buffer.size());
    }
    for (const Json& accessor : json["accessors"]) {
        const bool isFloat = accessor["componentType"] == 5126;
        const std::size_t each = isFloat ? 12 : 2;
        const Json& view = json["bufferViews"][accessor["bufferView"].get<std::size_t>()];
        QVERIFY(accessor.value("byteOffset", std::size_t{0}) +
                    accessor["count"].get<std::size_t>() * each <=
                view["byteLength"].get<std::size_t>());
    }
    for (const Json& mesh : json["meshes"]) {
        QVERIFY(!mesh["primitives"].empty());
        for (const Json& primitive : mesh["primitives"]) {
            QVERIFY(primitive["indices"].get<std::size_t>() < json["accessors"].size());
            QVERIFY(primitive["material"].get<std::size_t>() < json["materials"].size());
            QVERIFY(
                json["accessors"][primitive["attributes"]["POSITION"].get<std::size_t>()].contains(
                    "min"));
        }
    }
    std::set<int> children;
    for (const Json& node : json["nodes"]) {
        if (node.contains("mesh")) {
            QVERIFY(node["mesh"].get<std::size_t>() < json["meshes"].size());
        }
        for (const Json& child : node.value("children", Json::array())) {
            QVERIFY(child.get<std::size_t>() < json["nodes"].size());
            QVERIFY2(children.insert(child.get<int>()).second, "a node with two parents");
        }
    }
    // All but the root hang somewhere.
    QCOMPARE(children.size() + 1, json["nodes"].size());
}

void TestDrawings::glbGeometry() {
    const Glb glb = split(glbOf(sampleLayout(), "Test"));
    std::array<float, 72> positions{};
    std::array<float, 72> normals{};
    std::array<std::uint16_t, 36> indices{};
    std::memcpy(positions.data(), glb.buffer.data(), sizeof positions);
    std::memcpy(normals.data(), glb.buffer.data() + sizeof positions, sizeof normals);
    std::memcpy(indices.data(), glb.buffer.data() + 2 * sizeof positions, sizeof indices);
    for (std::size_t t = 0; t < indices.size(); t += 3) {
        std::array<std::array<double, 3>, 3> p{};
        for (std::size_t k = 0; k < 3; ++k) {
            QVERIFY(indices[t + k] < 24);
            for (std::size_t c = 0; c < 3; ++c) {
                p[k][c] = static_cast<double>(positions[3U * indices[t + k] + c]);
                QVERIFY(p[k][c] >= (c == 1 ? 0.0 : -0.5) && p[k][c] <= (c == 1 ? 1.0 : 0.5));
            }
        }
        // Against the clock seen from outside: (b - a) x (c - a) looks where the normal does.
        double along = 0.0;
        for (std::size_t c = 0; c < 3; ++c) {
            const std::size_t d = (c + 1) % 3;
            const std::size_t e = (c + 2) % 3;
            const double cross = (p[1][d] - p[0][d]) * (p[2][e] - p[0][e]) -
                                 (p[1][e] - p[0][e]) * (p[2][d] - p[0][d]);
            along += cross * static_cast<double>(normals[3U * indices[t] + c]);
        }
        QVERIFY(along > 0.9);
    }
}

void TestDrawings::glbPlaces() {
    const Layout layout = sampleLayout();
    const Json json = split(glbOf(layout, "Test")).json;
    int racks = 0;
    for (const Json& node : json["nodes"]) {
        if (!node.contains("extras") || node["extras"].value("kind", "") != "rack") {
            continue;
        }
        const RackBox& rack = layout.racks[static_cast<std::size_t>(racks)];
        QCOMPARE(node["name"].get<std::string>(), rack.name());
        QCOMPARE(node["extras"]["id"].get<std::string>(), std::string("racks-a"));
        const auto at = vectorOf(node, "translation");
        const auto size = vectorOf(node, "scale");
        // East is x, up is y, north is -z; the origin of the box is in the middle of its floor.
        QCOMPARE(at[0], rack.box.x + rack.box.width / 2);
        QCOMPARE(at[1], rack.box.z);
        QCOMPARE(at[2], -(rack.box.y + rack.box.depth / 2));
        QCOMPARE(size[0], 0.6);
        QCOMPARE(size[1], 2.2);
        QCOMPARE(size[2], 1.2);
        QCOMPARE(node.contains("rotation"), rack.facing == Facing::North);
        ++racks;
    }
    QCOMPARE(racks, 40);
}

void TestDrawings::glbOfNothing() {
    const Glb empty = split(glbOf(Layout{}, ""));
    QVERIFY(!empty.json.contains("meshes"));
    Layout bad;
    bad.halls.push_back({{0, 0, 0, std::numeric_limits<double>::quiet_NaN(), 5, 5}, "h", "h"});
    QVERIFY(!split(glbOf(bad, "")).json.contains("meshes"));
}

void TestDrawings::svgScale() {
    PlanSheet sheet;
    sheet.title = "Test";
    sheet.scale = 200;
    PlanSheetInfo info;
    const std::string svg = planSvg(sampleLayout(), sheet, &info);
    QCOMPARE(info.scale, 200);
    QVERIFY(info.fits);
    // A rack of 0.6 m x 1.2 m is 3 mm x 6 mm at 1:200.
    QVERIFY(svg.find("width=\"3\" height=\"6\"") != std::string::npos);
    QVERIFY(svg.find("1 : 200") != std::string::npos);
    QVERIFY(svg.find(">R01-01</text>") != std::string::npos);
    // By itself: the hall of 40 m x 30 m and what is around it.
    sheet.scale = 0;
    planSvg(sampleLayout(), sheet, &info);
    QVERIFY(info.fits);
    // 1:20 of 40 m is 2 m of paper: no paper is that large.
    sheet.scale = 20;
    const std::string cut = planSvg(sampleLayout(), sheet, &info);
    QVERIFY(!info.fits);
    QVERIFY(cut.find("larger than the paper") != std::string::npos);
}

void TestDrawings::svgIsXml() {
    Layout layout = sampleLayout();
    layout.halls[0].name = "A <hall> & \"more\"";
    PlanSheet sheet;
    sheet.title = "<&>";
    const std::string svg = planSvg(layout, sheet);
    QXmlStreamReader xml(QByteArray::fromStdString(svg));
    int racks = 0;
    while (!xml.atEnd()) {
        xml.readNext();
        racks += xml.isStartElement() && xml.name() == QStringLiteral("title") ? 1 : 0;
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(racks > 40);
    QVERIFY(planSvg(Layout{}, PlanSheet{}).find("Nothing is drawn yet") != std::string::npos);
}

void TestDrawings::svgOneHall() {
    PlanSheet sheet;
    sheet.hall = "hall-a";
    PlanSheetInfo info;
    auto json = fixture::project();
    json["cooling_loops"][0]["x_m"] = -60;  // outside
    const Layout layout = layoutOf(fixture::mustRead(json), fixture::catalogue(), nullptr);
    QVERIFY(planSvg(layout, {}, &info).find("Dry cooler") != std::string::npos);
    const std::string svg = planSvg(layout, sheet, &info);
    QVERIFY(svg.find("Dry cooler") == std::string::npos);
    QVERIFY(svg.find("CDU") != std::string::npos);
}

/// Machines differ on paper: their kind with a number on each, the letters of the kind in the legend, and the object that they
/// belong to once.
void TestDrawings::svgNamesMachines() {
    auto json = fixture::project();
    const Layout layout = layoutOf(fixture::mustRead(json), fixture::catalogue(), nullptr);
    const std::string svg = planSvg(layout, {});
    int coolers = 0;
    std::string loop;
    for (const EquipmentBox& machine : layout.equipment) {
        if (machine.kind == EquipmentKind::DryCooler) {
            ++coolers;
            loop = machine.id;
        }
    }
    QVERIFY(coolers > 1);
    // 11 m are 55 mm at 1:200: room for the whole name in letters of 1.8 mm.
    QVERIFY(svg.find(">Dry cooler 1</text>") != std::string::npos);
    QVERIFY(svg.find(">Dry cooler " + std::to_string(coolers) + "</text>") != std::string::npos);
    QVERIFY(svg.find(">DC</text>") != std::string::npos);  // of the legend
    const std::string words = loop + ": " + std::to_string(coolers) + " × Dry cooler</text>";
    const std::size_t first = svg.find(words);
    QVERIFY(first != std::string::npos);
    QVERIFY(svg.find(words, first + 1) == std::string::npos);
}

void TestDrawings::sameBytes() {
    QCOMPARE(glbOf(sampleLayout(), "Test"), glbOf(sampleLayout(), "Test"));
    QCOMPARE(planSvg(sampleLayout(), {}), planSvg(sampleLayout(), {}));
}

HEADROOM_TEST(TestDrawings)
}  // namespace tst_drawings

#include "tst_drawings.moc"
