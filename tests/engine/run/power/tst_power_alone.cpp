// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/electrical.h"
#include "engine/run/state/state_table.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace tst_power_alone {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// Servers that nobody runs on: remembers what power does to them.
class Servers : public ServerPool {
  public:
    void takeOut(ServerIndex server, std::uint8_t down, double timeS, std::int64_t cause) override {
        out[server] = {down, timeS, cause};
    }

    void refreshNetworkPower(double /*timeS*/, std::int64_t /*cause*/) override { ++network; }

    void refreshRacks() override { ++refreshed; }

    struct Out {
        std::uint8_t down = 0;
        double timeS = 0.0;
        std::int64_t cause = -1;
    };

    std::map<int, Out> out;
    int network = 0, refreshed = 0;
};

/// The electrical plant of a project with a queue, a log and causes of its own, and nothing else of
/// a run.
struct Alone {
    explicit Alone(const Project& project)
        : plant([&] {
              auto made = compile(project, catalogue(), {});
              if (!made) {
                  qFatal("%s", text(made.error()).c_str());
              }
              return std::move(*made);
          }()),
          state(stateAtRest(plant)),
          power({plant, state, queue, causes, log, workers}, servers),
          flows(plant) {
        power.begin();
    }

    /// Events until then, with the load flow between them.
    void until(double untilS) {
        double nowS = state.timeS;
        while (queue.nextS() <= untilS) {
            const QueuedEvent e = queue.pop();
            solve(nowS, e.timeS);
            nowS = e.timeS;
            QVERIFY(e.owner == Owner::Power || e.owner == Owner::Faults);
            if (e.owner == Owner::Power && power.isDue(e)) {
                power.act(e);
            }
        }
        solve(nowS, untilS);
        state.timeS = untilS;
    }

    void solve(double fromS, double untilS) {
        if (untilS > fromS) {
            power.solve(flows, untilS - fromS, untilS);
            power.predict(untilS);
        }
    }

    int unit(const std::string& array) const {
        return plant.network->arrays[static_cast<std::size_t>(plant.network->arrayOf(array))]
            .firstUnit;
    }

    Plant plant;
    State state;
    EventLog log;
    EventQueue queue{state};
    Causes causes{plant, state, log};
    Workers workers;
    Servers servers;
    Electrical power;
    Flows flows;
};

PlantOrder failing(const std::string& unit) {
    PlantOrder order;
    order.action = headroom::models::DrillAction::Fail;
    order.unit = unit;
    return order;
}

}  // namespace

class TestPowerAlone : public QObject {
    Q_OBJECT

  private slots:

    // A run begins with everything live, closed and charged: no server leaves, and nothing of power
    // asks for flows.
    void beginsAtRest() {
        Alone a(scenario("tour-small-hall"));
        QVERIFY(a.servers.out.empty());
        QVERIFY(a.power.atRest());
        const auto& live = a.state.power.flow.liveCords;
        QVERIFY(std::none_of(live.begin(), live.end(), [](int cords) { return cords == 0; }));
    }

    // The board behind the UPS is the only way to the PDUs: when it fails every rack loses its last
    // cord at once, rides through its hold-up (tens of milliseconds), and then each of its servers
    // is told to leave for want of power, once, by the event of the power that told of it.
    void aBoardWithoutAlternativeTakesItsRacks() {
        Alone a(scenario("tour-small-hall"));
        QVERIFY(a.power.owns(failing("out")));
        a.power.operate(failing("out"), 0.0, -1);
        QVERIFY(!a.power.atRest());
        QVERIFY(a.servers.out.empty());  // hold-up
        a.until(1.0);
        QCOMPARE(static_cast<int>(a.servers.out.size()), a.plant.servers);
        for (const auto& [server, out] : a.servers.out) {
            QCOMPARE(static_cast<int>(out.down), static_cast<int>(kServerUnpowered));
            QVERIFY(out.timeS > 0.0 && out.timeS < 1.0);
            QVERIFY(out.cause >= 0);
        }
        const auto& on = a.state.power.rackPowered;
        QVERIFY(std::all_of(on.begin(), on.end(), [](std::uint8_t rack) { return rack == 0; }));
    }

    // One of five PDUs: only racks whose cords all end there go; with the load spread over all, the
    // pool hears of no server that has another cord.
    void othersRideOn() {
        Alone a(scenario("tour-small-hall"));
        PlantOrder order = failing("pdus");
        order.instance = 1;
        a.power.operate(order, 0.0, -1);
        a.until(1.0);
        for (const auto& [server, out] : a.servers.out) {
            const int rack = a.plant.serverRack[static_cast<std::size_t>(server)];
            QCOMPARE(a.state.power.flow.liveCords[static_cast<std::size_t>(rack)], 0);
        }
        QVERIFY(static_cast<int>(a.servers.out.size()) < a.plant.servers);
    }

    // Orders for others are not its own, and an event whose timer has moved on is void.
    void ownsOnlyTheWiring() {
        Alone a(scenario("tour-small-hall"));
        QVERIFY(!a.power.owns(failing("chilled")));
        QVERIFY(!a.power.owns(failing("nobody")));
        PlantOrder mistake = failing("ups");
        mistake.action = headroom::models::DrillAction::Mistake;
        QVERIFY(!a.power.owns(mistake));
        QueuedEvent timer;
        timer.owner = Owner::Power;
        timer.kind = static_cast<std::int16_t>(PowerEvent::Timer);
        timer.a = a.unit("ups");
        timer.timeS = 12.0;
        QVERIFY(!a.power.isDue(timer));
        a.state.power.timerS[static_cast<std::size_t>(timer.a)] = 12.0;
        QVERIFY(a.power.isDue(timer));
    }
};

}  // namespace tst_power_alone

using tst_power_alone::TestPowerAlone;

HEADROOM_TEST(TestPowerAlone)
#include "tst_power_alone.moc"
