// SPDX-License-Identifier: Apache-2.0
#include "ui/lessons/lesson_run.h"

#include "engine/money/cost.h"
#include "engine/money/options.h"
#include "engine/money/spread.h"
#include "engine/run/frame/computed.h"
#include "engine/run/frame/story.h"
#include "ui/kit/task.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/why/number_value.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/workspace.h"

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view kSinceStep[] = {"base/", "lowest/", "highest/"};

/// The words for what a check reads: a number of the window, one since the step began, an answer, money or events.
NumberWords wordsFor(std::string_view name, const Workspace& workspace) {
    const auto spaced = [](std::string_view key) {
        return QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size())).replace('_', ' ');
    };
    if (name == "time_h") {
        return {LessonRun::tr("time"), "h"};
    }
    if (name == "elapsed_h") {
        return {LessonRun::tr("time of this step"), "h"};
    }
    if (name == "answer") {
        return {LessonRun::tr("your answer"), {}};
    }
    if (name.starts_with("money/")) {
        const std::string_view key = name.substr(6);
        return key == "own_usd_per_hour"    ? NumberWords{LessonRun::tr("own hour"), "USD"}
               : key == "rent_usd_per_hour" ? NumberWords{LessonRun::tr("rented hour"), "USD"}
               : key == "break_even_pct"    ? NumberWords{LessonRun::tr("break-even"), "%"}
                                            : NumberWords{spaced(key), {}};
    }
    for (const std::string_view since : kSinceStep) {
        if (name.starts_with(since)) {
            NumberWords words = wordsFor(name.substr(since.size()), workspace);
            words.title = (since == kSinceStep[0]   ? LessonRun::tr("%1 when the step began")
                           : since == kSinceStep[1] ? LessonRun::tr("lowest %1")
                                                    : LessonRun::tr("highest %1"))
                              .arg(words.title);
            return words;
        }
    }
    if (name.starts_with("events/")) {
        return {LessonRun::tr("events of kind %1").arg(spaced(name.substr(7))), {}};
    }
    const auto number = NumberName::parse(std::string(name));
    return number ? wordsOf(*number, workspace) : NumberWords{spaced(name), {}};
}

/// Cost of a year of the jobs here and there, in numbers that checks read.
struct MoneyFound {
    std::map<std::string, double, std::less<>> numbers;
    QString fault;
};

MoneyFound moneyOf(const engine::Project& project, const engine::Catalogue& catalogue,
                   const std::string& offer, const Task::Link& link) {
    MoneyFound found;
    const auto against = engine::againstOf(offer, catalogue);
    if (!against) {
        found.fault = shownText(against.error().message);
        return found;
    }
    const engine::CostSpec spec;
    const auto basis = engine::costBasis(
        project, catalogue, spec, [&](double share) { link.tell(0.4 * share); },
        &link.isCancelled());
    if (!basis) {
        found.fault = shownText(engine::text(basis.error()));
        return found;
    }
    engine::PriceRates rates(catalogue, *basis->book);
    const engine::Cost cost = engine::costOf(*basis, rates);
    const engine::CostSpread spread = engine::costSpread(*basis, cost, rates);
    const auto places = engine::placeCosts(
        project, *basis, cost, spread, rates, {*against}, spec.year,
        [&](double share) { link.tell(0.4 + 0.6 * share); }, &link.isCancelled());
    if (!places) {
        found.fault = shownText(engine::text(places.error()));
        return found;
    }
    for (const engine::PlaceCost& place : *places) {
        if (place.kind == engine::PlaceKind::Own) {
            found.numbers["own_usd_per_hour"] = place.perHour();
        } else if (place.kind == engine::PlaceKind::Cloud) {
            found.numbers["rent_usd_per_hour"] = place.perHour();
            if (place.breakEven) {
                found.numbers["break_even_pct"] = 100.0 * place.breakEven->utilisation;
            }
        }
    }
    return found;
}

}  // namespace

LessonRun::LessonRun(Workspace* workspace, QObject* parent)
    : QObject(parent), workspace_(workspace), task_(new Task(this)), answer_(kUnknown) {
    connect(workspace, &Workspace::opened, this, [this] {
        if (lesson_ && !ready_) {
            ready_ = true;
            enter(0);
        }
    });
    connect(workspace, &Workspace::closed, this, [this] {
        if (ready_) {
            leave();
        }
    });
    connect(workspace, &Workspace::failed, this, [this] {
        if (lesson_ && !ready_) {
            leave();
        }
    });
    connect(workspace, &Workspace::frameArrived, this, &LessonRun::look);
    connect(workspace, &Workspace::projectChanged, this, &LessonRun::look);
    connect(workspace, &Workspace::slowTick, this, &LessonRun::changed);
    connect(task_, &Task::progressed, this, &LessonRun::changed);
}

