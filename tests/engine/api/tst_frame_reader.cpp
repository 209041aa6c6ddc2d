// SPDX-License-Identifier: Apache-2.0
#include "engine/api/frame_parts.h"
#include "tests/engine/api/served.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <functional>

namespace tst_frame_reader {

using namespace headroom;
using namespace headroom::engine;
using Json = nlohmann::json;

/// Parts of frames as a server tells them, which may be of another design or lie: views index them by the design.
class TestFrameReader : public QObject {
    Q_OBJECT

    std::unique_ptr<tests::Served> served_;

    Json parts() const {
        std::string out;
        writeParts(out, kAllParts, *served_->twin->frame());
        return parseJson<Json>(out);
    }

    bool reads(const std::function<void(Json&)>& change) const {
        Json json = parts();
        change(json);
        Frame frame = *served_->twin->frame();
        return readParts(json, frame);
    }

    /// Every list of an object one element shorter or longer: the same length for all of them, as a server of another design has it.
    static void resize(Json& lists, bool longer) {
        for (auto& [key, list] : lists.items()) {
            if (list.is_array() && !list.empty()) {
                longer ? list.push_back(Json(list.back())) : list.erase(list.size() - 1);
            }
        }
    }

    static Json cutLink(int fabric, int link) {
        return Json::array({Json{{"fabric", fabric},
                                 {"link", link},
                                 {"factor", 1.0},
                                 {"fault", linkFaultName(LinkFault::Cut)},
                                 {"cause", -1}}});
    }

  private slots:

    void initTestCase() { served_ = std::make_unique<tests::Served>(); }

    void readsWhatWasWritten() {
        QVERIFY(!parts()["power"]["units"]["state"].empty());
        QVERIFY(reads([](Json&) {}));
    }

    // A view that draws the units of its design would read beyond a shorter list.
    void refusesListsOfAnotherDesign_data() {
        QTest::addColumn<QString>("part");
        QTest::addColumn<QString>("of");
        QTest::newRow("units") << "power"
                               << "units";
        QTest::newRow("lines") << "power"
                               << "lines";
        QTest::newRow("nodes") << "cooling"
                               << "nodes";
        QTest::newRow("links") << "cooling"
                               << "links";
        QTest::newRow("bundles") << "fabric"
                                 << "bundles";
    }

    void refusesListsOfAnotherDesign() {
        QFETCH(QString, part);
        QFETCH(QString, of);
        for (const bool longer : {false, true}) {
            QVERIFY(!reads([&](Json& json) {
                Json& lists = json[part.toStdString()][of.toStdString()];
                for (const auto& [key, list] : lists.items()) {
                    QVERIFY2(!list.empty(), key.c_str());
                }
                resize(lists, longer);
            }));
        }
    }

    // Indices from outside of the design: -1 is nowhere, and 10^6 racks, fabrics and bundles are more than the hall has.
    void refusesIndicesOutOfTheDesign() {
        constexpr int kBeyond = 1'000'000;
        QVERIFY(reads([&](Json& json) { json["fabric"]["links"] = cutLink(0, 0); }));
        for (const int index : {-2, kBeyond}) {
            QVERIFY(!reads([&](Json& json) {
                json["conditions"] = Json::array({Json::array({index, "Tripped"})});
            }));
            QVERIFY(!reads([&](Json& json) { json["fabric"]["links"] = cutLink(index, 0); }));
            QVERIFY(!reads([&](Json& json) { json["fabric"]["links"] = cutLink(0, index); }));
        }
    }
};

HEADROOM_TEST(TestFrameReader)
}  // namespace tst_frame_reader

#include "tst_frame_reader.moc"
