// SPDX-License-Identifier: Apache-2.0
#include "app/window_play_bench.h"

#include "engine/alarms/alarm_watch.h"
#include "engine/live/run.h"
#include "engine/run/frame/frame.h"
#include "ui/scene/scene_view.h"
#include "ui/shell/main_window.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QEventLoop>
#include <QMenu>
#include <QMenuBar>
#include <QMouseEvent>
#include <QPointer>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <limits>
#include <thread>
#include <vector>

namespace headroom::app {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kWarmUpMs = 3000, kAskMs = 8000, kAskEveryMs = 7;
constexpr int kMenus = 12, kBetweenMenusMs = 330, kMenuWithinMs = 5000;
constexpr int kOrbits = 30, kBetweenOrbitsMs = 90, kOrbitPx = 6;

double msSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void process(int ms) {
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < ms) {
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, ms);
    }
}

/// Notes when a widget was drawn.
class DrawnAt : public QObject {
  public:
    explicit DrawnAt(QWidget* widget) { widget->installEventFilter(this); }

    bool isDrawn() const { return drawn_; }

  private:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Paint && !drawn_) {
            watched->removeEventFilter(this);
            watched->event(event);
            drawn_ = true;
            return true;
        }
        return false;
    }

    bool drawn_ = false;
};

/// Processor time of this thread [ms].
double threadMs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// By a thread of its own, each kAskEveryMs: how long until the window's loop comes to it [ms], and the
/// longest that it worked before it did.
std::vector<double> answers(QObject* window, double& longestWorkMs) {
    std::vector<double> times;
    double before = threadMs();
    std::atomic<bool> over = false;
    std::thread asker([&] {
        while (!over) {
            QMetaObject::invokeMethod(
                window,
                [&times, &before, &longestWorkMs, at = Clock::now()] {
                    times.push_back(msSince(at));
                    const double now = threadMs();
                    longestWorkMs = std::max(longestWorkMs, now - before);
                    before = now;
                },
                Qt::QueuedConnection);
            std::this_thread::sleep_for(std::chrono::milliseconds(kAskEveryMs));
        }
    });
    process(kAskMs);
    over = true;
    asker.join();
    process(kAskEveryMs);
    std::sort(times.begin(), times.end());
    return times;
}

/// From the press on the bar until the menu is drawn [ms], in ascending order, and the most that this
/// thread worked for one.
std::vector<double> menus(QMenuBar* bar, double& mostWorkMs) {
    std::vector<double> times;
    const QList<QAction*> titles = bar->actions();
    for (int i = 0; i < kMenus; ++i) {
        QAction* title = titles[i % titles.size()];
        QMenu* menu = title->menu();
        const QPointF at = bar->actionGeometry(title).center();
        std::atomic<bool> pressed = false;
        Clock::time_point start;
        DrawnAt drawn(menu);
        std::thread presser([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(kBetweenMenusMs + 13 * i));
            start = Clock::now();
            pressed = true;
            QCoreApplication::postEvent(
                bar, new QMouseEvent(QEvent::MouseButtonPress, at, bar->mapToGlobal(at),
                                     Qt::LeftButton, Qt::LeftButton, Qt::NoModifier));
        });
        double before = threadMs();
        QElapsedTimer clock;
        clock.start();
        while (!drawn.isDrawn() && clock.elapsed() < kMenuWithinMs) {
            before = pressed ? before : threadMs();
            QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents,
                                            5);
        }
        times.push_back(pressed ? msSince(start) : kMenuWithinMs);
        mostWorkMs = std::max(mostWorkMs, threadMs() - before);
        presser.join();
        menu->close();
        process(20);
    }
    std::sort(times.begin(), times.end());
    return times;
}

