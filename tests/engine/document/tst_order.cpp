// SPDX-License-Identifier: Apache-2.0
#include "engine/document/order.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>

namespace tst_order {

using namespace headroom;
using namespace headroom::engine;
using fixture::Json;

/// The order in which a facility is numbered (engine/document/order.h).
class TestOrder : public QObject {
    Q_OBJECT

  private slots:
    void earlierThenUrgentThenLarger();
    void hallsByPlaceAndRacksByHall();
    void namesAndDefaultsDoNotCount();
    void equalsAreToldApartByWhatNamesThem();
    void twinsKeepTogether();
    void usesOfBlocksAreWrittenOut();
};

namespace {

QStringList idsOf(const Project& project, std::string_view type) {
    QStringList ids;
    for (const Object* object : project.objectsOf(type)) {
        ids << QString::fromStdString(object->id);
    }
    return ids;
}

Json copyOf(Json object, const Json& changes) {
    object.update(changes);
    return object;
}

}  // namespace

void TestOrder::earlierThenUrgentThenLarger() {
    Json json = fixture::project();
    Json& jobs = json["training_jobs"];
    const Json job = jobs[0];
    jobs = {copyOf(job, {{"id", "a"}, {"submit_h", 1}, {"priority", 9}}),
            copyOf(job, {{"id", "b"}, {"accelerators", 256}}), copyOf(job, {{"id", "c"}}),
            copyOf(job, {{"id", "d"}, {"priority", 5}, {"accelerators", 256}})};
    // At 0 h: d is urgent, c is larger than b; a comes at 1 h however urgent.
    QCOMPARE(idsOf(inOrder(fixture::mustRead(json)), "training_job"),
             QStringList({"d", "c", "b", "a"}));
}

void TestOrder::hallsByPlaceAndRacksByHall() {
    Json json = fixture::project();
    const Json hall = json["halls"][0], racks = json["rack_blocks"][0];
    json["halls"] = {copyOf(hall, {{"id", "north"}, {"x_m", 0}, {"y_m", 90}}),
                     copyOf(hall, {{"id", "east"}, {"x_m", 90}, {"y_m", 0}}),
                     copyOf(hall, {{"id", "hall-a"}, {"x_m", 0}, {"y_m", 0}})};
    json["rack_blocks"] = {copyOf(racks, {{"id", "r1"}, {"hall", "north"}, {"y_m", 1}}),
                           copyOf(racks, {{"id", "r2"}, {"hall", "hall-a"}, {"y_m", 20}}),
                           copyOf(racks, {{"id", "r3"}, {"hall", "hall-a"}, {"rows", 1}}),
                           copyOf(racks, {{"id", "r4"}, {"hall", "east"}})};
    const Project ordered = inOrder(fixture::mustRead(json));
    QCOMPARE(idsOf(ordered, "hall"), QStringList({"hall-a", "east", "north"}));
    // In hall-a y = 5 before y = 20.
    QCOMPARE(idsOf(ordered, "rack_block"), QStringList({"r3", "r2", "r4", "r1"}));
}

// Priority 0 is the default, and a name is none of a job's properties: c, a and b are equal but for
// batch size, and what is equal in all stands as in the file.
void TestOrder::namesAndDefaultsDoNotCount() {
    Json json = fixture::project();
    Json& jobs = json["training_jobs"];
    const Json job = jobs[0];
    jobs = {copyOf(job, {{"id", "b"}, {"name", "A"}, {"batch_million_tokens", 8}}),
            copyOf(job, {{"id", "c"}, {"name", "Z"}, {"submit_h", 0}}),
            copyOf(job, {{"id", "a"}, {"name", "B"}})};
    QCOMPARE(idsOf(inOrder(fixture::mustRead(json)), "training_job"), QStringList({"c", "a", "b"}));
}

// Two halls at one place and equal in all: the one with the smaller block comes first or last, but
// whatever the file says, it is the same one.
void TestOrder::equalsAreToldApartByWhatNamesThem() {
    Json json = fixture::project();
    const Json hall = json["halls"][0], racks = json["rack_blocks"][0];
    json["halls"] = {hall, copyOf(hall, {{"id", "twin"}})};
    json["rack_blocks"] = {racks, copyOf(racks, {{"id", "few"}, {"hall", "twin"}, {"rows", 1}})};
    const QStringList once = idsOf(inOrder(fixture::mustRead(json)), "hall");
    std::reverse(json["halls"].begin(), json["halls"].end());
    QCOMPARE(idsOf(inOrder(fixture::mustRead(json)), "hall"), once);
    std::reverse(json["rack_blocks"].begin(), json["rack_blocks"].end());
    QCOMPARE(idsOf(inOrder(fixture::mustRead(json)), "hall"), once);
}

// Nothing tells the halls apart, nor the blocks in them. Any order will do, if the first block is the
// first hall's: else a run would depend on how two lists of the file go together.
void TestOrder::twinsKeepTogether() {
    Json json = fixture::project();
    const Json hall = json["halls"][0], racks = json["rack_blocks"][0];
    json["halls"] = Json::array();
    json["rack_blocks"] = Json::array();
    for (const char* id : {"hall-a", "h2", "h3", "h4"}) {
        json["halls"].push_back(copyOf(hall, {{"id", id}}));
        json["rack_blocks"].push_back(
            copyOf(racks, {{"id", std::string("of-") + id}, {"hall", id}}));
    }
    std::swap(json["rack_blocks"][0], json["rack_blocks"][2]);
    std::swap(json["rack_blocks"][1], json["rack_blocks"][2]);
    const Project ordered = inOrder(fixture::mustRead(json));
    const QStringList halls = idsOf(ordered, "hall"), blocks = idsOf(ordered, "rack_block");
    for (int i = 0; i < 4; ++i) {
        QCOMPARE(blocks[i], "of-" + halls[i]);
    }
}

void TestOrder::usesOfBlocksAreWrittenOut() {
    Json json = fixture::project();
    json["blocks"] = {{{"id", "pod"}, {"members", {"racks-a"}}}};
    json["block_uses"] = {{{"id", "south"}, {"block", "pod"}, {"north_m", -4}}};
    // The copy is at y = 5 - 4, before its member.
    QCOMPARE(idsOf(asBuilt(fixture::mustRead(json)), "rack_block"),
             QStringList({"south-racks-a", "racks-a"}));
}

HEADROOM_TEST(TestOrder)
}  // namespace tst_order

#include "tst_order.moc"
