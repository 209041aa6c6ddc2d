// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/live/run.h"
#include "engine/plant/plant.h"
#include "tests/engine/air/field/flat_air.h"
#include "tests/engine/api/served.h"
#include "tests/support/test_program.h"

namespace tst_live_twin {

using namespace headroom::engine;
using namespace headroom::tests;

class TestLiveTwin : public QObject {
    Q_OBJECT

  private slots:

    // A run that is served and asked all the time reaches the state that it reaches alone: 40 steps.
    void servingChangesNothing() {
        const Served served;
        for (int i = 0; i < 39; ++i) {
            served.twin->step(1);
            static_cast<void>(served.twin->frame());
            static_cast<void>(served.twin->summary());
        }
        QTRY_COMPARE_WITH_TIMEOUT(served.twin->frame()->timeS, 600.0, 20000);
        const auto alone = simulator(scenario("tour-small-hall"));
        for (int i = 0; i < 40; ++i) {
            alone->step();
        }
        const auto summary = parseJson<nlohmann::json>(*served.twin->summary());
        QCOMPARE(summary["state_hash"].get<std::string>().c_str(),
                 parseJson<nlohmann::json>(summaryJson(alone->summary(), 0.0))["state_hash"]
                     .get<std::string>()
                     .c_str());
    }

    // Who edits over the network names files of the project's folder only, and a file that is refused is not quoted: with
    // the words of the reader, "name one of the columns" would tell its first line.
    void filesOfTheServerAreNotRead() {
        const Served served;
        auto project = parseJson<nlohmann::json>(*served.twin->design().text);
        for (const char* file :
             {"/etc/passwd", "/proc/self/environ", "../../../../../../etc/passwd", "README.md"}) {
            project["job_traces"] = nlohmann::json::array({{{"id", "t"},
                                                            {"file", file},
                                                            {"accelerator", "h100-sxm"},
                                                            {"profile", "philly-mixed"}}});
            const auto refused = served.twin->replace(jsonText(project), {});
            QVERIFY2(!refused, file);
            const bool isInside = std::string(file) == "README.md";
            QVERIFY2((refused.error().front().code == "PRJ-033") != isInside,
                     text(refused.error()).c_str());
            for (const Error& error : refused.error()) {
                for (const char* word : {"root", "PATH", "hall", "columns"}) {
                    QVERIFY2((error.message + error.remedy).find(word) == std::string::npos ||
                                 error.code == "PRJ-033",
                             error.text().c_str());
                }
            }
            QCOMPARE(served.twin->design().revision, std::int64_t{0});
        }
        const auto set = served.twin->edit({"site.weather_file=\"/etc/passwd\""}, "weather", {});
        QVERIFY(!set && set.error().front().code == "PRJ-033");
    }

    void editsAreAllOrNothing() {
        const Served served;
        const std::string before = *served.twin->design().text;
        const auto refused = served.twin->edit(
            {"warm.supply_setpoint_c=31", "warm.supply_setpoint_c=900"}, "both", {});
        QVERIFY(!refused);
        QVERIFY(*served.twin->design().text == before);
        QCOMPARE(served.twin->design().revision, std::int64_t{0});
        const auto one =
            served.twin->edit({"warm.supply_setpoint_c=31", "warm.design_rise_k=8"}, "both", {});
        QVERIFY2(one.has_value(), one ? "" : text(one.error()).c_str());
        QCOMPARE(one->revision, std::int64_t{1});
        QVERIFY(*one->text != before);
        QVERIFY(!one->undo.empty());
        QCOMPARE(served.twin->frame()->design, std::int64_t{1});
        const auto undone = served.twin->undo(false);
        QVERIFY(undone.has_value());
        QVERIFY(*undone->text == before);
        QCOMPARE(undone->revision, std::int64_t{2});
        QVERIFY(!undone->redo.empty());
        QVERIFY(served.twin->undo(true).has_value());
        QVERIFY(*served.twin->design().text == *one->text);
    }

    // Two people who read the same revision: the second is told.
    void aRevisionKeepsTwoPeopleApart() {
        Served served;
        const auto patch = [&](const char* value, const char* tag) {
            return served
                .ask("PATCH", "/api/v1/project", Role::Operate,
                     std::string(R"({"warm":{"supply_setpoint_c":)") + value + "}}",
                     {{"if-match", tag}})
                .status;
        };
        QCOMPARE(patch("31", "\"0\""), 200);
        QCOMPARE(patch("33", "\"0\""), 412);
        QCOMPARE(patch("33", "\"1\""), 200);
        QCOMPARE(patch("34", "*"), 200);
        QCOMPARE(patch("35", "3"), 422);
    }

    // A run that rests keeps changes until its next step: 2,000 of any kind, orders to come apart, and no more. After a step
    // it takes them again.
    void aRestingRunTakesNoEndOfChanges() {
        const Served served;
        JobOrder job;
        job.like = "llama-8b";
        for (std::size_t i = 0; i < SessionTwin::kMostChanges - 2; ++i) {
            QVERIFY(i % 2 == 0 ? served.twin->order("fail ups/1 for 5min").has_value()
                               : served.twin->submit(job).has_value());
        }
        QVERIFY(served.twin->edit({"warm.supply_setpoint_c=31"}, "one", {}));
        QVERIFY(served.twin->undo(false));
        for (const Error& refused :
             {served.twin->order("fail ups/1 for 5min").error(), served.twin->submit(job).error(),
              served.twin->edit({"warm.supply_setpoint_c=32"}, "two", {}).error().front(),
              served.twin->undo(true).error().front()}) {
            QCOMPARE(refused.code, std::string("WEB-050"));
        }
        QCOMPARE(served.twin->design().revision, std::int64_t{2});
        served.step(1);
        QVERIFY(served.twin->order("fail ups/1 for 5min"));
        QVERIFY(served.twin->edit({"warm.supply_setpoint_c=32"}, "two", {}));
    }

