// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/plan/plan_stage.h"
#include "ui/catalogue/catalogue_model.h"
#include "ui/catalogue/catalogue_panel.h"
#include "ui/workspace/project_files.h"

#include <QAbstractItemModelTester>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QTreeView>

namespace tst_catalogue_panel {

using namespace headroom;
using namespace headroom::ui;

class TestCataloguePanel : public QObject {
    Q_OBJECT

    static void drop(PlanStage& s, const PartKey& key, double x, double y) {
        const std::unique_ptr<QMimeData> mime(mimeOf(key));
        const QPointF at = s.at(x, y);
        QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, mime.get(), Qt::LeftButton, {});
        QCoreApplication::sendEvent(&s.plan, &enter);
        QDragMoveEvent move(at.toPoint(), Qt::CopyAction, mime.get(), Qt::LeftButton, {});
        QCoreApplication::sendEvent(&s.plan, &move);
        QDropEvent done(at, Qt::CopyAction, mime.get(), Qt::LeftButton, {});
        QCoreApplication::sendEvent(&s.plan, &done);
    }

    static std::string first(PlanStage& s, const char* type) {
        return s.workspace.catalogue()->entriesOf(type).front()->id;
    }

  private slots:

    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void listsEveryPartThatCanStand() {
        PlanStage s;
        CataloguePanel panel(&s.workspace);
        QAbstractItemModelTester tester(panel.model());
        for (const char* type :
             {"rack", "cdu", "crah", "ups", "pdu", "transformer", "genset", "utility",
              "switchboard", "transfer_switch", "chiller", "cooling_tower", "dry_cooler"}) {
            for (const auto* entry : s.workspace.catalogue()->entriesOf(type)) {
                const QModelIndex index = panel.model()->indexOf({type, entry->id});
                QVERIFY2(index.isValid(), entry->id.c_str());
                QVERIFY(index.data(Qt::ToolTipRole).toString().contains("<table>"));
                QVERIFY((index.flags() & Qt::ItemIsDragEnabled) != 0);
            }
        }
        s.workspace.files().close();
        QCOMPARE(panel.model()->rowCount(), 0);
    }

    void searchKeepsWhatFits() {
        PlanStage s;
        CataloguePanel panel(&s.workspace);
        panel.findChild<QLineEdit*>("catalogueSearch")->setText("column");
        const auto* shown = panel.view()->model();
        QCOMPARE(shown->rowCount(), 1);
        QCOMPARE(shown->index(0, 0, shown->index(0, 0)).data().toString(), QString("Column"));
    }

    void theCountIsOfWhatIsShown() {
        PlanStage s;
        CataloguePanel panel(&s.workspace);
        auto* search = panel.findChild<QLineEdit*>("catalogueSearch");
        const auto* shown = panel.view()->model();
        search->setText("connection, 20 kv");
        QCOMPARE(shown->rowCount(), 1);
        QCOMPARE(shown->index(0, 1).data().toInt(), 1);  // of four utility connections
    }

