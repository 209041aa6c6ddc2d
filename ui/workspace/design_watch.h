// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/check/design_view.h"

#include <QObject>

#include <memory>
#include <vector>

namespace headroom::ui {

class Task;
class Workspace;

/// Looks at the design after every edit, on a worker, and says what it amounts to: headline figures
/// and findings. Edits that come meanwhile are taken together.
class DesignWatch : public QObject {
    Q_OBJECT

  public:
    explicit DesignWatch(Workspace* workspace);

    /// Revision of the project when last looked at; null before the first time.
    std::shared_ptr<const engine::DesignView> view() const { return view_; }

    /// Headline before the latest edit, or of the base when one was set; what the delta strip
    /// compares with.
    const engine::Sums& base() const { return base_; }

    /// The present headline becomes the base.
    void setBase();

    bool isBusy() const;

    /// Whether view() is of the present project.
    bool isCurrent() const { return view_ != nullptr && !isBusy() && !again_; }

    /// Every rule, not the quick ones alone (F7).
    void checkAll();

  signals:
    void changed();
    void busyChanged();

  private:
    void look(engine::CheckDepth depth);
    void begin();

    Workspace* workspace_;
    Task* task_;
    std::shared_ptr<const engine::DesignView> view_;
    engine::Sums base_;
    bool hasBase_ = false;
    bool again_ = false;
    engine::CheckDepth depth_ = engine::CheckDepth::Quick;
};

}  // namespace headroom::ui