    // Orders to come are kept apart, and have a bound of their own.
    void ordersToComeHaveABound() {
        const Served served;
        for (std::size_t i = 0; i < SessionTwin::kMostPending; ++i) {
            QVERIFY(served.twin->order("fail ups/1 at 100d"));
        }
        const auto refused = served.twin->order("fail ups/1 at 100d");
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("WEB-050"));
        QVERIFY(served.twin->cancelOrder(served.twin->pendingOrders().front().ticket));
        QVERIFY(served.twin->order("fail ups/1 at 100d"));
    }

    void ordersAreGivenAtTheirTime() {
        const Served served;
        const auto later = served.twin->order("fail ups at 60s");
        QVERIFY(later && *later >= 0);
        QCOMPARE(served.twin->pendingOrders().size(), std::size_t{1});
        served.step(2);  // to 45 s
        QCOMPARE(served.twin->pendingOrders().size(), std::size_t{1});
        served.step(3);
        QVERIFY(served.twin->pendingOrders().empty());
        const auto now = served.twin->order("repair ups");
        QVERIFY(now && *now == -1);
        const auto gone = served.twin->order("open ups at 5h");
        QVERIFY(served.twin->cancelOrder(*gone));
        QVERIFY(!served.twin->cancelOrder(*gone));
    }

    // An edit of a hall that holds the inlets of a field makes them outdated. The server renews them as an edit of its own,
    // with a revision of its own. Undo of both leads back to the inlets of before, which nobody renews. Fields come from a
    // library, so that nothing is computed.
    void airIsRenewedAfterAnEdit() {
        const AirFolder folder;
        AirLibrary library = AirLibrary::ofUser();
        const Project stated = scenario("tour-small-hall");
        Project cooler = stated;
        set(cooler, "hall", "supply_air_c", 22.0);
        keepFlatAir(library, stated, catalogue(), 1.0);
        keepFlatAir(library, cooler, catalogue(), 1.0);
        const auto held = withAirShares(stated, catalogue(), library, {});
        QVERIFY(held.has_value());
        const auto twin = LiveTwin::create(*held, catalogue(), {});
        QVERIFY(twin.has_value());
        LiveTwin& served = **twin;
        const auto field = [&] { return served.plant()->hallAir[0].spec.airField; };
        const std::string first = field();
        QVERIFY(!first.empty());
        const auto edited = served.edit({"hall.supply_air_c=22"}, "cooler", {});
        QVERIFY2(edited.has_value(), edited ? "" : text(edited.error()).c_str());
        QCOMPARE(edited->revision, std::int64_t{1});
        QTRY_COMPARE_WITH_TIMEOUT(served.design().revision, std::int64_t{2}, 60'000);
        QCOMPARE(served.design().undo, std::string("Renew Air of hall"));
        QVERIFY(field() != first);
        QVERIFY(served.plant()->hallAir[0].inlets == InletSource::Field);
        QVERIFY(served.undo(false).has_value());
        QVERIFY(served.plant()->hallAir[0].inlets == InletSource::OutdatedField);
        const auto back = served.undo(false);
        QVERIFY(back.has_value());
        QCOMPARE(field(), first);
        QVERIFY(served.plant()->hallAir[0].inlets == InletSource::Field);
        QVERIFY(!back->redo.empty());
    }

    // A figure that is not computed yet is null.
    void nothingIsKnownBeforeTheFirstStep() {
        auto made = LiveTwin::create(scenario("tour-small-hall"), catalogue(), {});
        ApiService service(**made, HEADROOM_SOURCE_DIR "/resources");
        HttpRequest request;
        request.method = "GET";
        request.path = "/api/v1/frame";
        request.query = {{"racks", "power_kw"}};
        request.caller.role = Role::Read;
        const auto frame = parseJson<nlohmann::json>(service.answer(request).body);
        for (const auto& [name, value] : frame["values"].items()) {
            QVERIFY2(value.is_null(), name.c_str());
        }
        for (const auto& value : frame["racks"]["power_kw"]) {
            QVERIFY(value.is_null());
        }
    }

    // Values of the answer are those of the frame, in the unit of their key: 1 kW is 1000 W.
    void valuesHaveTheUnitOfTheirKey() {
        Served served;
        const auto frame = served.twin->frame();
        const auto told = served.json("/api/v1/frame?racks=power_kw");
        const double itW = (*frame)[FacilityQuantity::ItPower];
        QVERIFY(std::abs(told["values"]["facility/it_power_kw"].get<double>() * 1e3 - itW) <
                itW * 1e-8);
        double sumKw = 0.0;
        for (const auto& value : told["racks"]["power_kw"]) {
            sumKw += value.get<double>();
        }
        double sumW = 0.0;
        for (const float value : frame->rack(RackQuantity::Power)) {
            sumW += static_cast<double>(value);
        }
        // Racks are written with four digits: half a unit of the fourth each.
        QVERIFY(sumW > 0.0 && std::abs(sumKw * 1e3 - sumW) < sumW * 5e-4);
        // Shares are per cent where the key says so.
        QVERIFY(std::abs(told["values"]["facility/utilization_pct"].get<double>() -
                         (*frame)[FacilityQuantity::Utilization] * 100.0) < 1e-6);
    }
};

HEADROOM_TEST(TestLiveTwin)
}  // namespace tst_live_twin

#include "tst_live_twin.moc"
