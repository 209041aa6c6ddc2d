// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/run/conditions.h"
#include "tests/support/test_program.h"
#include "ui/cooling/cooling_actions.h"
#include "ui/cooling/cooling_text.h"
#include "ui/cooling/process_view.h"
#include "ui/floor/machine_tint.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QMenu>
#include <QSignalSpy>
#include <QtTest>

#include <algorithm>

namespace tst_cooling_session {

using namespace headroom;
using namespace headroom::ui;
using engine::CoolingLinkNow;
using engine::CoolingLinkState;

namespace {

/// A shipped scenario in a real session, stepped by hand.
struct Stage {
    Workspace workspace{HEADROOM_SOURCE_DIR "/resources/catalog"};
    CoolingActions actions{&workspace};
    ProcessView view{&workspace, &actions};

    explicit Stage(const char* scenario) {
        workspace.control().setPlayOnOpen(false);
        workspace.control().setSpeed(0.0);
        QSignalSpy opened(&workspace, &Workspace::opened);
        workspace.files().open(std::string(HEADROOM_SOURCE_DIR "/scenarios/") + scenario);
        if (opened.isEmpty()) {
            opened.wait(60'000);
        }
        view.resize(1200, 800);
        view.show();
    }

    bool steps(int count) {
        for (int i = 0; i < count; ++i) {
            const double before = workspace.frame()->timeS;
            workspace.control().step();
            if (!QTest::qWaitFor([&] { return workspace.frame()->timeS > before; }, 20'000)) {
                return false;
            }
        }
        return true;
    }

    const engine::CoolingNetwork& network() const { return *workspace.frame()->cooling; }

    const CoolingLinkNow& now(int link) const { return workspace.frame()->coolingLinks[at(link)]; }

    /// Index of the loop with this id.
    int loop(const std::string& id) const {
        for (std::size_t l = 0; l < network().loopCircuit.size(); ++l) {
            if (network().circuits[at(network().loopCircuit[l])].id == id) {
                return static_cast<int>(l);
            }
        }
        return -1;
    }

    /// Triggers the entry of a part's menu that these texts lead to.
    bool order(int link, std::initializer_list<const char*> path) {
        QMenu menu;
        actions.fillMenu(menu, link);
        QMenu* in = &menu;
        QAction* found = nullptr;
        for (const char* text : path) {
            found = nullptr;
            for (QAction* action : in->actions()) {
                if (action->text().replace(QChar(0x2009), ' ') == text) {
                    found = action;
                }
            }
            if (found == nullptr) {
                return false;
            }
            in = found->menu();
        }
        found->trigger();
        return true;
    }

    QString tipOf(int link) const {
        return coolingTip(network(), *workspace.frame(), link).join('\n');
    }
};

}  // namespace

/// Orders of the menu, given to a simulation that runs: what the diagram then shows.
class TestCoolingSession : public QObject {
    Q_OBJECT

  private slots:

    // The loop pumps of the warm water fail: they coast down. Torque falls with the square of the
    // speed, so the speed falls as 1 / (1 + t / tau) and a trickle is left after two minutes. Racks
    // warm up; repaired, the pumps turn again.
    void pumpsFailAndComeBack() {
        Stage s("tour-small-hall");
        QVERIFY(s.steps(60));
        const int pumps = s.network().loopPumps[at(s.loop("warm"))];
        const double flow = static_cast<double>(s.now(pumps).flowM3PerS);
        QVERIFY(flow > 0.0);
        QCOMPARE(s.now(pumps).state, CoolingLinkState::Running);
        QVERIFY(s.order(pumps, {"Fail All 2", "Until Repaired"}) ||
                s.order(pumps, {"Fail", "Until Repaired"}));
        QVERIFY(s.steps(8));
        QCOMPARE(s.now(pumps).state, CoolingLinkState::Failed);
        QVERIFY(static_cast<double>(s.now(pumps).flowM3PerS) < 0.2 * flow);
        QVERIFY(s.tipOf(pumps).contains("Out of service"));
        const int row = s.network().rowLinks.front();
        const float warmC = s.now(row).outC;
        QVERIFY(s.steps(8));
        QVERIFY(s.now(row).outC > warmC);
        QVERIFY(s.order(pumps, {"Repair"}));
        QVERIFY(s.steps(20));
        QCOMPARE(s.now(pumps).state, CoolingLinkState::Running);
        QVERIFY(static_cast<double>(s.now(pumps).flowM3PerS) > 0.5 * flow);
    }

    // A valve that sticks at 25 % stays there, whatever is asked; freed, it moves.
    void valveSticks() {
        Stage s("tour-small-hall");
        QVERIFY(s.steps(60));
        const int coil = s.network().hallCoil.front();
        QVERIFY(s.now(coil).valve > 0.4F);
        QVERIFY(s.order(coil, {"Stick Valve", "At 25 %", "Until Repaired"}));
        QVERIFY(s.steps(12));
        QCOMPARE(s.now(coil).state, CoolingLinkState::Stuck);
        QVERIFY(std::abs(s.now(coil).valve - 0.25F) < 0.02F);
        QVERIFY(s.tipOf(coil).contains("stuck at 25"));
        QVERIFY(s.order(coil, {"Free Valve"}));
        QVERIFY(s.steps(40));
        QCOMPARE(s.now(coil).state, CoolingLinkState::Running);
        QVERIFY(s.now(coil).valve > 0.3F);
    }

