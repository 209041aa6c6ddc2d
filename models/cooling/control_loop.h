// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

/// A proportional-integral controller, discretised implicitly: stable at any step.
///   u - u_0 = K [ (e - e_0) + dt / T_i e ],  e = set-point - y(u)
/// y(u) is the measurement at the end of the step, as the caller's model predicts it for output u.
/// For dt >> T_i it tends to e = 0 (dead-beat), for dt << T_i it is the textbook's controller.
/// There is no stored integral: the output before is all that it remembers, so that it cannot wind
/// up and changes over without a bump. Output limits and rate are part of the solution: a move that the rate cuts off
/// within the limits continues in the next step, as a motor follows its command. Without that short steps would
/// lose the proportional move that a jump of set-point or measurement asks for, and long ones would not. Source:
/// velocity form of the PI law (Astrom, Murray, Feedback Systems, chapter 11), backward Euler.
namespace headroom::models {

struct ControlLoop {
    double gain = 1.0;        ///< K, output per unit of error; negative: more output lowers y
    double integralS = 60.0;  ///< T_i, over 0
    double low = 0.0;
    double high = 1.0;
    double strokeS = 0.0;  ///< from low to high (a valve's motor); 0 means at once
};

struct ControlState {
    double output = 0.0;
    /// Set-point less measurement at the end of the last step, less what the rate left of the move there, over K.
    double error = 0.0;
};

namespace detail {

// K [(e - e_0) + dt / T_i e].
inline double controlMove(const ControlLoop& loop, double errorBefore, double error, double dt) {
    return loop.gain * (error - errorBefore + dt / loop.integralS * error);
}

}  // namespace detail

/// How far integral action alone moves an output in a time [time constants] while each step of it takes `gain` times
/// itself from the error: error / gain (1 - exp(-gain time)), and error time without an answer.
inline double integralMove(double error, double gain, double time) {
    return gain > 0.0 ? -error / gain * std::expm1(-gain * time) : error * time;
}

/// The state after dt. `measured(u)` -> y at the end of the step; monotone such that K dy/du >= 0
/// (a controller that acts the right way). The root is looked for next to the output that there is (about 5
/// evaluations where it moves little, as in most steps), then between limits and rate (some 17), and found within
/// 1e-9 of the output's range. Where the loop acts the wrong way, or y does not depend on u, it still ends within
/// the limits.
template <class Measured>
ControlState controlStep(const ControlLoop& loop, const ControlState& before, double setpoint,
                         double dt, Measured&& measured) {
    // Assumption: in most steps an output moves by less than this share of its range.
    constexpr double kBeside = 0.01;
    const double range = loop.high - loop.low;
    const double from = std::clamp(before.output, loop.low, loop.high);
    const double reach = loop.strokeS > 0.0 ? range * std::max(dt, 0.0) / loop.strokeS : range;
    const double lowest = std::max(loop.low, from - reach);
    const double highest = std::min(loop.high, from + reach);
    double low = std::max(lowest, from - kBeside * range);
    double high = std::min(highest, from + kBeside * range);
    // Residual of the law at an output. It rises with the output where the loop acts in the right
    // direction, at least as fast as the output.
    double error = 0.0;  // at the output that was looked at last
    const auto misses = [&](double output) {
        error = setpoint - measured(output);
        return output - from - detail::controlMove(loop, before.error, error, dt);
    };
    // Where the move ends at limit or rate: what is left of it within the limits continues in the next step.
    const auto endsAt = [&](double output) -> ControlState {
        const double asked = std::clamp(from + detail::controlMove(loop, before.error, error, dt),
                                        loop.low, loop.high);
        return {output, loop.gain != 0.0 ? error - (asked - output) / loop.gain : error};
    };
    double atLow = misses(low), atHigh = 0.0;
    if (atLow >= 0.0) {
        if (low <= lowest) {
            return endsAt(low);
        }
        high = std::exchange(low, lowest);
        atHigh = std::exchange(atLow, misses(lowest));
        if (atLow >= 0.0) {
            return endsAt(low);
        }
    } else {
        atHigh = misses(high);
        if (atHigh <= 0.0 && high < highest) {
            low = std::exchange(high, highest);
            atLow = std::exchange(atHigh, misses(highest));
        }
        if (atHigh <= 0.0) {
            return endsAt(high);
        }
    }
    const double tolerance = 1e-9 * range;
    double output = high;
    int side = 0;
    for (int i = 0; i < 100 && high - low > tolerance; ++i) {
        // Regula falsi with the Illinois weighting; every third step halves, which bounds the
        // count.
        output = i % 3 == 2 ? 0.5 * (low + high) : (low * atHigh - high * atLow) / (atHigh - atLow);
        const double miss = misses(output);
        if (std::abs(miss) <= tolerance) {
            break;  // what is missed is at least the distance from the root
        }
        if (miss > 0.0) {
            high = output;
            atHigh = miss;
            atLow = side == 1 ? 0.5 * atLow : atLow;
            side = 1;
        } else {
            low = output;
            atLow = miss;
            atHigh = side == -1 ? 0.5 * atHigh : atHigh;
            side = -1;
        }
    }
    return {output, error};
}

}  // namespace headroom::models
