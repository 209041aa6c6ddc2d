// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/kit/task.h"

#include <QSignalSpy>
#include <QThread>
#include <QtTest>

namespace tst_task {

using namespace headroom::ui;

class TestTask : public QObject {
    Q_OBJECT

  private slots:

    // What the work returns arrives on the thread that asked, once, and the task is free then.
    void resultComesBack() {
        Task task(nullptr);
        QThread* asked = QThread::currentThread();
        QThread* worked = nullptr;
        int result = 0;
        bool wasBusy = true;
        task.run(
            [&worked] {
                worked = QThread::currentThread();
                return 6 * 7;
            },
            [&](int made) {
                QCOMPARE(QThread::currentThread(), asked);
                wasBusy = task.isBusy();
                result = made;
            });
        QVERIFY(task.isBusy());
        QTRY_COMPARE_WITH_TIMEOUT(result, 42, 10000);
        QVERIFY(worked != nullptr && worked != asked);
        QVERIFY(!wasBusy && !task.isCancelled());
    }

    // A second piece of work is not begun while the first runs.
    void oneAtATime() {
        Task task(nullptr);
        std::atomic<bool> go = false;
        QStringList ended;
        task.run(
            [&go] {
                while (!go) {
                    QThread::msleep(1);
                }
            },
            [&ended] { ended << "first"; });
        task.run([] {}, [&ended] { ended << "second"; });
        go = true;
        QTRY_VERIFY_WITH_TIMEOUT(!task.isBusy(), 10000);
        QCOMPARE(ended, QStringList{"first"});
    }

    // 300 ms of work that tells each millisecond: ten times a second at most is heard of it.
    void progressIsThrottled() {
        Task task(nullptr);
        QSignalSpy progressed(&task, &Task::progressed);
        bool ended = false;
        task.run(
            [](const Task::Link& link) {
                for (int i = 0; i < 300; ++i) {
                    link.tell(i / 300.0, QString::number(i));
                    QThread::msleep(1);
                }
            },
            [&ended] { ended = true; });
        QTRY_VERIFY_WITH_TIMEOUT(ended, 30000);
        QVERIFY(!progressed.isEmpty());
        QCOMPARE(progressed[0][1].toString(), QString("0"));
        QVERIFY2(progressed.size() < 150, qPrintable(QString::number(progressed.size())));
    }

    // Parts of a result are done on this thread, in order; after a cancel no more of them.
    void partsArePosted() {
        Task task(nullptr);
        QList<int> parts;
        bool ended = false;
        task.run(
            [&](const Task::Link& link) {
                for (int i = 0; i < 3; ++i) {
                    link.post([&parts, i] { parts << i; });
                }
            },
            [&ended] { ended = true; });
        QTRY_VERIFY_WITH_TIMEOUT(ended, 10000);
        QCOMPARE(parts, (QList<int>{0, 1, 2}));
        ended = false;
        task.run(
            [&](const Task::Link& link) {
                while (!link.isCancelled()) {
                    QThread::msleep(1);
                }
                link.post([&parts] { parts << 3; });
            },
            [&ended] { ended = true; });
        task.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(ended, 10000);
        QCoreApplication::processEvents();
        QCOMPARE(parts.size(), 3);
        QVERIFY(task.isCancelled());
    }

    void destructorCancelsAndWaits() {
        std::atomic<bool> ended = false;
        bool followed = false;
        {
            Task task(nullptr);
            task.run(
                [&ended](const Task::Link& link) {
                    while (!link.isCancelled()) {
                        QThread::msleep(1);
                    }
                    ended = true;
                },
                [&followed] { followed = true; });
        }
        QVERIFY(ended);
        QCoreApplication::processEvents();
        QVERIFY(!followed);
    }
};

HEADROOM_TEST(TestTask)
}  // namespace tst_task

#include "tst_task.moc"