/// From a move with the left button down until the 3-D view is drawn anew [ms], in ascending order, and the most
/// that this thread worked for one. Nothing where the window shows no such view.
std::vector<double> orbits(const ui::MainWindow& window, double& mostWorkMs) {
    std::vector<double> times;
    auto* view = window.findChild<ui::SceneView*>();
    if (view == nullptr || !view->isVisible()) {
        return times;
    }
    const auto post = [view](QEvent::Type type, QPointF at, Qt::MouseButton button,
                             Qt::MouseButtons down) {
        QCoreApplication::postEvent(
            view, new QMouseEvent(type, at, view->mapToGlobal(at), button, down, Qt::NoModifier));
    };
    QPointF at(0.25 * view->width(),
               0.1 * view->height());  // on no machine: a selected one would be moved
    post(QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton);
    process(kBetweenOrbitsMs);
    for (int i = 0; i < kOrbits; ++i) {
        at += QPointF(kOrbitPx, 0.0);
        DrawnAt drawn(view);
        const double before = threadMs();
        const Clock::time_point start = Clock::now();
        post(QEvent::MouseMove, at, Qt::NoButton, Qt::LeftButton);
        QElapsedTimer clock;
        clock.start();
        while (!drawn.isDrawn() && clock.elapsed() < kMenuWithinMs) {
            QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents,
                                            5);
        }
        times.push_back(msSince(start));
        mostWorkMs = std::max(mostWorkMs, threadMs() - before);
        process(kBetweenOrbitsMs);
    }
    post(QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton);
    process(20);
    std::sort(times.begin(), times.end());
    return times;
}

double percentile(const std::vector<double>& sorted, double share) {
    return sorted.empty() ? 0.0
                          : sorted[std::min(sorted.size() - 1,
                                            static_cast<std::size_t>(share * sorted.size()))];
}

double nowS(const ui::Workspace& workspace) {
    const auto frame = workspace.source() ? workspace.source()->frame() : nullptr;
    return frame ? frame->timeS : 0.0;
}

}  // namespace

PlayTimes playTimes(ui::Workspace& workspace, ui::MainWindow& window, double speed) {
    PlayTimes times;
    workspace.control().setSpeed(speed);
    workspace.control().play();
    process(kWarmUpMs);
    const double fromS = nowS(workspace);
    const auto start = Clock::now();
    const std::vector<double> waits = answers(&window, times.longestWorkMs);
    times.hoursPerS = (nowS(workspace) - fromS) / 3600.0 / (1e-3 * msSince(start));
    times.answerMs = percentile(waits, 0.99);
    times.longestAnswerMs = percentile(waits, 1.0);
    const std::vector<double> opened = menus(window.menuBar(), times.menuWorkMs);
    times.menuMs = percentile(opened, 0.5);
    times.longestMenuMs = percentile(opened, 1.0);
    const std::vector<double> turned = orbits(window, times.orbitWorkMs);
    times.orbitMs = percentile(turned, 0.5);
    times.longestOrbitMs = percentile(turned, 1.0);
    workspace.control().pause();
    process(kBetweenMenusMs);
    return times;
}

double hoursPerSAlone(const ui::Workspace& workspace) {
    auto made = engine::Simulator::create(workspace.project(), *workspace.catalogue(), {});
    if (!made) {
        return 0.0;
    }
    // `progress` is informed about ten times a second: the instants of the measurement are its own.
    const auto start = Clock::now();
    std::atomic<bool> over = false;
    double fromS = -1.0, fromMs = 0.0, toS = 0.0, toMs = 0.0;
    engine::AlarmWatch alarms;
    const auto end = engine::run(
        **made, nullptr, std::numeric_limits<double>::max(), {},
        [&](double timeS) {
            toS = timeS;
            toMs = msSince(start);
            if (fromS < 0.0 && toMs >= kWarmUpMs) {
                fromS = timeS;
                fromMs = toMs;
            }
            over = toMs >= kWarmUpMs + kAskMs;
        },
        over, &alarms);
    return end && toMs > fromMs ? (toS - fromS) / 3600.0 / (1e-3 * (toMs - fromMs)) : 0.0;
}

}  // namespace headroom::app
