// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/session_twin.h"
#include "engine/document/edit.h"

#include <QObject>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace headroom::ui {

class Workspace;

/// The run of the window, for others to see and operate: the same session that the window watches. Orders go to it at once;
/// an edit is one of the window's, done on its thread, with its undo, and only where the window may be edited: the run
/// continues with it as after any edit. Members of Twin may be called from any thread, all others from the window's.
class WindowTwin : public QObject, public engine::SessionTwin {
    Q_OBJECT

  public:
    explicit WindowTwin(Workspace* workspace);

    /// There is a run to serve.
    bool hasRun() const { return run() != nullptr; }

    /// Threads that wait for the window's thread stop waiting: the server is about to end.
    void giveUp() { given_->store(true); }

    std::string name() const override;
    engine::DesignNow design() const override;

  signals:
    /// There is no run any more.
    void lost();

  private:
    using Answer = engine::ResultAll<engine::DesignNow>;

    void follow();
    void takeDesign();
    /// On the window's thread, which may be busy.
    Answer inTurn(Change change) override;
    const engine::Project& project() const override;
    const engine::Catalogue& catalogue() const override;
    Answer take(const std::vector<engine::Edit>& edits, const std::string& words) override;
    std::optional<Answer> takeBack(bool isRedo) override;

    Workspace* workspace_;
    std::shared_ptr<std::atomic<bool>> given_ = std::make_shared<std::atomic<bool>>(false);
    mutable std::mutex mutex_;
    // guarded by mutex_
    std::string name_;
    engine::DesignNow design_;
};

}  // namespace headroom::ui
