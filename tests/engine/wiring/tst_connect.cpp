// SPDX-License-Identifier: Apache-2.0
#include "engine/wiring/connect.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <memory>

namespace tst_connect {

using namespace headroom::engine;

/// On a hall whose racks hang on the busways of two sides.
class TestConnect : public QObject {
    Q_OBJECT

    std::unique_ptr<Catalogue> catalogue_;
    Project project_;

    Project with(const std::vector<Edit>& edits) const {
        Project changed = project_;
        const auto done = applyAll(changed, *catalogue_, edits);
        return done ? changed : Project{};
    }

    Design design(const Project& project) const {
        DesignOptions options;
        options.study = false;
        return designOf(project, *catalogue_, options);
    }

    std::string block() const { return project_.objectsOf("rack_block").front()->id; }

  private slots:

    void initTestCase() {
        auto catalogue = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
        QVERIFY(catalogue);
        catalogue_ = std::make_unique<Catalogue>(std::move(*catalogue));
        auto project = loadProject(HEADROOM_SOURCE_DIR "/scenarios/feed-loss-2n", *catalogue_);
        QVERIFY(project);
        project_ = std::move(*project);
    }

    void feedsAreWhatLoadsMayHangOn() {
        const Design now = design(project_);
        const auto choices = feedChoices(now);
        QVERIFY(choices.size() >= 2);
        QCOMPARE(choices.front().kind, std::string(powerKindName(PowerKind::Pdu)));
        for (const FeedChoice& choice : choices) {
            QVERIFY2(choice.kind != powerKindName(PowerKind::Utility), choice.id.c_str());
            QVERIFY2(choice.ratedVa > 0.0, choice.id.c_str());
        }
    }

    // What a block's racks draw moves with them: load of all PDUs together stays.
    void loadMovesWithTheBlock() {
        const auto before = feedChoices(design(project_));
        const auto both =
            std::get<std::vector<std::string>>(project_.find(block())->value("feeds"));
        QCOMPARE(both.size(), std::size_t{2});
        const auto edits = connectPower(project_, {block()}, {both[0]}, 0);
        QCOMPARE(edits.size(), std::size_t{1});
        const auto after = feedChoices(design(with(edits)));
        const auto loadOf = [](const std::vector<FeedChoice>& choices, const std::string& id) {
            for (const FeedChoice& choice : choices) {
                if (choice.id == id) {
                    return choice.loadVa;
                }
            }
            return 0.0;
        };
        QVERIFY(loadOf(after, both[0]) > loadOf(before, both[0]) * 1.5);
        QVERIFY(loadOf(after, both[1]) < loadOf(before, both[1]) * 0.5);
        const auto sumOfPdus = [](const std::vector<FeedChoice>& choices) {
            double sumVa = 0.0;
            for (const FeedChoice& choice : choices) {
                sumVa += choice.kind == powerKindName(PowerKind::Pdu) ? choice.loadVa : 0.0;
            }
            return sumVa;
        };
        // Apparent powers of equal power factor add; the rest of the hall's loads differ a little.
        QVERIFY(std::abs(sumOfPdus(after) / sumOfPdus(before) - 1.0) < 0.02);
    }

    void fansAndPumpsAreFedBesideTheRest() {
        const std::string hall = project_.objectsOf("hall").front()->id;
        const std::string loop = project_.objectsOf("cooling_loop").front()->id;
        const auto keys = [&](const std::vector<std::string>& ids) {
            std::string all;
            for (const auto* part : fedParts(project_, ids)) {
                all += std::string(part->key) + ' ';
            }
            return all;
        };
        QCOMPARE(keys({block()}), std::string("feeds "));
        QCOMPARE(keys({loop, hall, block()}), std::string("feeds pump_feeds fan_feeds "));
        QCOMPARE(keys({"nobody"}), std::string());
        // Racks have no fans of the hall, and cords are of racks alone.
        const auto edits = connectPower(project_, {hall, block()}, {"bus-a"}, 1, "fan_feeds");
        QCOMPARE(edits.size(), std::size_t{1});
        QCOMPARE(std::get<SetAttribute>(edits[0]).objectId, hall);
        QCOMPARE(std::get<SetAttribute>(edits[0]).key, std::string("fan_feeds"));
    }

    void whatIsSoAlreadyIsNoEdit() {
        const Object& object = *project_.find(block());
        const auto feeds = std::get<std::vector<std::string>>(object.value("feeds"));
        const auto* cords = std::get_if<std::int64_t>(&object.value("cords"));
        QVERIFY(connectPower(project_, {block()}, feeds,
                             cords != nullptr ? static_cast<int>(*cords) : 0)
                    .empty());
    }

    void objectsWithoutSuchAConnectionArePassedOver() {
        const std::string hall = project_.objectsOf("hall").front()->id;
        QCOMPARE(thatHave(project_, {block(), hall, "nobody"}, "fabric"),
                 std::vector<std::string>{block()});
        const auto edits = connectFabric(project_, {block(), hall, "nobody"}, "");
        QCOMPARE(edits.size(), std::size_t{1});
        QVERIFY(std::holds_alternative<std::monostate>(std::get<SetAttribute>(edits[0]).value));
    }

    void coolantGoesWhereItBelongs() {
        const Object* liquid = nullptr;
        for (const Object* object : project_.objectsOf("rack_block")) {
            if (std::holds_alternative<std::string>(object->value("cdu_group"))) {
                liquid = object;
            }
        }
        QVERIFY(liquid != nullptr);
        const auto edits = connectCoolant(project_, {liquid->id}, "", "anything");
        // Racks have no loop of their own.
        QCOMPARE(edits.size(), std::size_t{1});
        QCOMPARE(std::get<SetAttribute>(edits[0]).key, std::string("cdu_group"));
    }

    void equalFeedsAreBalanced() {
        std::vector<FeedChoice> feeds(2);
        feeds[0].id = "a";
        feeds[1].id = "b";
        feeds[0].ratedVa = feeds[1].ratedVa = 100.0;
        feeds[0].loadVa = feeds[1].loadVa = 40.0;
        QCOMPARE(imbalance(feeds, {"a", "b"}), 0.0);
        feeds[1].loadVa = 60.0;  // loadings 0.4 and 0.6: 0.2 of a mean of 0.5
        QVERIFY(std::abs(imbalance(feeds, {"a", "b"}) - 0.4) < 1e-12);
        QVERIFY(std::isnan(imbalance(feeds, {"nobody"})));
    }
};

HEADROOM_TEST(TestConnect)
}  // namespace tst_connect

#include "tst_connect.moc"
