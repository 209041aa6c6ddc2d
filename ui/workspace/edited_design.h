// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/floor/layout.h"
#include "engine/run/frame/frame.h"

#include <QObject>
#include <QString>

#include <memory>

namespace headroom::ui {

class Task;
class Workspace;

/// The drawn design, and the consequences of an edit: the drawing first, then the figures, then the run.
class EditedDesign : public QObject {
    Q_OBJECT

  public:
    explicit EditedDesign(Workspace* workspace);

    /// Floor of the present project. Null if it is that of the run.
    const std::shared_ptr<const engine::Layout>& drawn() const { return drawn_; }

    /// Why the present project cannot be simulated. Empty if it can, or if nobody knows yet.
    const engine::Errors& faults() const { return faults_; }

    /// An edit has not reached the run yet.
    bool isUnderWay() const;

    /// The floor is that of the run again.
    void begin(engine::Errors faults);
    /// Draws the present project.
    void draw();
    /// An edit, undo or redo changed the project. `words`: for the story of the run.
    void take(const QString& words);
    /// The figures of the design are there: cabinets of networks, where an edit moved them; then the run continues with
    /// what was built for the figures.
    void takeFigures();
    /// Hands what was edited to the run, or begins one, on a worker; edits that come meanwhile are
    /// taken together. Where the design cannot run, the run waits unchanged until it can again.
    void simulate();

    /// Frames are of a design; one of another than is drawn would colour the wrong racks.
    bool fits(const engine::Frame& frame);

    /// Until the worker has ended.
    void wait();

  private:
    struct Compiled;

    void keepSelection(const engine::Layout& before);
    void takeRun(Compiled& compiled);

    Workspace* workspace_;
    Task* compiler_;
    std::shared_ptr<const engine::Layout> drawn_;
    engine::Errors faults_;
    QString words_;
    bool simulationDue_ = false;  ///< an edit waits for the look at its design
    bool editedMeanwhile_ = false;
    bool resumes_ = false;  ///< it played until an edit that cannot run
    std::shared_ptr<const engine::Layout> fitted_, fittedTo_;
    bool fits_ = true;  ///< what the last two were found to be
};

}  // namespace headroom::ui
