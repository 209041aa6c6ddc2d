// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/control_loop.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_control_loop {

using namespace headroom::models;

namespace {

// A first-order plant: tau dy/dt = k u - y, exact over a step of constant u.
struct Lag {
    double tauS = 100.0;
    double k = 10.0;

    double after(double y, double u, double dt) const {
        return k * u + (y - k * u) * std::exp(-dt / tauS);
    }
};

// Runs loop and plant from rest at 0 to a set-point of 5 for `untilS`; the highest y on the way.
struct Run {
    double y = 0.0;
    double highest = 0.0;
    ControlState state;
};

Run run(const ControlLoop& loop, const Lag& lag, double dt, double untilS, double setpoint = 5.0,
        Run from = {}) {
    const auto steps = static_cast<int>(std::lround(untilS / dt));
    for (int i = 0; i < steps; ++i) {
        from.state = controlStep(loop, from.state, setpoint, dt,
                                 [&](double u) { return lag.after(from.y, u, dt); });
        from.y = lag.after(from.y, from.state.output, dt);
        from.highest = std::max(from.highest, from.y);
    }
    return from;
}

}  // namespace

class TestControlLoop : public QObject {
    Q_OBJECT

  private slots:

    // By hand: K 0.1, Ti 50 s, dt 10 s, u_0 0.2, e_0 1, y = 4 + 10 u, set-point 8. u - 0.2 = 0.1 (e
    // - 1 + 0.2 e), e = 4 - 10 u: u (1 + 1.2) = 0.2 - 0.1 + 0.48: u = 0.263636.
    void byHand() {
        const ControlLoop loop{.gain = 0.1, .integralS = 50.0};
        const auto line = [](double u) { return 4.0 + 10.0 * u; };
        const ControlState s = controlStep(loop, {0.2, 1.0}, 8.0, 10.0, line);
        QVERIFY(std::abs(s.output - 0.58 / 2.2) < 1e-8);
        QVERIFY(std::abs(s.error - (4.0 - 10.0 * s.output)) < 1e-12);
    }

    // Small steps are the textbook's controller: u = K e + K/Ti int e dt, integrated by forward
    // Euler at 1 ms; the response at 60 s agrees within 0.2 % at 1 s steps, and improves with the
    // step.
    void matchesTheFineSolution() {
        const ControlLoop loop{.gain = 0.05, .integralS = 80.0};
        const Lag lag;
        double y = 0.0;
        double integral = 0.0;
        double u = 0.0;
        // The velocity form starts from rest with e_0 = 0: the step of the set-point gives K e.
        constexpr double dt = 1e-3;
        for (int i = 0; i < 60000; ++i) {
            const double e = 5.0 - y;
            integral += e * dt;
            u = 0.05 * e + 0.05 / 80.0 * integral;
            y += (lag.k * u - y) * dt / lag.tauS;
        }
        const double one = run(loop, lag, 1.0, 60.0).y;
        const double tenth = run(loop, lag, 0.1, 60.0).y;
        QVERIFY2(std::abs(one - y) < 5e-3 * y, qPrintable(QString::number(one - y)));
        QVERIFY(std::abs(tenth - y) < 0.2 * std::abs(one - y) + 1e-4);
    }

    // Steps of an hour, 45 integral times: dead-beat, at the set-point after one step within 2.3 %
    // (1 / (1 + dt/Ti)), after two within 0.1 %; no overshoot at any step or gain.
    void longStepsSettleAtOnce() {
        for (const double gain : {0.01, 0.1, 1.0, 100.0}) {
            const ControlLoop loop{.gain = gain, .integralS = 80.0};
            const Run hour = run(loop, Lag{}, 3600.0, 3600.0);
            QVERIFY(hour.highest <= 5.0 + 1e-6);
            if (gain >= 0.1) {
                QVERIFY(std::abs(hour.y - 5.0) < 0.12);
                QVERIFY(std::abs(run(loop, Lag{}, 3600.0, 7200.0).y - 5.0) < 5e-3);
            }
            for (const double dt : {15.0, 60.0, 900.0}) {
                QVERIFY(std::abs(run(loop, Lag{}, dt, 7200.0).y - 5.0) < 0.05);
            }
        }
    }

