// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "engine/sizing/brief.h"
#include "tests/support/test_program.h"
#include "ui/inspector/inspector.h"
#include "ui/units/number_name.h"
#include "ui/units/value_text.h"
#include "ui/why/number_value.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

#include <algorithm>

namespace tst_live_values {

using namespace headroom;
using namespace headroom::ui;

namespace {

/// The value of an entry by its id in the plant, which is how a frame counts.
template <class Things, class Rows>
double byId(const Things& things, const Rows& rows, const std::string& id, std::size_t quantity) {
    for (std::size_t i = 0; i < things.size(); ++i) {
        if (things[i].id == id) {
            return rows[i][quantity];
        }
    }
    return models::kNotStated;
}

double expected(const engine::Frame& frame, const NumberName& number, std::size_t q) {
    const engine::Plant& plant = *frame.plant;
    return number.place == "hall"  ? byId(plant.halls, frame.halls, number.object, q)
           : number.place == "cdu" ? byId(plant.cdus, frame.cdus, number.object, q)
                                   : byId(plant.loops, frame.loops, number.object, q);
}

}  // namespace

/// The inspector's live values are those of the object that it names. Frames count halls, CDU groups
/// and loops as the facility is built, documents list them in any order.
class TestLiveValues : public QObject {
    Q_OBJECT

  private slots:

    void initTestCase() {
        catalogue_ = std::make_unique<engine::Catalogue>(
            *engine::Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog"));
    }

    // Three designs of the wizard with a chilled and a warm loop, as written and with every list
    // reversed. In one of the two orders at least, the loops of the file are not in the plant's order.
    void valuesAreOfTheObjectThatIsNamed_data() {
        QTest::addColumn<double>("megawatts");
        QTest::addColumn<QString>("rack");
        QTest::addColumn<bool>("separate");
        QTest::newRow("10 MW GB200") << 10.0 << "gb200-nvl72" << false;
        QTest::newRow("40 MW GB200") << 40.0 << "gb200-nvl72" << false;
        QTest::newRow("1 MW, a rack loop for each CDU") << 1.0 << "gb200-nvl72" << true;
    }

    void valuesAreOfTheObjectThatIsNamed() {
        QFETCH(double, megawatts);
        QFETCH(QString, rack);
        QFETCH(bool, separate);
        engine::FacilityBrief brief;
        brief.itPowerW = megawatts * 1e6;
        brief.racks = {{rack.toStdString(), 1.0}};
        brief.climate = "leesburg-va";
        auto sized = engine::sizeFacility(brief, *catalogue_);
        QVERIFY(sized.has_value());
        engine::Project project = sized->project;
        // A unit with a rack loop of its own needs a row to cool.
        std::int64_t rows = 0;
        for (const engine::Object* block : project.objectsOf("rack_block")) {
            const auto* its = std::get_if<std::int64_t>(&block->value("rows"));
            rows += its != nullptr ? *its : 1;
        }
        const auto set = [](engine::Object& object, std::string_view key, models::Value value) {
            const models::Attribute* a = object.type->find(key);
            QVERIFY(a != nullptr);
            object.values[static_cast<std::size_t>(a - object.type->attributes.data())] =
                std::move(value);
        };
        for (engine::Object& object : project.objects) {
            if (separate && object.type->id == "cdu_group") {
                set(object, "separate", true);
                set(object, "count", rows);
            }
        }
        int outOfOrder = 0;
        for (const bool reversed : {false, true}) {
            if (reversed) {
                std::reverse(project.objects.begin(), project.objects.end());
            }
            compareAll(project, outOfOrder);
        }
        QVERIFY2(outOfOrder > 0, "no order of the document differs from that of the plant");
    }

  private:
    void compareAll(const engine::Project& project, int& outOfOrder) {
        QTemporaryDir folder;
        const QString path = folder.filePath("project.json");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(engine::projectText(project)));
        file.close();
        Workspace workspace(HEADROOM_SOURCE_DIR "/resources/catalog");
        workspace.control().setPlayOnOpen(false);
        workspace.control().setSpeed(0.0);
        QSignalSpy opened(&workspace, &Workspace::opened);
        workspace.files().open(path.toStdString());
        QVERIFY(!opened.isEmpty() || opened.wait(60'000));
        QVERIFY2(workspace.frame() != nullptr, "the project cannot run");
        for (int i = 0; i < 3; ++i) {
            const double before = workspace.frame()->timeS;
            workspace.control().step();
            QVERIFY(QTest::qWaitFor([&] { return workspace.frame()->timeS > before; }, 60'000));
        }
        Inspector inspector(&workspace);
        inspector.show();
        auto* tree = inspector.findChild<QTreeWidget*>("inspectorTable");
        const engine::Frame& frame = *workspace.frame();
        int shown = 0;
        for (const char* type : {"hall", "cdu_group", "cooling_loop"}) {
            for (const engine::Object* object : workspace.project().objectsOf(type)) {
                workspace.selection().select({Selected::Kind::Object, -1, object->id, -1});
                QCoreApplication::processEvents();
                for (QTreeWidgetItemIterator it(tree); *it != nullptr; ++it) {
                    const auto number =
                        NumberName::parse((*it)->data(0, kNumberRole).toString().toStdString());
                    const engine::QuantityInfo* info = number ? quantityOf(*number) : nullptr;
                    if (info == nullptr || (number->place != "hall" && number->place != "cdu" &&
                                            number->place != "loop")) {
                        continue;
                    }
                    const std::string own = number->object.substr(0, number->object.find('/'));
                    QCOMPARE(own, object->id);
                    const auto table = number->place == "hall"  ? engine::hallQuantities()
                                       : number->place == "cdu" ? engine::cduQuantities()
                                                                : engine::loopQuantities();
                    const auto q = static_cast<std::size_t>(info - table.data());
                    const double si = expected(frame, *number, q);
                    QVERIFY2(
                        std::isfinite(si) || number->place == "hall" || number->place == "loop",
                        number->text().c_str());
                    QVERIFY2((*it)->text(1) == valueText(*info, si),
                             qPrintable(QString::fromStdString(number->text()) + ": " +
                                        (*it)->text(1) + " for " + valueText(*info, si)));
                    // "Where from" and lessons ask by the same name.
                    const double why = quantityValue(*number, workspace);
                    QVERIFY2(why == si || (std::isnan(why) && std::isnan(si)),
                             number->text().c_str());
                    ++shown;
                }
            }
        }
        QVERIFY(shown > 30);
        const auto loops = workspace.project().objectsOf("cooling_loop");
        for (std::size_t i = 0; i < loops.size(); ++i) {
            outOfOrder += loops[i]->id != frame.plant->loops[i].id ? 1 : 0;
        }
    }

    std::unique_ptr<engine::Catalogue> catalogue_;
};

HEADROOM_TEST(TestLiveValues)
}  // namespace tst_live_values

#include "tst_live_values.moc"
