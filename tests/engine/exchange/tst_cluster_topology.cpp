// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/cluster_topology.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_cluster_topology {

using namespace headroom::engine;

class TestClusterTopology : public QObject {
    Q_OBJECT

  private slots:

    void hostLists() {
        using Names = std::vector<std::string>;
        QCOMPARE(hostsOfList("a,b[1-2]"), (Names{"a", "b1", "b2"}));
        QCOMPARE(hostsOfList("n[08-10,20]"), (Names{"n08", "n09", "n10", "n20"}));
        QCOMPARE(hostsOfList("r[1-2]n[1-2]x"), (Names{"r1n1x", "r1n2x", "r2n1x", "r2n2x"}));
        for (const char* bad :
             {"", "n[1-", "n[2-1]", "n[a-b]", "n[1-99999999]", "n[1-9999][1-9999]"}) {
            QVERIFY(hostsOfList(bad).empty());
        }
    }

    // Two leaves of four hosts under one spine, in the three forms. Slurm states no cables; ibnetdiscover
    // states two up from each leaf.
    void sameNetwork() {
        const std::string conf =
            "# leaves\nSwitchName=leaf1 Nodes=n[1-4] LinkSpeed=400\nSwitchName=leaf2 Nodes=n[5-8]\n"
            "SwitchName=spine Switches=leaf[1-2]\n";
        const std::string yaml =
            "- topology: tree\n  cluster_default: true\n  tree:\n    switches:\n"
            "      - switch: spine\n        children: leaf[1-2]\n"
            "      - switch: leaf1\n        nodes: n[1-4]\n      - switch: leaf2\n        nodes: "
            "n[5-8]\n"
            "- topology: flat\n  flat: true\n";
        std::string discovered = "#\n# Topology file\n#\n";
        for (int leaf = 1; leaf <= 2; ++leaf) {
            discovered += "switchguid=0xb" + std::to_string(leaf) + "\nSwitch\t64 \"S-b" +
                          std::to_string(leaf) + "\"\t\t# \"MF0;leaf" + std::to_string(leaf) +
                          ":MQM9700/U1\" enhanced port 0 lid 1 lmc 0\n";
            for (int i = 1; i <= 4; ++i) {
                discovered += "[" + std::to_string(i) + "]\t\"H-" + std::to_string(10 * leaf + i) +
                              "\"[1](a) \t\t# \"n" + std::to_string(4 * (leaf - 1) + i) +
                              " mlx5_0\" lid 5 4xNDR\n";
            }
            discovered +=
                "[33]\t\"S-a1\"[1]\t\t# \"MF0;spine:MQM9700/U1\" lid 9 4xNDR\n"
                "[34]\t\"S-a1\"[2]\t\t# \"MF0;spine:MQM9700/U1\" lid 9 4xNDR\n\n";
        }
        discovered +=
            "switchguid=0xa1\nSwitch\t64 \"S-a1\"\t\t# \"MF0;spine:MQM9700/U1\" enhanced port 0 "
            "lid 9 lmc 0\n"
            "[1]\t\"S-b1\"[33]\t\t# \"MF0;leaf1:MQM9700/U1\" lid 1 4xNDR\n"
            "[2]\t\"S-b1\"[34]\t\t# \"MF0;leaf1:MQM9700/U1\" lid 1 4xNDR\n"
            "[3]\t\"S-b2\"[33]\t\t# \"MF0;leaf2:MQM9700/U1\" lid 1 4xNDR\n"
            "[4]\t\"S-b2\"[34]\t\t# \"MF0;leaf2:MQM9700/U1\" lid 1 4xNDR\n\n"
            "caguid=0x11\nCa\t1 \"H-11\"\t\t# \"n1 mlx5_0\"\n[1](a) \t\"S-b1\"[1]\t\t# lid 5 "
            "4xNDR\n";
        for (const std::string& text : {conf, yaml, discovered}) {
            const auto topology = parseClusterTopology(text, "t");
            QVERIFY2(topology, topology ? "" : topology.error().text().c_str());
            QCOMPARE(topology->hosts, std::size_t{8});
            QCOMPARE(topology->levels(), 2);
            QCOMPARE(topology->switchesOf(0), std::size_t{2});
            QCOMPARE(topology->switchesOf(1), std::size_t{1});
        }
        const auto cables = parseClusterTopology(discovered, "t");
        QCOMPARE(cables->rates.at("4xNDR"), 12);  // 8 to hosts, 4 up
        for (const TopologySwitch& each : cables->switches) {
            QCOMPARE(each.linksUp, each.level == 0 ? 2 : 0);
            QCOMPARE(each.hostLinks, each.level == 0 ? 4 : 0);
        }
        QVERIFY(!parseClusterTopology(conf, "t")->statesCables());
    }