void LessonRun::begin(engine::Lesson lesson, const QString& scenarios) {
    task_->cancel();
    ready_ = false;
    lesson_.reset();  // what closes now is not its project
    const std::filesystem::path project =
        std::filesystem::path(scenarios.toStdString()) / lesson.project;
    lesson_ = std::move(lesson);
    step_ = -1;
    done_.assign(lesson_->steps.size(), {});
    money_.clear();
    emit changed();
    workspace_->files().open(project);
}

void LessonRun::leave() {
    task_->cancel();
    lesson_.reset();
    ready_ = false;
    step_ = -1;
    emit changed();
}

const engine::LessonStep* LessonRun::current() const {
    return lesson_ && step_ >= 0 && step_ < static_cast<int>(lesson_->steps.size())
               ? &lesson_->steps[static_cast<std::size_t>(step_)]
               : nullptr;
}

bool LessonRun::isBusy() const {
    return task_->isBusy();
}

bool LessonRun::isDone() const {
    return current() != nullptr && done_[static_cast<std::size_t>(step_)].isDone;
}

void LessonRun::enter(int step) {
    step_ = step;
    answer_ = kUnknown;
    seen_.clear();
    fault_.clear();
    start_ = workspace_->project();
    const auto frame = workspace_->frame();
    startS_ = isComputed(frame.get()) ? frame->timeS : 0.0;
    seenS_ = startS_;
    clock_.start();
    look();
}

/// Takes in what is to be seen now, and whether the step is done.
void LessonRun::look() {
    const engine::LessonStep* now = current();
    if (now == nullptr || !ready_) {
        return;
    }
    const auto frame = workspace_->frame();
    if (frame && frame->timeS < startS_) {
        startS_ = 0.0;  // the run began anew
        seen_.clear();
    }
    const double nowS = isComputed(frame.get()) ? frame->timeS : seenS_;
    seenS_ = std::min(seenS_, nowS);
    for (const std::string& name : now->check.names()) {
        for (const std::string_view since : kSinceStep) {
            if (!name.starts_with(since)) {
                continue;
            }
            const std::string of = name.substr(since.size());
            const double is = measured(of);
            if (std::isnan(is)) {
                continue;
            }
            const auto [at, isNew] = seen_.try_emplace(of, Seen{is, is, is});
            // A drop that lasts for a few steps lies between two drawn frames.
            const auto number = NumberName::parse(of);
            const Extremes every =
                number ? extremesInFiles(*number, *workspace_, seenS_, nowS) : Extremes{};
            at->second.lowest = std::fmin(std::min(at->second.lowest, is), every.least);
            at->second.highest = std::fmax(std::max(at->second.highest, is), every.most);
        }
    }
    seenS_ = nowS;
    Done& done = done_[static_cast<std::size_t>(step_)];
    // A question needs an answer: see answer().
    if (!done.isDone && now->ask.empty() &&
        now->check.holds([this](std::string_view name) { return value(name); })) {
        done.isDone = true;
        done.seconds = static_cast<double>(clock_.elapsed()) / 1e3;
        emit changed();
    }
}

double LessonRun::events(std::string_view kind) const {
    const auto frame = workspace_->frame();
    if (!frame || !frame->story) {
        return frame ? 0.0 : kUnknown;
    }
    int count = 0;
    frame->story->forEach([&](const engine::Event& event) {
        const QString word = QString(engine::eventKindName(event.kind)).toLower().replace(' ', '_');
        count += word == utf8Text(kind) ? 1 : 0;
    });
    return count;
}

/// A number of the instant that is shown.
double LessonRun::measured(std::string_view name) const {
    if (name.starts_with("events/")) {
        return events(name.substr(7));
    }
    const auto number = NumberName::parse(std::string(name));
    return number ? numberInFiles(*number, *workspace_) : kUnknown;
}

