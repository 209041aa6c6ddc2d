// SPDX-License-Identifier: Apache-2.0
#include "engine/part/part_address.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <string>
#include <vector>

namespace tst_part_address {
using namespace headroom::engine;

class TestPartAddress : public QObject {
    Q_OBJECT

  private slots:

    // The first word is the object, a number from 1 after it the unit, the rest the part. Addresses are written as they are read.
    void addressesAreReadAndWritten_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("object");
        QTest::addColumn<int>("unit");
        QTest::addColumn<QString>("part");
        QTest::addColumn<QString>("holder");
        const auto row = [](const char* text, const char* object, int unit, const char* part,
                            const char* holder) {
            QTest::newRow(text) << text << object << unit << part << holder;
        };
        row("", "", 0, "", "");
        row("ups-a", "ups-a", 0, "", "ups-a");
        row("ups-a/2", "ups-a", 2, "", "ups-a/2");
        row("cdus/3/pumps", "cdus", 3, "pumps", "cdus/3");
        row("warm/towers", "warm", 0, "towers", "warm");
        row("hall-a/R1-02", "hall-a", 0, "R1-02", "hall-a");
        row("liquid/R01-09/S03", "liquid", 0, "R01-09/S03", "liquid");
        row("liquid/row 2", "liquid", 0, "row 2", "liquid");
        // Not numbers of a unit as they are written: 0, leading zeros, more than an int holds.
        row("ups-a/0", "ups-a", 0, "0", "ups-a");
        row("ups-a/02", "ups-a", 0, "02", "ups-a");
        row("ups-a/99999999999", "ups-a", 0, "99999999999", "ups-a");
    }

    void addressesAreReadAndWritten() {
        QFETCH(QString, text);
        QFETCH(QString, object);
        QFETCH(int, unit);
        QFETCH(QString, part);
        QFETCH(QString, holder);
        const std::string kept = text.toStdString();
        const PartAddress address = PartAddress::parse(kept);
        QCOMPARE(std::string(address.object), object.toStdString());
        QCOMPARE(address.unit, unit);
        QCOMPARE(std::string(address.part), part.toStdString());
        QCOMPARE(address.text(), kept);
        QCOMPARE(address.holder(), holder.toStdString());
    }

    // A part is within its object and its unit, not within an object whose id only begins alike.
    void partsAreWithinTheirObjects() {
        QVERIFY(isWithin("cdus/3/pumps", "cdus"));
        QVERIFY(isWithin("cdus/3/pumps", "cdus/3"));
        QVERIFY(isWithin("cdus", "cdus"));
        QVERIFY(!isWithin("cdus-2/3", "cdus"));
        QVERIFY(!isWithin("cdus", "cdus/3"));
    }

    void headsAreLongestFirst() {
        const std::string text = "liquid/row 2";
        const auto heads = headsOf(text);
        QCOMPARE(std::vector<std::string>(heads.begin(), heads.end()),
                 (std::vector<std::string>{"liquid/row 2", "liquid/row", "liquid"}));
        QVERIFY(headsOf("").empty());
    }

    // Place first, key last, the address between them.
    void channelsAreReadAndWritten() {
        const ChannelName pue = ChannelName::parse("facility/pue");
        QCOMPARE(pue, (ChannelName{"facility", "", "pue"}));
        QCOMPARE(pue.text(), std::string("facility/pue"));
        const ChannelName supply = ChannelName::parse("cdu/cdus/3/supply_c");
        QCOMPARE(supply, (ChannelName{"cdu", "cdus/3", "supply_c"}));
        QCOMPARE(supply.text(), std::string("cdu/cdus/3/supply_c"));
        QCOMPARE((ChannelName{"cdu", "cdus/3", ""}.text()), std::string("cdu/cdus/3"));
        QCOMPARE(ChannelName::parse("pue"), (ChannelName{"", "", "pue"}));
        QCOMPARE(ChannelName::parse("hall//x"), (ChannelName{"hall", "", "x"}));
    }

    // The key of a figure follows the last dot: ids of parts may have dots.
    void figuresOfTheCatalogueAreReadAndWritten() {
        const CatalogueName part = CatalogueName::ofPart("ups/ups-1mw");
        QCOMPARE(std::string(part.type), std::string("ups"));
        QCOMPARE(std::string(part.id), std::string("ups-1mw"));
        QCOMPARE(part.text(), std::string("ups/ups-1mw"));
        const CatalogueName figure = CatalogueName::ofFigure("ups/ups-1.5mw.rated_power_kw");
        QCOMPARE(std::string(figure.id), std::string("ups-1.5mw"));
        QCOMPARE(std::string(figure.key), std::string("rated_power_kw"));
        QCOMPARE(figure.text(), std::string("ups/ups-1.5mw.rated_power_kw"));
        // A figure of an object of the project has no type.
        const CatalogueName stated = CatalogueName::ofFigure("warm.supply_c");
        QVERIFY(stated.type.empty());
        QCOMPARE(std::string(stated.id), std::string("warm"));
        QVERIFY(CatalogueName::ofFigure("ups/ups-1mw").key.empty());
    }
};

HEADROOM_TEST(TestPartAddress)
}  // namespace tst_part_address

#include "tst_part_address.moc"
