// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/watch/run_link.h"

#include <QObject>
#include <QString>

#include <atomic>
#include <memory>

namespace headroom::engine {
class RunSeries;
struct AttachWish;
}  // namespace headroom::engine

namespace headroom::ui {

class Workspace;

/// The run that another Headroom serves, while the window shows one: opened like a project, operated as far as the token
/// permits.
class ServedRun : public QObject {
    Q_OBJECT

  public:
    explicit ServedRun(Workspace* workspace);

    /// Opens the run in place of what is open; Workspace::opened() or failed() follows.
    void attachTo(const engine::AttachWish& wish);
    /// Ends the wait for a server that does not answer.
    void giveUpAttaching();

    /// The connection to that run. Null if none is shown. It stays when the server is away, or after detach(), with what
    /// was seen last.
    engine::RunLink* link() const;

    /// It has not been detached: its clock is the server's.
    bool isFollowing() const;
    /// Why its design may not be changed from here; empty if it may.
    QString lock() const;
    /// Whether what is shown can be played from here. If not, Workspace::said() gives the reason.
    bool mayOperate() const;
    /// Follows it no more; what was seen stays.
    void detach();

    /// Follows what the run reports by itself. The workspace calls it when it shows another run.
    void listen();
    /// After an edit went to the server: it is the server's design now, or was refused and is taken back.
    void takeEdit();

  signals:
    /// A served run is reached, lost or left.
    void changed();

  private:
    void follow();
    void takeDesign();

    Workspace* workspace_;
    std::shared_ptr<std::atomic<bool>> pending_;  ///< an event of the run that is followed waits
    std::shared_ptr<const engine::RunSeries> series_;  ///< another one: another run is served
};

}  // namespace headroom::ui