    // Saturated for ten hours by a set-point out of reach (10 at most), the output leaves its limit
    // with the first steps after the set-point comes back: no wind-up.
    void doesNotWindUp() {
        const ControlLoop loop{.gain = 0.05, .integralS = 80.0};
        const Run full = run(loop, Lag{}, 15.0, 36000.0, 50.0);
        QCOMPARE(full.state.output, 1.0);
        const Run back = run(loop, Lag{}, 15.0, 30.0, 5.0, full);
        QVERIFY(back.state.output < 0.9);
        const Run settled = run(loop, Lag{}, 15.0, 3600.0, 5.0, full);
        QVERIFY(std::abs(settled.y - 5.0) < 0.01);
    }

    // At rest at the set-point nothing moves: change-over from a hand-set output is without a bump.
    void bumpless() {
        const ControlLoop loop{.gain = 2.0, .integralS = 10.0};
        const ControlState s =
            controlStep(loop, {0.37, 0.0}, 3.7, 5.0, [](double u) { return 10.0 * u; });
        QVERIFY(std::abs(s.output - 0.37) < 1e-8);
    }

    // A valve of 60 s stroke moves by a quarter in 15 s, both ways.
    void rate() {
        const ControlLoop loop{.gain = 10.0, .integralS = 10.0, .strokeS = 60.0};
        const auto line = [](double u) { return u; };
        QCOMPARE(controlStep(loop, {0.5, 0.0}, 5.0, 15.0, line).output, 0.75);
        QCOMPARE(controlStep(loop, {0.5, 0.0}, -5.0, 15.0, line).output, 0.25);
    }

    // A set-point jumps by 4 at K 0.1: the valve shall move by 0.4, and with a stroke of 60 s it needs 24 s for that. The
    // measurement answers slowly (tau 600 s), and integral action adds little (Ti 3,000 s): after 40 s it stands within 0.03 of
    // 0.9 whether steps are of 1, 4, 10 or 40 s. The rate once cut the move off for good: steps of 1 s ended at 0.53.
    void rateDoesNotEatTheMove() {
        const ControlLoop loop{.gain = 0.1, .integralS = 3000.0, .strokeS = 60.0};
        Run from;
        from.y = 5.0;
        from.state.output = 0.5;
        for (const double dt : {1.0, 4.0, 10.0, 40.0}) {
            const Run moved = run(loop, Lag{.tauS = 600.0}, dt, 40.0, 9.0, from);
            QVERIFY2(std::abs(moved.state.output - 0.9) < 0.03,
                     qPrintable(QString::number(moved.state.output)));
        }
    }

    // More valve, less temperature: a negative gain. Limits hold where even the last does not
    // reach.
    void reverseActing() {
        const ControlLoop loop{.gain = -0.2, .integralS = 35.0, .low = 0.1};
        const auto plant = [](double u) { return 40.0 - 20.0 * u; };
        ControlState s{0.5, -2.0};
        for (int i = 0; i < 100; ++i) {
            s = controlStep(loop, s, 28.0, 15.0, plant);
        }
        QVERIFY(std::abs(plant(s.output) - 28.0) < 1e-6);
        QCOMPARE(controlStep(loop, {0.5, 0.0}, 60.0, 3600.0, plant).output, 0.1);
        QCOMPARE(controlStep(loop, {0.5, 0.0}, 0.0, 3600.0, plant).output, 1.0);
    }

    // A valve that does nothing, or one that is connected the wrong way: within the limits, finite.
    void badPlants() {
        const ControlLoop loop{.gain = 1.0, .integralS = 10.0};
        for (const double slope : {0.0, -10.0}) {
            const ControlState s =
                controlStep(loop, {0.5, 0.1}, 1.0, 60.0, [&](double u) { return slope * u; });
            QVERIFY(s.output >= 0.0 && s.output <= 1.0);
        }
        QCOMPARE(controlStep(loop, {7.0, 0.0}, 0.0, 0.0, [](double) { return 0.0; }).output, 1.0);
    }