double LessonRun::value(std::string_view name) const {
    const auto frame = workspace_->frame();
    if (name == "time_h" || name == "elapsed_h") {
        return isComputed(frame.get())
                   ? (frame->timeS - (name == "time_h" ? 0.0 : startS_)) / 3600.0
                   : kUnknown;
    }
    if (name == "answer") {
        return answer_;
    }
    if (name.starts_with("money/")) {
        const auto known = money_.find(name.substr(6));
        return known == money_.end() ? kUnknown : known->second;
    }
    for (const std::string_view since : kSinceStep) {
        if (name.starts_with(since)) {
            const auto known = seen_.find(name.substr(since.size()));
            return known == seen_.end()     ? kUnknown
                   : since == kSinceStep[0] ? known->second.base
                   : since == kSinceStep[1] ? known->second.lowest
                                            : known->second.highest;
        }
    }
    return measured(name);
}

void LessonRun::answer(double given) {
    const engine::LessonStep* now = current();
    if (now == nullptr) {
        return;
    }
    answer_ = given;
    look();
    Done& done = done_[static_cast<std::size_t>(step_)];
    if (!done.isDone) {
        ++done.tries;
        if (now->check.holds([this](std::string_view name) { return value(name); })) {
            done.isDone = true;
            done.seconds = static_cast<double>(clock_.elapsed()) / 1e3;
        }
    }
    emit changed();
}

void LessonRun::next() {
    if (!isDone()) {
        return;
    }
    enter(step_ + 1);
    emit changed();
}

void LessonRun::hint() {
    const engine::LessonStep* now = current();
    if (now != nullptr) {
        int& hints = done_[static_cast<std::size_t>(step_)].hints;
        hints = std::min(hints + 1, static_cast<int>(now->hints.size()));
        emit changed();
    }
}

void LessonRun::reset() {
    if (current() == nullptr || !ready_) {
        return;
    }
    Done& done = done_[static_cast<std::size_t>(step_)];
    done.isDone = false;
    done.hints = 0;
    ++done.resets;
    if (!(workspace_->project().objects == start_.objects)) {
        emit designWanted();
        while (workspace_->editor().canUndo() &&
               !(workspace_->project().objects == start_.objects)) {
            workspace_->editor().undo();
        }
    }
    workspace_->files().restart();
    startS_ = 0.0;
    answer_ = kUnknown;
    seen_.clear();
    emit changed();
}

void LessonRun::compute() {
    const engine::LessonStep* now = current();
    if (now == nullptr || now->against.empty() || task_->isBusy() ||
        workspace_->catalogue() == nullptr) {
        return;
    }
    fault_.clear();
    task_->run([project = workspace_->project(), catalogue = *workspace_->catalogue(),
                offer = now->against](
                   const Task::Link& link) { return moneyOf(project, catalogue, offer, link); },
               [this](MoneyFound found) {
                   money_ = std::move(found.numbers);
                   fault_ = found.fault;
                   look();
                   emit changed();
               });
    emit changed();
}

QString LessonRun::checkText() const {
    const engine::LessonStep* now = current();
    if (now == nullptr) {
        return {};
    }
    return QString::fromStdString(now->check.written([this](std::string_view name) {
        const double is = value(name);
        const NumberWords words = wordsFor(name, *workspace_);
        return (words.title + ' ' +
                (std::isnan(is) ? QStringLiteral("?") : plainNumberText(is, 4)) +
                (words.unit.isEmpty() ? QString() : ' ' + words.unit))
            .toStdString();
    }));
}

QString LessonRun::moneyText() const {
    if (!fault_.isEmpty()) {
        return fault_;
    }
    if (task_->isBusy()) {
        return tr("Computing a year here and there…");
    }
    if (money_.empty()) {
        return tr("Not computed yet.");
    }
    return tr("A used hour: own %1 USD, rented %2 USD. Break-even: %3 % of the hours.")
        .arg(numberText(value("money/own_usd_per_hour"), 3),
             numberText(value("money/rent_usd_per_hour"), 3),
             numberText(value("money/break_even_pct"), 3));
}

QString LessonRun::sheet() const {
    if (!lesson_) {
        return {};
    }
    QStringList lines{QString::fromStdString(lesson_->title),
                      tr("Project: %1").arg(QString::fromStdString(lesson_->project))};
    double seconds = 0.0;
    for (std::size_t i = 0; i < done_.size(); ++i) {
        const Done& done = done_[i];
        seconds += done.seconds;
        lines << tr("%1. %2: %3, %4; %5 hints, %6 answers, %7 resets")
                     .arg(i + 1)
                     .arg(QString::fromStdString(lesson_->steps[i].title),
                          done.isDone ? tr("done") : tr("not done"), lengthText(done.seconds))
                     .arg(done.hints)
                     .arg(done.tries)
                     .arg(done.resets);
    }
    lines << tr("All: %1").arg(lengthText(seconds));
    return lines.join('\n');
}

}  // namespace headroom::ui
