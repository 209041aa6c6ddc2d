// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/compare_set.h"

#include "engine/compare/floor_difference.h"
#include "engine/compare/money_figures.h"
#include "engine/replay/player.h"
#include "ui/kit/task.h"
#include "ui/workspace/workspace.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace headroom::ui {

namespace {

/// Told apart by lightness as well (Okabe and Ito, "Color universal design", 2008).
constexpr std::array<const char*, engine::kMostCompared> kColours = {"#0072b2", "#d55e00", "#009e73",
                                                                     "#cc79a7"};

struct Read {
    std::vector<Compared> all;
    std::optional<engine::Comparison> comparison;
    engine::Errors errors;
    QString which;
};

/// Names, colours, racks and the comparison: all that depends on who stands beside whom.
void settle(Read& read, std::size_t baseline) {
    std::vector<engine::Candidate> candidates;
    std::vector<std::string> given;
    for (std::size_t i = 0; i < read.all.size(); ++i) {
        read.all[i].colour = QColor(kColours[i]);
        candidates.push_back(read.all[i].candidate);
        given.push_back(read.all[i].path.string());
    }
    engine::tellApart(candidates, given);
    for (std::size_t i = 0; i < read.all.size(); ++i) {
        read.all[i].candidate.name = candidates[i].name;
        const auto& floor = read.all[baseline].candidate.floor;
        read.all[i].same = floor && candidates[i].floor
                               ? engine::sameRacks(*floor, *candidates[i].floor)
                               : std::vector<int>();
    }
    read.comparison.reset();
    if (candidates.size() >= engine::kFewestCompared) {
        auto compared = engine::compare(candidates, baseline);
        if (compared) {
            read.comparison = std::move(*compared);
        } else {
            read.errors = {compared.error()};
        }
    }
}

}  // namespace

CompareSet::CompareSet(Workspace* workspace, std::filesystem::path shipped, QObject* parent)
    : QObject(parent),
      workspace_(workspace),
      shipped_(std::move(shipped)),
      task_(new Task(this)) {
    // What the window shows is what is compared: one instant for all.
    connect(workspace, &Workspace::slowTick, this, [this] {
        const auto frame = workspace_->frame();
        if (frame && frame->timeS != timeS_ && !all_.empty()) {
            timeS_ = frame->timeS;
            emit timeChanged();
        }
    });
}

CompareSet::~CompareSet() = default;

bool CompareSet::isBusy() const {
    return task_->isBusy();
}

void CompareSet::add(const QStringList& paths) {
    if (isBusy() || paths.isEmpty()) {
        return;
    }
    if (all_.size() + static_cast<std::size_t>(paths.size()) > engine::kMostCompared) {
        emit failed(tr("No more than four are compared"),
                    {{"CMR-001", "Two to four runs or designs stand side by side.",
                      "Take one out first.", {}, {}, 0}});
        return;
    }
    auto read = std::make_shared<Read>();
    read->all = all_;
    task_->run(
        [read, paths, shipped = shipped_, baseline = baseline_] {
            for (const QString& path : paths) {
                Compared next;
                next.path = path.toStdString();
                auto candidate = engine::candidateOf(next.path, shipped);
                if (!candidate) {
                    read->errors = candidate.error();
                    read->which = path;
                    return;
                }
                next.candidate = std::move(*candidate);
                if (next.candidate.recording) {
                    auto frames = engine::RecordedFrames::open(next.candidate.recording, nullptr);
                    const std::atomic<bool> never{false};
                    const auto filled =
                        frames ? (*frames)->readSeries(*next.candidate.recording, never)
                               : engine::Result<bool>(tl::unexpected(frames.error()));
                    if (!filled) {
                        read->errors = {filled.error()};
                        read->which = path;
                        return;
                    }
                    next.frames = std::move(*frames);
                }
                read->all.push_back(std::move(next));
            }
            settle(*read, baseline);
        },
        [this, read] {
            emit busyChanged({});
            if (!read->errors.empty()) {
                emit failed(tr("%1 cannot be compared").arg(read->which), read->errors);
                return;
            }
            all_ = std::move(read->all);
            comparison_ = std::move(read->comparison);
            const auto frame = workspace_->frame();
            timeS_ = frame && workspace_->player() != nullptr ? frame->timeS : lastS();
            emit changed();
        });
    emit busyChanged(tr("Reading what is compared…"));
}

void CompareSet::compareAgain() {
    auto read = std::make_shared<Read>();
    read->all = all_;
    task_->run([read, baseline = baseline_] { settle(*read, baseline); },
               [this, read] {
                   emit busyChanged({});
                   all_ = std::move(read->all);
                   comparison_ = std::move(read->comparison);
                   emit changed();
                   if (!read->errors.empty()) {
                       emit failed(tr("They cannot be compared"), read->errors);
                   }
               });
    emit busyChanged(tr("Comparing…"));
}

void CompareSet::remove(std::size_t index) {
    if (isBusy() || index >= all_.size()) {
        return;
    }
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(index));
    baseline_ = index < baseline_ ? baseline_ - 1 : baseline_ == index ? 0 : baseline_;
    if (all_.empty()) {
        comparison_.reset();
        emit changed();
        return;
    }
    compareAgain();
}

void CompareSet::addMoney() {
    if (isBusy() || all_.empty()) {
        return;
    }
    auto read = std::make_shared<Read>();
    read->all = all_;
    task_->run(
        [read, baseline = baseline_](const Task::Link& link) {
            for (Compared& one : read->all) {
                if (const auto done = engine::addMoney(one.candidate, {}, &link.isCancelled());
                    !done) {
                    read->errors = done.error();
                    read->which = QString::fromStdString(one.candidate.name);
                    return;
                }
            }
            settle(*read, baseline);
        },
        [this, read] {
            emit busyChanged({});
            if (!read->errors.empty()) {
                emit failed(tr("The cost of %1 cannot be worked out").arg(read->which),
                            read->errors);
                return;
            }
            all_ = std::move(read->all);
            comparison_ = std::move(read->comparison);
            emit changed();
        });
    emit busyChanged(tr("Simulating a year of each…"));
}

void CompareSet::setBaseline(std::size_t index) {
    if (!isBusy() && index < all_.size() && index != baseline_) {
        baseline_ = index;
        compareAgain();
    }
}

void CompareSet::setTime(double timeS) {
    timeS_ = timeS;
    if (engine::Player* player = workspace_->player()) {
        player->seek(timeS);
    }
    emit timeChanged();
}

std::vector<float> CompareSet::field(std::size_t index, const std::string& key) const {
    // The worker reads the recordings meanwhile.
    if (isBusy() || index >= all_.size() || !all_[index].candidate.recording) {
        return {};
    }
    return all_[index].candidate.recording->field(key, timeS_).value_or(std::vector<float>());
}

double CompareSet::lastS() const {
    double last = 0.0;
    for (const Compared& one : all_) {
        last = one.frames ? std::max(last, one.frames->lastS()) : last;
    }
    return last;
}

}  // namespace headroom::ui