    // The root that bisection finds between limits and rate, which what is missed shows (it rises with the output):
    // both are within 1e-9 of the range of it, so within 2e-9 of each other, also where it lies far off, at a
    // limit, or where the rate ends.
    void besideTheOutput() {
        ControlLoop loop{.gain = -0.2, .integralS = 35.0, .low = 0.1};
        const auto plant = [](double u) { return 40.0 - 20.0 * u + std::exp(-3.0 * u); };
        for (const double strokeS : {0.0, 60.0}) {
            loop.strokeS = strokeS;
            for (const double from : {0.1, 0.104, 0.5, 0.997, 1.0}) {
                for (const double setpointC : {0.0, 20.5, 30.0, 30.3, 34.0, 38.6, 60.0}) {
                    for (const double dt : {0.0, 1.0, 15.0, 900.0}) {
                        const ControlState before{from, 0.3};
                        const double reach = strokeS > 0.0 ? 0.9 * dt / strokeS : 0.9;
                        double low = std::max(0.1, from - reach),
                               high = std::min(1.0, from + reach);
                        for (int i = 0; i < 60; ++i) {
                            const double u = 0.5 * (low + high);
                            const double error = setpointC - plant(u);
                            const double moved = -0.2 * (error - 0.3 + dt / 35.0 * error);
                            (u - from > moved ? high : low) = u;
                        }
                        const ControlState s = controlStep(loop, before, setpointC, dt, plant);
                        QVERIFY(std::abs(s.output - 0.5 * (low + high)) <= 2e-9 * 0.9);
                        // At the end of the rate some of the move is left, and is remembered next to the error.
                        const double left = -0.2 * (setpointC - plant(s.output) - s.error);
                        const bool isCut = std::abs(s.output - from) >= reach - 1e-12;
                        QVERIFY(isCut || std::abs(left) < 1e-12);
                        QVERIFY(!isCut ||
                                (s.output + left >= 0.1 - 1e-12 && s.output + left <= 1.0 + 1e-12));
                    }
                }
            }
        }
    }

    // An output that moves by 0.004: 0.01 to both sides are looked at, then a chord of a plant as good as
    // straight there is off by 1e-7 or so, and the next one done.
    void evaluationsBesideTheOutput() {
        const ControlLoop loop{.gain = -0.2, .integralS = 35.0};
        const auto plant = [](double u) { return 40.0 - 20.0 * u + std::exp(-3.0 * u); };
        int calls = 0;
        const ControlState s = controlStep(loop, {0.5, 0.0}, plant(0.504), 3600.0, [&](double u) {
            ++calls;
            return plant(u);
        });
        QVERIFY(std::abs(s.output - 0.504) < 1e-3);
        QVERIFY2(calls <= 6, qPrintable(QString::number(calls)));
    }

    // An error of 0.2 that each unit of output takes 0.5 of is gone after 0.4. dx/dt = 0.2 - 0.5 x: after two time
    // constants 0.4 (1 - e^-1) = 0.25285, after a thousand 0.4, and as much in one step as in twenty. What no output
    // takes from the error continues: 0.2 x 3 = 0.6.
    void integralMoves() {
        QVERIFY(std::abs(integralMove(0.2, 0.5, 2.0) - 0.2528482) < 1e-7);
        QVERIFY(std::abs(integralMove(0.2, 0.5, 1000.0) - 0.4) < 1e-12);
        double x = 0.0;
        for (int i = 0; i < 20; ++i) {
            x += integralMove(0.2 - 0.5 * x, 0.5, 0.1);
        }
        QVERIFY(std::abs(x - integralMove(0.2, 0.5, 2.0)) < 1e-12);
        QCOMPARE(integralMove(0.2, 0.0, 3.0), 0.2 * 3.0);
    }

    // Few evaluations: a strongly bent plant, y = u^0.2.
    void evaluations() {
        const ControlLoop loop{.gain = 5.0, .integralS = 10.0};
        int calls = 0;
        const ControlState s = controlStep(loop, {0.9, 0.0}, 0.5, 3600.0, [&](double u) {
            ++calls;
            return std::pow(u, 0.2);
        });
        QVERIFY2(calls < 60, qPrintable(QString::number(calls)));
        QVERIFY(std::abs(std::pow(s.output, 0.2) - 0.5) < 0.01);
    }
};

HEADROOM_TEST(TestControlLoop)
}  // namespace tst_control_loop

#include "tst_control_loop.moc"
