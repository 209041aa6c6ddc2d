// SPDX-License-Identifier: Apache-2.0
#include "engine/live/pace.h"

#include <algorithm>
#include <utility>

namespace headroom::engine {

namespace {

constexpr auto kSpeedWindow = std::chrono::seconds(1);
constexpr double kShortestWaitS = 0.001, kLongestWaitS = 0.05;
constexpr double kNearlyWanted = 0.8;  // slower than this share of the wanted speed is behind

double inSeconds(Pace::Clock::duration d) {
    return std::chrono::duration<double>(d).count();
}

}  // namespace

void Pace::begin(double timeS) {
    tick_ = window_ = Clock::now();
    windowTimeS_ = timeS;
    dueS_ = 0.0;
}

bool Pace::isDue(double wantedSpeed, double stepS) {
    const auto now = Clock::now();
    wanted_ = wantedSpeed;
    stepS_ = stepS;
    dueS_ += wanted_ * inSeconds(now - tick_);
    tick_ = now;
    isLate_ = wanted_ > 0.0 && dueS_ > wanted_ + stepS_;
    dueS_ = isLate_ ? wanted_ : dueS_;
    return wanted_ <= 0.0 || dueS_ >= stepS_;
}

double Pace::waitS() const {
    return std::clamp((stepS_ - dueS_) / wanted_, kShortestWaitS, kLongestWaitS);
}

void Pace::pay(double stepS) {
    dueS_ = std::max(0.0, dueS_ - stepS);
}

double Pace::payAll() {
    return std::exchange(dueS_, 0.0);
}

bool Pace::isSecondOver() const {
    return tick_ - window_ >= kSpeedWindow;
}

void Pace::measure(double timeS, PlaySpeed& speed) {
    speed.achieved = (timeS - windowTimeS_) / inSeconds(tick_ - window_);
    // At less than a step a second, a second has a step or none: that says nothing.
    speed.isBehind =
        isLate_ || (wanted_ > 0.0 && wanted_ >= stepS_ && speed.achieved < kNearlyWanted * wanted_);
    window_ = tick_;
    windowTimeS_ = timeS;
}

}  // namespace headroom::engine
