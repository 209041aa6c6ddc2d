// SPDX-License-Identifier: Apache-2.0
#include "engine/api/run_viewers.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <string>

namespace tst_run_viewers {

using namespace headroom::engine;

class TestRunViewers : public QObject {
    Q_OBJECT

  private slots:

    // A frame is reported once; the state is reported each time.
    void framesAreReportedOnce() {
        RunViewers viewers;
        int frames = 0, states = 0;
        viewers.onFrame([&] { ++frames; });
        viewers.onState([&] { ++states; });
        const auto frame = std::make_shared<const Frame>();
        viewers.changed(frame);
        viewers.changed(frame);
        QCOMPARE(frames, 1);
        QCOMPARE(states, 2);
        viewers.changed(std::make_shared<const Frame>());
        QCOMPARE(frames, 2);
    }

    // A frame that came before anybody wanted frames is reported with the next change.
    void lateViewersSeeTheFrameThatIsThere() {
        RunViewers viewers;
        const auto frame = std::make_shared<const Frame>();
        viewers.changed(frame);
        int frames = 0;
        viewers.onFrame([&] { ++frames; });
        viewers.changed(frame);
        QCOMPARE(frames, 1);
        viewers.onFrame({});
        viewers.changed(std::make_shared<const Frame>());
        QCOMPARE(frames, 1);
    }

    void refusalsAreReported() {
        RunViewers viewers;
        std::string code;
        viewers.refused({"WEB-042", {}, {}, {}, {}, 0});  // nobody wants to know
        viewers.onRefused([&](const Error& why) { code = why.code; });
        viewers.refused({"WEB-045", {}, {}, {}, {}, 0});
        QCOMPARE(code, std::string("WEB-045"));
    }
};

HEADROOM_TEST(TestRunViewers)
}  // namespace tst_run_viewers

#include "tst_run_viewers.moc"
