// SPDX-License-Identifier: Apache-2.0
#include "engine/run/frame/story.h"
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/events/event_model.h"
#include "ui/jobs/job_model.h"

#include <QAbstractItemModelTester>
#include <QSortFilterProxyModel>
#include <QtTest>

namespace tst_table_models {

using namespace headroom;
using namespace headroom::ui;

class TestTableModels : public QObject {
    Q_OBJECT

    static engine::JobRow job(std::int64_t id, int accelerators) {
        engine::JobRow row;
        row.id = id;
        row.name = "job-" + std::to_string(id);
        row.accelerators = accelerators;
        return row;
    }

  private slots:

    void jobsKeepTheirRows() {
        JobModel model;
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setJobs({job(1, 8), job(2, 16), job(3, 24)});
        QCOMPARE(model.rowCount(), 3);
        const QPersistentModelIndex third = model.index(2, JobModel::Id);
        model.setJobs({job(4, 8), job(3, 24), job(1, 8)});  // 2 went, 4 came, order changed
        QCOMPARE(model.rowCount(), 3);
        QVERIFY(third.isValid());
        QCOMPARE(third.data().toString(), QString("3"));
        model.setJobs({});
        QCOMPARE(model.rowCount(), 0);
        model.clear();
    }

    void jobsSortByNumberNotByText() {
        JobModel model;
        QSortFilterProxyModel sorted;
        sorted.setSourceModel(&model);
        sorted.setSortRole(Qt::UserRole);
        model.setJobs({job(2, 16), job(10, 8), job(1, 128)});
        sorted.sort(JobModel::Accelerators);
        QCOMPARE(sorted.index(0, JobModel::Accelerators).data().toString(), QString("8"));
        QCOMPARE(sorted.index(2, JobModel::Accelerators).data().toString(), QString("128"));
    }

    void everyCellHasTextAndEveryColumnAHead() {
        JobModel jobs;
        jobs.setJobs({job(1, 8)});
        for (int c = 0; c < JobModel::ColumnCount - 1; ++c) {  // why may be empty
            QVERIFY(!jobs.index(0, c).data().toString().isEmpty());
            QVERIFY(!jobs.headerData(c, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
        }
        QVERIFY(!jobs.index(5, 0).isValid());
    }

    void eventsAreGatheredOnce() {
        FakeSource source;
        EventModel model;
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        source.advance(6000.0);
        model.addEvents(*source.frame());
        QCOMPARE(model.rowCount(), 10);
        model.addEvents(*source.frame());
        QCOMPARE(model.rowCount(), 10);
        source.advance(1200.0);
        model.addEvents(*source.frame());
        QCOMPARE(model.rowCount(), 12);
        QCOMPARE(model.eventAt(11).id, std::int64_t{11});
    }

    void oldEventsMakeRoom() {
        EventModel model;
        engine::Frame frame;
        for (int batch = 0; batch < 12; ++batch) {
            frame.events.clear();
            for (int i = 0; i < 500; ++i) {
                engine::Event event;
                event.id = batch * 500 + i;
                frame.events.push_back(event);
            }
            model.addEvents(frame);
        }
        QCOMPARE(model.rowCount(), static_cast<int>(EventModel::kMost));
        QCOMPARE(model.eventAt(model.rowCount() - 1).id, std::int64_t{5999});
        QCOMPARE(model.left(), std::int64_t{1000});
        model.clear();
        QCOMPARE(model.left(), std::int64_t{0});
    }

    // 700 events between two frames, which list 500 of them: the story has all.
    void nothingIsMissedBetweenTwoFrames() {
        EventModel model;
        std::vector<engine::Event> events(700);
        for (std::size_t i = 0; i < events.size(); ++i) {
            events[i].id = static_cast<std::int64_t>(i);
        }
        engine::Frame frame;
        frame.events.assign(events.begin() + 200, events.end());
        frame.story = engine::storyOf(events);
        model.addEvents(frame);
        QCOMPARE(model.rowCount(), 700);
        QCOMPARE(model.eventAt(0).id, std::int64_t{0});
        model.addEvents(frame);
        QCOMPARE(model.rowCount(), 700);
        QCOMPARE(model.left(), std::int64_t{0});

        // Where the story has left some out, they are counted.
        const engine::Story kept = engine::condensed(*frame.story, 100);
        frame.story = std::make_shared<const engine::Story>(kept);
        EventModel late;
        late.addEvents(frame);
        QCOMPARE(late.rowCount(), 100);
        QCOMPARE(late.left(), std::int64_t{600});
    }
};

HEADROOM_TEST(TestTableModels)
}  // namespace tst_table_models

#include "tst_table_models.moc"
