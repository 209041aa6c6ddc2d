// SPDX-License-Identifier: Apache-2.0
#include "ui/serve/window_twin.h"

#include "ui/workspace/editor.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QMetaObject>

#include <chrono>
#include <future>
#include <utility>

namespace headroom::ui {

namespace {

constexpr std::chrono::milliseconds kLook{50};
constexpr int kLooks = 400;  // 20 s: a window that does not answer by then is asked something

engine::Errors refusedBy(const char* code, std::string message, std::string remedy) {
    return {engine::Error{code, std::move(message), std::move(remedy), {}, {}, 0}};
}

}  // namespace

WindowTwin::WindowTwin(Workspace* workspace) : workspace_(workspace) {
    follow();
    takeDesign();
    connect(workspace, &Workspace::opened, this, &WindowTwin::follow);
    connect(workspace, &Workspace::simulationChanged, this, &WindowTwin::follow);
    connect(workspace, &Workspace::closed, this, [this] { emit lost(); });
    connect(workspace, &Workspace::opened, this, &WindowTwin::takeDesign);
    connect(workspace, &Workspace::projectChanged, this, &WindowTwin::takeDesign);
}

/// A run that is rewound, and waits, is served as it waits.
void WindowTwin::follow() {
    const auto now = workspace_->runs().own();
    if (now != nullptr) {
        setRun(now);
    } else if (!workspace_->runs().isRewound()) {
        emit lost();
    }
    const std::lock_guard lock(mutex_);
    name_ = workspace_->title().toStdString();
}

void WindowTwin::takeDesign() {
    auto text = std::make_shared<const std::string>(engine::projectText(workspace_->project()));
    const Editor& editor = workspace_->editor();
    const std::lock_guard lock(mutex_);
    const bool isNew = design_.text != nullptr && *design_.text != *text;
    design_ = {std::move(text), design_.revision + (isNew ? 1 : 0),
               editor.canUndo() ? editor.undoText().toStdString() : "",
               editor.canRedo() ? editor.redoText().toStdString() : "",
               engine::designFilesOf(workspace_->project())};
}

std::string WindowTwin::name() const {
    const std::lock_guard lock(mutex_);
    return name_;
}

engine::DesignNow WindowTwin::design() const {
    const std::lock_guard lock(mutex_);
    return design_;
}

WindowTwin::Answer WindowTwin::inTurn(Change change) {
    auto made = std::make_shared<std::promise<Answer>>();
    auto answer = made->get_future();
    QMetaObject::invokeMethod(
        this, [made, change = std::move(change)] { made->set_value(change()); },
        Qt::QueuedConnection);
    for (int look = 0; look < kLooks && !given_->load(); ++look) {
        if (answer.wait_for(kLook) == std::future_status::ready) {
            return answer.get();
        }
    }
    return tl::unexpected(
        refusedBy("WEB-027", "the window does not answer: it is busy, or asks somebody something",
                  "read the design, which says whether it was changed after all"));
}

const engine::Project& WindowTwin::project() const {
    return workspace_->project();
}

const engine::Catalogue& WindowTwin::catalogue() const {
    return *workspace_->catalogue();
}

WindowTwin::Answer WindowTwin::take(const std::vector<engine::Edit>& edits,
                                    const std::string& words) {
    engine::Errors faults = workspace_->editor().wouldRefuse(edits);
    if (faults.empty() && !workspace_->editor().apply(edits, QString::fromStdString(words))) {
        faults = refusedBy(
            "WEB-021",
            "the window may not be edited now: " + workspace_->editor().lock().toStdString(),
            "somebody at the window has to go to its workspace Design");
    }
    if (!faults.empty()) {
        return tl::unexpected(std::move(faults));
    }
    takeDesign();
    return design();
}

std::optional<WindowTwin::Answer> WindowTwin::takeBack(bool isRedo) {
    Editor& editor = workspace_->editor();
    if (isRedo ? !editor.canRedo() : !editor.canUndo()) {
        return std::nullopt;
    }
    isRedo ? editor.redo() : editor.undo();
    takeDesign();
    return Answer(design());
}

}  // namespace headroom::ui
