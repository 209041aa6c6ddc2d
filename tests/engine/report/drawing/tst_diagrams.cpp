// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/one_line.h"
#include "engine/diagram/report_words.h"
#include "engine/plant/plant.h"
#include "engine/report/drawing/diagrams.h"
#include "engine/report/drawing/sketch.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <QXmlStreamReader>

namespace tst_diagrams {

using namespace headroom::engine;
using namespace headroom::engine::report;
using headroom::tests::catalogue;
using headroom::tests::scenario;

namespace {

/// Texts of a drawing, in order; the test fails where it is no XML, or says what is no number.
QStringList textsOf(const std::string& svg) {
    QXmlStreamReader xml(QByteArray::fromStdString(svg));
    QStringList texts;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == u"text") {
            texts << xml.readElementText();
        }
    }
    if (xml.hasError() || svg.find("nan") != std::string::npos ||
        svg.find("inf\"") != std::string::npos) {
        qFatal("the drawing is malformed");
    }
    return texts;
}

}  // namespace

class TestDiagrams : public QObject {
    Q_OBJECT

  private slots:

    // The tour has one utility, one UPS, five PDUs and 40 racks on them: each stands once.
    void oneLine() {
        const Project project = scenario("tour-small-hall");
        const Design design = designOf(project, catalogue());
        const std::string svg = oneLineSvg(design.power);
        const QStringList texts = textsOf(svg);
        QCOMPARE(texts.filter(QRegularExpression("^PDUs \\d$")).size(), 5);
        QCOMPARE(texts.count("UPS"), 1);
        int racks = 0;
        for (const QString& text : texts.filter(QRegularExpression("^\\d+ racks$"))) {
            racks += text.section(' ', 0, 0).toInt();
        }
        QCOMPARE(racks, 40);
        // Wires and breakers are those of the window's list: each is a part.
        const OneLine diagram = layOutOneLine(design.power.network);
        for (std::size_t w = 0; w < diagram.wires.size(); ++w) {
            const std::string number = std::to_string(w) + "\"";
            QVERIFY(svg.find("data-part=\"wire-" + number) != std::string::npos);
            QCOMPARE(svg.find("data-part=\"breaker-" + number) != std::string::npos,
                     hasBreakers(design.power.network, diagram.wires[w]));
        }
        QCOMPARE(oneLineSvg(design.power), svg);
        QVERIFY(oneLineSvg({}).empty());
    }

    void process() {
        const auto plant = compile(scenario("tour-small-hall"), catalogue(), {});
        QVERIFY(plant.has_value());
        const std::string svg = processSvg(*plant->cooling);
        const QStringList texts = textsOf(svg);
        QVERIFY(texts.contains("Chilled water") && texts.contains("Warm water"));
        QVERIFY(svg.find("class=\"supply\"") != std::string::npos);
        QVERIFY(svg.find("class=\"return\"") != std::string::npos);
        QVERIFY(processSvg({}).empty());
    }

    // Every form of fabric that ships is drawn, however large.
    void fabrics() {
        for (const char* name : {"tour-small-hall", "hyperscale-100k", "mixed-fleet"}) {
            const Project project = scenario(name);
            const Design design = designOf(project, catalogue());
            for (const Fabric& fabric : design.network->fabrics) {
                const std::string svg = fabricSvg(fabric);
                QVERIFY2(!textsOf(svg).isEmpty(), name);
                // The number of items is bounded whatever the size: engine/diagram/fabric_diagram.h.
                QVERIFY2(svg.size() < 1'000'000, name);
            }
        }
    }

    // At 12.5 px a heavy "mmmm" is 4 × 0.86 × 12.5 × 1.08 = 46.4 px: cut at 40, with an ellipsis.
    void longWordsAreCut() {
        QVERIFY(std::abs(textWidth("mmmm", 12.5, true) - 46.44) < 0.01);
        Sketch sketch(100.0, 50.0, "a<b");
        sketch.text({1.0, 2.0}, "mmmm", "name", Sketch::Anchor::Start, 40.0);
        sketch.text({1.0, 2.0}, "ü<&", "name");
        QCOMPARE(textsOf(sketch.svg()), QStringList({"mm…", "ü<&"}));
    }
};

HEADROOM_TEST(TestDiagrams)
}  // namespace tst_diagrams

#include "tst_diagrams.moc"