    // Two pods of one leaf and one spine under a core. In this order a search that does not go height by
    // height would reach the second spine from above: it is below the core all the same.
    void heights() {
        const auto entry = [](const std::string& id, std::initializer_list<const char*> others) {
            std::string text = "switchguid=0x" + id + "\nSwitch\t4 \"S-" + id + "\"\t\t# \"MF0;" +
                               id + ":X/U1\" port 0\n";
            int port = 0;
            for (const std::string other : others) {
                text += "[" + std::to_string(++port) + "]\t\"" + other + "\"[1]\t\t# \"" +
                        (other[0] == 'H' ? "node" + other : "MF0;" + other.substr(2) + ":X/U1") +
                        "\" lid 1 4xHDR\n";
            }
            return text + "\n";
        };
        const std::string text = entry("la", {"H-1", "S-sa"}) + entry("sa", {"S-la", "S-core"}) +
                                 entry("core", {"S-sa", "S-sb"}) + entry("sb", {"S-core", "S-lb"}) +
                                 entry("lb", {"H-2", "S-sb"});
        const auto topology = parseClusterTopology(text, "t");
        QVERIFY2(topology, topology ? "" : topology.error().text().c_str());
        QCOMPARE(topology->levels(), 3);
        QCOMPARE(topology->switchesOf(0), std::size_t{2});
        QCOMPARE(topology->switchesOf(1), std::size_t{2});
        QCOMPARE(topology->switchesOf(2), std::size_t{1});
    }

    void refusals_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("line");
        QTest::newRow("nothing") << QByteArray("hello\n") << "TOP-001" << 0;
        QTest::newRow("bad list") << QByteArray("SwitchName=a Nodes=n[1-\n") << "TOP-001" << 1;
        QTest::newRow("no key") << QByteArray("\nSwitchName=a Nodes=n1 fast\n") << "TOP-001" << 2;
        QTest::newRow("unknown switch")
            << QByteArray("SwitchName=a Switches=b\n") << "TOP-002" << 1;
        QTest::newRow("twice") << QByteArray("SwitchName=a Nodes=x\nSwitchName=a Nodes=y\n")
                               << "TOP-002" << 2;
        QTest::newRow("ring") << QByteArray("SwitchName=a Switches=b\nSwitchName=b Switches=a\n")
                              << "TOP-003" << 2;
        QTest::newRow("itself") << QByteArray("SwitchName=a Switches=a\n") << "TOP-003" << 1;
        QTest::newRow("no YAML") << QByteArray("- topology: a\n  tree: [\n") << "TOP-001" << 3;
    }

    void refusals() {
        QFETCH(QByteArray, text);
        QFETCH(QString, code);
        QFETCH(int, line);
        const auto topology = parseClusterTopology(text.toStdString(), "t");
        QVERIFY(!topology);
        QCOMPARE(QString::fromStdString(topology.error().code), code);
        QCOMPARE(topology.error().line, line);
        QVERIFY(!topology.error().remedy.empty());
    }
};

HEADROOM_TEST(TestClusterTopology)
}  // namespace tst_cluster_topology

#include "tst_cluster_topology.moc"
