// SPDX-License-Identifier: Apache-2.0
#include "ui/simulation/attached_source.h"

#include "engine/live/sensor_history.h"

#include <cctype>
#include <utility>

namespace headroom::ui {

/// Between the threads of the run and the window's.
struct AttachedSource::Shared {
    std::mutex mutex;
    std::function<void()> framed, stated;
    std::shared_ptr<const engine::Frame> told;  ///< that `framed` was called for

    void tell(const engine::AttachedRun& run) {
        auto now = run.frame();
        const std::lock_guard lock(mutex);
        if (now != told && framed) {
            told = std::move(now);
            framed();
        }
        if (stated) {
            stated();
        }
    }
};

std::string AttachedSource::textOf(const engine::Error& error) {
    const auto sentence = [](std::string words) {
        if (!words.empty()) {
            words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
        }
        return words;
    };
    return error.code.empty() ? std::string()
                              : sentence(error.message) + ". " + sentence(error.remedy) + ".";
}

AttachedSource::AttachedSource(std::shared_ptr<engine::AttachedRun> run)
    : run_(std::move(run)), shared_(std::make_shared<Shared>()), shown_(run_->frame()) {
    run_->whenChanged([shared = shared_, of = run_.get()] { shared->tell(*of); });
}

AttachedSource::~AttachedSource() {
    run_->whenChanged({});
    run_->whenRefused({});
}

void AttachedSource::onState(std::function<void()> callback) {
    const std::lock_guard lock(shared_->mutex);
    shared_->stated = std::move(callback);
}

void AttachedSource::onRefused(std::function<void(const engine::Error&)> callback) {
    run_->whenRefused(std::move(callback));
}

void AttachedSource::onFrame(std::function<void()> callback) {
    const std::lock_guard lock(shared_->mutex);
    shared_->framed = std::move(callback);
}

int AttachedSource::operateAt(double atS, const engine::PlantOrder& order) {
    run_->orderAt(atS, order);
    return -1;
}

std::shared_ptr<const engine::Frame> AttachedSource::frame() const {
    shown_ = run_->frame();
    return shown_;
}

const engine::Layout& AttachedSource::layout() const {
    static const engine::Layout kNone;
    return shown_->layout ? *shown_->layout : kNone;
}

engine::Diagnosis AttachedSource::diagnose(const engine::Story& story, double timeS) {
    const auto plant = run_->plant();
    if (!plant) {
        return {};
    }
    engine::Telemetry telemetry = engine::sensorHistory(*run_->series(), timeS);
    story.forEach([&](const engine::Event& event) {
        if (event.timeS <= timeS) {
            telemetry.take(event);
        }
    });
    return engine::diagnose(*plant, telemetry, timeS);
}

engine::BlastReach AttachedSource::reach(const std::vector<engine::PlantOrder>& orders) {
    const auto plant = run_->plant();
    if (!plant) {
        return {};
    }
    if (!reach_ || plant != reached_) {
        reach_.emplace(*plant);
        reached_ = plant;
    }
    return reach_->reach(orders);
}

}  // namespace headroom::ui