    // A row leaks: its circuit loses pressure; repaired, it is tight.
    void rowLeaks() {
        Stage s("tour-small-hall");
        QVERIFY(s.steps(60));
        const int row = s.network().rowLinks.front();
        const engine::CoolingCircuit& circuit =
            s.network().circuits[at(s.network().links[at(row)].circuit)];
        const auto pressure = [&] {
            return s.workspace.frame()->coolingNodes[at(circuit.expansionNode)].pressurePa;
        };
        const float before = pressure();
        QVERIFY(s.order(row, {"Leak", "2 % of the Flow", "Until Repaired"}));
        QVERIFY(s.steps(2));
        QVERIFY(s.now(row).state == CoolingLinkState::Leaking ||
                s.now(row).state == CoolingLinkState::Isolated);
        QVERIFY(pressure() < before);
        QVERIFY(s.order(row, {"Repair"}));
        QVERIFY(s.steps(4));
        QCOMPARE(s.now(row).state, CoolingLinkState::Running);
    }

    // One CDU of several fails: the loop runs on, and plan, 3-D and diagram show the one that does not.
    void oneCduOfSeveralIsMarked() {
        Stage s("tour-small-hall");
        QVERIFY(s.steps(60));
        const int pumps = s.network().cduPumps.front();
        const int units = s.network().links[at(pumps)].units;
        QVERIFY(units > 1);
        const auto marked = [&s] {
            const auto conditions =
                machineConditions(s.workspace.layout(), s.workspace.frame().get());
            return std::count_if(conditions.begin(), conditions.end(), [](engine::Condition c) {
                return c == engine::Condition::Failed || c == engine::Condition::PartlyOut;
            });
        };
        QCOMPARE(marked(), 0);
        const QByteArray words = QByteArray("Fail One of ") + QByteArray::number(units);
        QVERIFY(s.order(pumps, {words.constData(), "Until Repaired"}));
        QVERIFY(s.steps(8));
        QCOMPARE(s.now(pumps).state, CoolingLinkState::Running);
        QVERIFY(engine::conditionOf(s.network().links[at(pumps)], s.now(pumps)) ==
                engine::Condition::PartlyOut);
        QCOMPARE(marked(), 1);
    }

    // Staged machines too: of several pumps, chillers or towers one is out of service, and every view says so, whether it
    // ran or rested. Repaired, nothing is marked, although some rest.
    void oneOfStagedMachinesIsMarked() {
        using Kind = engine::CoolingLinkKind;
        Stage s("cascading-cooling");
        QVERIFY(s.steps(20));
        int tried = 0;
        for (std::size_t l = 0; l < s.network().links.size(); ++l) {
            const engine::CoolingLink link = s.network().links[l];
            const bool isStaged = link.kind == Kind::Pumps || link.kind == Kind::CondenserPumps ||
                                  link.kind == Kind::Evaporators || link.kind == Kind::Towers;
            if (!isStaged || link.units < 2) {
                continue;
            }
            const int of = static_cast<int>(l);
            const auto condition = [&] { return engine::conditionOf(link, s.now(of)); };
            QVERIFY2(condition() == engine::Condition::Normal, link.name.c_str());
            const QByteArray words = QByteArray("Fail One of ") + QByteArray::number(link.units);
            QVERIFY2(s.order(of, {words.constData(), "Until Repaired"}), link.name.c_str());
            QVERIFY(s.steps(2));
            QVERIFY2(condition() == engine::Condition::PartlyOut, link.name.c_str());
            QVERIFY2(s.tipOf(of).contains("partly out"), qPrintable(s.tipOf(of)));
            QVERIFY(s.order(of, {"Repair"}));
            QVERIFY(s.steps(2));
            QVERIFY2(condition() == engine::Condition::Normal, link.name.c_str());
            ++tried;
        }
        QCOMPARE(tried, 4);
    }

    // 25 separate CDUs stand as one; the pumps of one fail: the lane says so, the others run.
    void oneOfFoldedCdusFails() {
        Stage s("frontier-day");
        QVERIFY(s.steps(4));
        QCOMPARE(s.network().cduPumps.size(), std::size_t{25});
        QVERIFY(s.view.isFolded());
        const int third = s.network().cduPumps[2];
        const auto& layout = s.view.diagram();
        const int symbol = layout.symbolOfLink[at(third)];
        QCOMPARE(symbol, layout.symbolOfLink[at(s.network().cduPumps[7])]);
        const QImage before = s.view.grab().toImage();
        QVERIFY(s.order(third, {"Fail All 2", "Until Repaired"}) ||
                s.order(third, {"Fail", "Until Repaired"}));
        QVERIFY(s.steps(4));
        QCOMPARE(s.now(third).state, CoolingLinkState::Failed);
        QCOMPARE(s.now(s.network().cduPumps[7]).state, CoolingLinkState::Running);
        QVERIFY(s.view.grab().toImage() != before);
        // Unfolded, each has a lane of its own.
        s.view.setFolded(false);
        QCOMPARE(s.view.diagram().lanes.size(), std::size_t{26});
        QVERIFY(s.view.diagram().symbolOfLink[at(third)] !=
                s.view.diagram().symbolOfLink[at(s.network().cduPumps[7])]);
        s.view.setFolded(true);
        QCOMPARE(s.view.diagram().lanes.size(), std::size_t{2});
    }
};

HEADROOM_TEST(TestCoolingSession)
}  // namespace tst_cooling_session

#include "tst_cooling_session.moc"
