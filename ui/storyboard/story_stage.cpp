// SPDX-License-Identifier: Apache-2.0
#include "ui/storyboard/story_stage.h"

#include "engine/replay/player.h"
#include "engine/run/frame/frame.h"
#include "ui/kit/framed.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QTimer>
#include <QWidget>

#include <cmath>

namespace headroom::ui {

namespace {

constexpr int kLookEveryMs = 40;
constexpr int kMostLooks = 75;           // 3 s: what has not come by then is shown without
constexpr int kMostComparedLooks = 750;  // 30 s: recordings are read
constexpr int kDrawMs = 160;             // until a view has drawn its task
constexpr const char* kCompareView = "compare";
constexpr double kSameS = 60.0;  // a frame so near to the instant is the step that holds it

/// A view with the keyboard has a frame, which belongs to no slide.
void leaveKeyboard(const QWidget* view) {
    QWidget* holder = QApplication::focusWidget();
    if (view != nullptr && holder != nullptr && (holder == view || view->isAncestorOf(holder))) {
        holder->clearFocus();
    }
}

}  // namespace

StoryStage::StoryStage(Workspace* workspace, StoryHands hands, QObject* parent)
    : QObject(parent), workspace_(workspace), hands_(std::move(hands)) {}

engine::Result<engine::StoryScene> StoryStage::take(const std::filesystem::path& folder) const {
    engine::StoryScene scene;
    scene.view = hands_.view().toStdString();
    if (const Framed* framed = hands_.framed()) {
        scene.pose = framed->pose();
        scene.focus = framed->focusWords();
    }
    scene.colour = hands_.colour().toStdString();
    scene.select = workspace_->selection().objectIds();
    if (const auto frame = workspace_->frame();
        frame != nullptr && workspace_->runs().canRewind()) {
        scene.atS = frame->timeS;
    }
    // Figures of the run that is open would be read as those of the runs that are compared.
    if (scene.view != kCompareView) {
        for (const engine::FacilityQuantity q :
             {engine::FacilityQuantity::Pue, engine::FacilityQuantity::ItPower,
              engine::FacilityQuantity::Utilization}) {
            scene.figures.emplace_back(engine::infoOf(q).key);
        }
    }
    if (scene.view == kCompareView && hands_.takeCompared) {
        if (auto done = hands_.takeCompared(scene, folder); !done) {
            return tl::unexpected(done.error());
        }
    }
    return scene;
}

void StoryStage::show(const engine::StoryScene& scene, const std::filesystem::path& folder,
                      std::function<void()> settled) {
    const int turn = ++turn_;
    if (!scene.view.empty()) {
        hands_.show(QString::fromStdString(scene.view));
    }
    if (!scene.colour.empty()) {
        hands_.setColour(QString::fromStdString(scene.colour));
    }
    if (scene.view == kCompareView && hands_.showCompared) {
        hands_.showCompared(scene, folder);
    }
    const auto frame = workspace_->frame();
    const bool isThere = frame != nullptr && std::abs(frame->timeS - scene.atS) < 1e-6;
    if (scene.atS >= 0.0 && !isThere && workspace_->runs().canRewind()) {
        workspace_->runs().seek(scene.atS);
    }
    settle(scene, turn, 0, settled);
}

void StoryStage::settle(const engine::StoryScene& scene, int turn, int tries,
                        const std::function<void()>& settled) {
    if (turn != turn_) {
        return;
    }
    const auto frame = workspace_->frame();
    const bool reads = scene.view == kCompareView && hands_.isComparedSettled &&
                       !hands_.isComparedSettled() && tries < kMostComparedLooks;
    const bool waits = reads || (scene.atS >= 0.0 && frame != nullptr &&
                                 std::abs(frame->timeS - scene.atS) > kSameS && tries < kMostLooks);
    if (waits) {
        QTimer::singleShot(kLookEveryMs, this,
                           [=, this] { settle(scene, turn, tries + 1, settled); });
        return;
    }
    std::vector<Selected> chosen;
    for (const std::string& id : scene.select) {
        if (workspace_->project().find(id) != nullptr) {
            Selected what;
            what.kind = Selected::Kind::Object;
            what.objectId = id;
            chosen.push_back(what);
        }
    }
    workspace_->selection().selectAll(std::move(chosen));
    if (Framed* framed = hands_.framed()) {
        framed->setFocusWords(scene.focus);
        framed->setPose(scene.pose);
        leaveKeyboard(dynamic_cast<QWidget*>(framed));
    }
    QTimer::singleShot(kDrawMs, this, [=, this] {
        if (turn == turn_) {
            settled();
        }
    });
}

QList<QImage> StoryStage::motion(const engine::StoryScene& scene, const engine::StoryScene* before,
                                 double lengthS, double everyS) const {
    QList<QImage> pictures;
    Framed* framed = hands_.framed();
    const bool isTurn = scene.motion == "turn";
    const bool isFlight = scene.motion == "fly" && before != nullptr && before->view == scene.view;
    if (framed == nullptr || (!isTurn && !isFlight)) {
        return pictures;
    }
    const std::vector<double> end = framed->pose();
    const int count = static_cast<int>(lengthS / everyS);
    for (int i = 0; i < count; ++i) {
        const double share = static_cast<double>(i) / count;
        framed->setPose(isTurn ? framed->poseTurned(end, share)
                               : framed->poseBetween(before->pose, end, share));
        pictures << hands_.picture();
    }
    framed->setPose(end);
    return pictures;
}

std::vector<std::pair<std::string, std::string>> StoryStage::figures(
    const engine::StoryScene& scene) const {
    std::vector<std::pair<std::string, std::string>> found;
    const auto frame = workspace_->frame();
    const auto all = engine::facilityQuantities();
    for (const std::string& key : scene.figures) {
        for (std::size_t i = 0; frame != nullptr && i < all.size(); ++i) {
            const double value = frame->facility[i];
            if (all[i].key == key && std::isfinite(value)) {
                found.emplace_back(all[i].label, quantityText(value, all[i].unit).toStdString());
            }
        }
    }
    return found;
}

QString StoryStage::stamp(const engine::StoryScene& scene) const {
    if (scene.view == kCompareView) {
        return {};
    }
    const auto frame = workspace_->frame();
    return frame == nullptr ? workspace_->title()
                            : tr("%1 · %2").arg(momentText(frame->timeS), workspace_->title());
}

engine::Result<std::string> StoryStage::figure(const engine::NoteFigure& figure) const {
    engine::StoryScene scene;
    scene.figures = {figure.key};
    const auto found = figures(scene);
    if (found.empty()) {
        return tl::unexpected(
            engine::Error{"STB-006",
                          tr("%1 is not known at this instant")
                              .arg(QString::fromStdString(figure.key))
                              .toStdString(),
                          tr("Name a quantity of the facility, or a run").toStdString(),
                          {},
                          {},
                          0});
    }
    return found.front().second;
}

QString StoryStage::source(const engine::StoryScene& scene) const {
    QStringList files;
    for (const std::string& run : scene.runs) {
        files << QString::fromStdString(run);
    }
    if (files.isEmpty()) {
        const std::filesystem::path shown = workspace_->files().file();
        files << (shown.empty() ? workspace_->title()
                                : QString::fromStdString(shown.filename().string()));
    }
    return tr("Source: %1").arg(files.join(QStringLiteral(", ")));
}

}  // namespace headroom::ui