    void aSearchThatFindsNothingSaysSo() {
        PlanStage s;
        CataloguePanel panel(&s.workspace);
        panel.setVisible(true);
        auto* search = panel.findChild<QLineEdit*>("catalogueSearch");
        search->setText("flux capacitor");
        QVERIFY(!panel.view()->isVisible());
        const auto labels = panel.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains("flux capacitor");
        }));
        search->clear();
        QVERIFY(panel.view()->isVisible());
    }

    void theSearchIsUsedByKeys() {
        PlanStage s;
        CataloguePanel panel(&s.workspace);
        panel.setVisible(true);
        auto* search = panel.findChild<QLineEdit*>("catalogueSearch");
        QSignalSpy placed(&panel, &CataloguePanel::placeRequested);
        QTest::keyClicks(search, "busway section 1,600");
        QTest::keyClick(search, Qt::Key_Down);
        QCOMPARE(panel.view()->currentIndex().data().toString(),
                 QString("Busway section 1,600 A, 415 V (1,150 kW)"));
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(placed.size(), 1);
        QCOMPARE(placed.at(0).at(0).value<PartKey>().id, std::string("busway-1150"));
        QCOMPARE(search->text(), QString());  // empty for the next
    }

    /// A utility connection is in no plan: Enter puts it into the wiring at once, and says where it is
    /// seen. The transformer that is dropped then hangs on it.
    void whatHasNoPlaceGoesIntoTheWiring() {
        PlanStage s;
        QSignalSpy shown(s.draw.get(), &DrawCommands::viewRequested);
        QSignalSpy said(s.draw.get(), &DrawCommands::said);
        s.draw->place({"utility", "utility-20kv"});
        QCOMPARE(shown.size(), 1);
        QVERIFY(said.last().at(0).toString().contains("one-line diagram"));
        const auto utilities = s.workspace.project().objectsOf("power_unit");
        QCOMPARE(utilities.size(), std::size_t{1});
        const std::string utility = utilities.front()->id;
        drop(s, {"transformer", "mv-lv-2500"}, -10.0, -10.0);
        const auto units = s.workspace.project().objectsOf("power_unit");
        QCOMPARE(units.size(), std::size_t{2});
        QCOMPARE(std::get<std::vector<std::string>>(units[1]->value("sources")),
                 std::vector<std::string>{utility});
    }

    void favouritesComeFirstAndAreKept() {
        PlanStage s;
        const PartKey key{"rack", first(s, "rack")};
        {
            CatalogueModel model(&s.workspace);
            model.setFavourite(key, true);
            QCOMPARE(model.keyAt(model.index(0, 0, model.index(0, 0))).value().id, key.id);
        }
        CatalogueModel again(&s.workspace);
        QVERIFY(again.isFavourite(key));
        again.setFavourite(key, false);
        QCOMPARE(again.rowCount(again.index(0, 0)), 0);
    }

    void aDragCarriesThePart() {
        PlanStage s;
        CatalogueModel model(&s.workspace);
        const PartKey key{"cdu", first(s, "cdu")};
        const std::unique_ptr<QMimeData> mime(model.mimeData({model.indexOf(key)}));
        QVERIFY(partKeyOf(mime.get()) == key);
        QMimeData other;
        other.setText("rack/air");
        QVERIFY(!partKeyOf(&other));
    }

    void dropsBecomeObjects() {
        PlanStage s;
        drop(s, {"rack", first(s, "rack")}, 12.0, 6.0);
        QCOMPARE(s.word("racks", "hall"), std::string("hall-1"));
        drop(s, {"cdu", first(s, "cdu")}, 20.0, 6.0);
        QCOMPARE(s.count("cdus", "count"), 1);
        drop(s, {"ups", first(s, "ups")}, 30.0, 6.0);
        QCOMPARE(s.word("ups", "part"), first(s, "ups"));
        QVERIFY(s.word("ups", "hall").empty());  // outdoors
        drop(s, {"structure", "column"}, 3.0, 12.0);
        QCOMPARE(s.word("column", "kind"), std::string("column"));
        QVERIFY(s.undoesToBlank());
    }

    void machinesJoinTheLoop() {
        PlanStage s;
        const std::string chiller = first(s, "chiller");
        drop(s, {"chiller", chiller}, 30.0, 20.0);
        const auto loops = s.workspace.project().objectsOf("cooling_loop");
        QCOMPARE(loops.size(), 1U);
        const std::string loop = loops.front()->id;
        QCOMPARE(s.count(loop, "chiller_count"), 1);
        drop(s, {"chiller", chiller}, 40.0, 20.0);
        QCOMPARE(s.count(loop, "chiller_count"), 2);
        // Another model is refused; a tower joins.
        const std::string before = s.text();
        drop(s, {"chiller", s.workspace.catalogue()->entriesOf("chiller")[1]->id}, 40.0, 20.0);
        QCOMPARE(s.text(), before);
        drop(s, {"cooling_tower", first(s, "cooling_tower")}, 40.0, 20.0);
        QCOMPARE(s.count(loop, "cooling_tower_count"), 1);
        QVERIFY(s.undoesToBlank());
    }

    // A cell of 5 MW moves 215 L/s: the smallest pump for it is that of 250 L/s with the head of a condenser
    // circuit. Each cell brings one, so that a loop of towers can run.
    void aTowerBringsItsPump() {
        PlanStage s;
        const PartKey tower{"cooling_tower", "tower-5000"};
        drop(s, tower, 30.0, 20.0);
        const std::string loop = s.workspace.project().objectsOf("cooling_loop").front()->id;
        QCOMPARE(s.word(loop, "condenser_pump"), std::string("pump-condenser-250"));
        QCOMPARE(s.count(loop, "condenser_pump_count"), 1);
        drop(s, tower, 40.0, 20.0);
        QCOMPARE(s.count(loop, "cooling_tower_count"), 2);
        QCOMPARE(s.count(loop, "condenser_pump_count"), 2);
        QVERIFY(s.undoesToBlank());
    }

    // Towers hang on a board of the plant, never on the busway of racks while there is a board.
    void machinesHangOnBoards() {
        PlanStage s;
        drop(s, {"switchboard", "lv-400-800"}, 30.0, 6.0);
        const std::string board = s.workspace.project().objectsOf("power_unit").front()->id;
        drop(s, {"pdu", "busway-575"}, 12.0, 6.0);
        drop(s, {"cooling_tower", "tower-5000"}, 30.0, 20.0);
        const engine::Object* loop = s.workspace.project().objectsOf("cooling_loop").front();
        const auto* feeds = std::get_if<std::vector<std::string>>(&loop->value("feeds"));
        QVERIFY(feeds != nullptr);
        QCOMPARE(*feeds, std::vector<std::string>{board});
    }

    // Put into a hall, a second one joins the first.
    void storageIsInTheCatalogue() {
        PlanStage s;
        const PartKey storage{"storage_system", first(s, "storage_system")};
        QVERIFY(CatalogueModel(&s.workspace).indexOf(storage).isValid());
        drop(s, storage, 12.0, 6.0);
        const std::string group = s.workspace.project().objectsOf("storage_group").front()->id;
        QCOMPARE(s.word(group, "hall"), std::string("hall-1"));
        drop(s, storage, 12.0, 9.0);
        QCOMPARE(s.workspace.project().objectsOf("storage_group").size(), std::size_t{1});
        QCOMPARE(s.count(group, "count"), 2);
    }

    void racksOutdoorsAreRefused() {
        PlanStage s;
        drop(s, {"rack", first(s, "rack")}, 60.0, 60.0);
        QCOMPARE(s.text(), s.blank);
        drop(s, {"rack", "no-such-rack"}, 12.0, 6.0);
        QCOMPARE(s.text(), s.blank);
    }

    void enterTakesThePartInHand() {
        PlanStage s;
        CataloguePanel panel(&s.workspace);
        connect(&panel, &CataloguePanel::placeRequested, s.draw.get(), &DrawCommands::place);
        emit panel.placeRequested({"structure", "wall"});
        QCOMPARE(QString(s.plan.tool().command()), QString("draw.wall"));
        emit panel.placeRequested({"rack", first(s, "rack")});
        s.click(12.0, 6.0);
        QCOMPARE(s.workspace.project().objectsOf("rack_block").size(), 1U);
    }
};

HEADROOM_TEST(TestCataloguePanel)
}  // namespace tst_catalogue_panel

#include "tst_catalogue_panel.moc"
