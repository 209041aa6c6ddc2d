// SPDX-License-Identifier: Apache-2.0
#include "engine/document/catalogue.h"
#include "engine/document/edit.h"
#include "engine/document/project.h"
#include "models/core/random.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <string>
#include <vector>

namespace tst_random_edits {

using namespace headroom;
using namespace headroom::engine;

namespace {

const std::filesystem::path kRoot = HEADROOM_SOURCE_DIR;

/// Draws edits as a person might make them: most are good, some are refused.
class Drawer {
  public:
    Drawer(const Project& project, const Catalogue& catalogue, std::uint64_t seed)
        : project_(project), catalogue_(catalogue), seed_(seed) {}

    /// A gesture of one to four edits.
    std::vector<Edit> gesture() {
        std::vector<Edit> edits;
        const int count = 1 + pick(4);
        for (int i = 0; i < count; ++i) {
            edits.push_back(edit());
        }
        return edits;
    }

  private:
    int pick(std::size_t below) {
        return static_cast<int>(models::randomUniform(seed_, 0, drawn_++) *
                                static_cast<double>(below));
    }

    const Object& object() {
        return project_.objects[static_cast<std::size_t>(pick(project_.objects.size()))];
    }

    Edit edit() {
        const int kind = pick(10);
        if (kind == 0) {
            return RemoveObject{object().id};
        }
        if (kind == 1) {
            Object copy = object();
            copy.id += "-" + std::to_string(pick(1000));
            return AddObject{std::move(copy), static_cast<std::size_t>(pick(5))};
        }
        const Object& target = object();
        const auto index = static_cast<std::size_t>(pick(target.type->attributes.size()));
        const models::Attribute& attribute = target.type->attributes[index];
        return SetAttribute{target.id, std::string(attribute.key), value(attribute, target, index)};
    }

    models::Value value(const models::Attribute& a, const Object& target, std::size_t index) {
        using models::ValueKind;
        if (pick(6) == 0) {
            return {};  // takes the statement away; refused where the table requires it
        }
        switch (a.kind) {
            case ValueKind::Number: {
                const double low = std::isfinite(a.minimum) ? a.minimum : -10.0;
                const double high = std::isfinite(a.maximum) ? a.maximum : 1e4;
                return low + (high - low) * 0.001 * pick(1100);  // a few beyond the range
            }
            case ValueKind::Integer:
                return std::int64_t{pick(40)};
            case ValueKind::Boolean:
                return pick(2) == 1;
            case ValueKind::Text:
                return std::string("Name ") + std::to_string(pick(100));
            case ValueKind::Choice:
                return std::string(a.choices[static_cast<std::size_t>(pick(a.choices.size()))]);
            case ValueKind::Reference:
            case ValueKind::ReferenceList:
            case ValueKind::Curve:
            case ValueKind::NumberList:
                break;
        }
        // What another object of the type says, which is of the right kind.
        const auto same = project_.objectsOf(target.type->id);
        return same[static_cast<std::size_t>(pick(same.size()))]->values[index];
    }

    const Project& project_;
    [[maybe_unused]] const Catalogue& catalogue_;
    std::uint64_t seed_;
    std::uint64_t drawn_ = 0;
};

}  // namespace

class TestRandomEdits : public QObject {
    Q_OBJECT

  private slots:
    void undoAllIsTheFirstRedoAllTheLast_data();
    void undoAllIsTheFirstRedoAllTheLast();
};

void TestRandomEdits::undoAllIsTheFirstRedoAllTheLast_data() {
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<quint64>("seed");
    for (const char* scenario : {"tour-small-hall", "mixed-fleet", "feed-loss-2n"}) {
        QTest::newRow(scenario) << scenario << quint64{7};
    }
    QTest::newRow("tour, another seed") << "tour-small-hall" << quint64{11};
}

void TestRandomEdits::undoAllIsTheFirstRedoAllTheLast() {
    QFETCH(QString, scenario);
    QFETCH(quint64, seed);
    const auto catalogue = Catalogue::load(kRoot / "resources/catalog");
    QVERIFY(catalogue.has_value());
    auto read = loadProject(kRoot / "scenarios" / scenario.toStdString(), *catalogue);
    QVERIFY(read.has_value());
    Project project = *read;
    const std::string first = projectText(project);
    EditHistory history;
    Drawer drawer(project, *catalogue, seed);
    int done = 0, refused = 0;
    while (done < 1000) {
        const std::string before = projectText(project);
        const auto result = history.applyAll(project, *catalogue, drawer.gesture(), "Gesture");
        if (result) {
            ++done;
        } else {
            ++refused;
            // Refused whole: not one of its edits stays.
            QCOMPARE(projectText(project), before);
            QVERIFY(!result.error().remedy.empty());
        }
        QVERIFY2(refused < 20000, "hardly any gesture is accepted");
    }
    QVERIFY(refused > 0);
    const std::string last = projectText(project);
    QVERIFY(last != first);
    // What was accepted can be written, read and is the same again.
    const auto again = parseProject(last, project.file, *catalogue);
    QVERIFY2(again.has_value(), again ? "" : text(again.error()).c_str());
    QCOMPARE(projectText(*again), last);
    int steps = 0;
    while (history.undo(project, *catalogue)) {
        ++steps;
    }
    QCOMPARE(steps, 1000);
    QCOMPARE(projectText(project), first);
    while (history.redo(project, *catalogue)) {
    }
    QCOMPARE(projectText(project), last);
    // And once more, in no order: what a person does who looks back and forth.
    for (int i = 0; i < 300; ++i) {
        if (models::randomUniform(seed, 1, static_cast<std::uint64_t>(i)) < 0.6) {
            history.undo(project, *catalogue);
        } else {
            history.redo(project, *catalogue);
        }
    }
    while (history.undo(project, *catalogue)) {
    }
    QCOMPARE(projectText(project), first);
}

HEADROOM_TEST(TestRandomEdits)
}  // namespace tst_random_edits

#include "tst_random_edits.moc"
