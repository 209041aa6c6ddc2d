// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/object_model.h"
#include "ui/inspector/object_tree.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTreeView>
#include <QtTest>

namespace tst_object_model {

using namespace headroom;
using namespace headroom::ui;

class TestObjectModel : public QObject {
    Q_OBJECT

  private slots:

    void isAModel() {
        Workspace workspace("nowhere");
        ObjectModel model(&workspace);
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        workspace.control().setPlayOnOpen(false);
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, 0).data().toString(), QString("Two Halls"));
        workspace.files().close();
        QCOMPARE(model.rowCount(), 0);
    }

    void everyRackHasItsPlace() {
        Workspace workspace("nowhere");
        ObjectModel model(&workspace);
        workspace.control().setPlayOnOpen(false);
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        for (int i = 0; i < FakeSource::kRacks; ++i) {
            const QModelIndex index = model.indexOf({Selected::Kind::Rack, i, "ignored", -1});
            QVERIFY(index.isValid());
            QCOMPARE(model.targetOf(index).rack(), i);
            QCOMPARE(index.data().toString(),
                     QString::fromStdString(
                         workspace.layout().racks[static_cast<std::size_t>(i)].name()));
        }
        // A machine is found at the object that it belongs to.
        const QModelIndex machine = model.indexOf({Selected::Kind::Equipment, 0, "cdu-1", -1});
        QCOMPARE(model.targetOf(machine).objectId, std::string("cdu-1"));
        QVERIFY(!model.indexOf({Selected::Kind::Job, -1, {}, 4}).isValid());
    }

    // Names of one kind differ at their end, so that the middle is cut. A right click on an object asks for its menu, one on free
    // space or on a heading does not.
    void theTreeHasAMenuForAnObject() {
        Workspace workspace("nowhere");
        ObjectTree tree(&workspace);
        tree.resize(300, 400);
        tree.show();
        workspace.control().setPlayOnOpen(false);
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QCOMPARE(tree.view()->textElideMode(), Qt::ElideMiddle);
        QSignalSpy asked(&tree, &ObjectTree::menuRequested);
        tree.view()->collapseAll();  // one row, and free space below
        emit tree.view()->customContextMenuRequested({5, tree.view()->viewport()->height() - 3});
        QCOMPARE(asked.count(), 0);
        tree.view()->expandAll();
        workspace.selection().select({Selected::Kind::Object, -1, "cdu-1", -1});
        const QRect row = tree.view()->visualRect(tree.view()->currentIndex());
        QVERIFY(!row.isEmpty());
        emit tree.view()->customContextMenuRequested(row.center());
        QCOMPARE(asked.count(), 1);
    }

    void theInspectorTellsValueUnitAndSource() {
        Workspace workspace("nowhere");
        Inspector inspector(&workspace);
        workspace.control().setPlayOnOpen(false);
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        // The facility first; every quantity of the table is there, but for those of services, which the
        // project has not.
        constexpr auto kFirst =
            static_cast<std::size_t>(engine::FacilityQuantity::ServiceAccelerators);
        constexpr auto kLast = static_cast<std::size_t>(engine::FacilityQuantity::SloAttainment);
        const auto quantities = engine::facilityQuantities();
        for (std::size_t q = 0; q < quantities.size(); ++q) {
            const std::string_view label = quantities[q].label;
            const bool isThere = inspector.asText().contains(
                QString::fromUtf8(label.data(), static_cast<qsizetype>(label.size())));
            const bool isOfServices = q >= kFirst && q <= kLast;
            QVERIFY2(isThere != isOfServices, std::string(label).c_str());
        }
        workspace.selection().select({Selected::Kind::Object, -1, "hall-1", -1});
        const QString text = inspector.asText();
        QVERIFY(text.contains("Width"));
        QVERIFY(text.contains(QString("16.6000").left(4)));
        QVERIFY(text.contains(QString(QChar(0x2009)) + "m"));
        QVERIFY(text.contains("project"));
        workspace.selection().select({Selected::Kind::Job, -1, {}, 3});
        QVERIFY(inspector.asText().contains("Bound by arithmetic."));
    }
};

HEADROOM_TEST(TestObjectModel)
}  // namespace tst_object_model

#include "tst_object_model.moc"
