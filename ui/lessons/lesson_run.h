// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"
#include "engine/lessons/lesson.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace headroom::ui {

class Task;
class Workspace;

/// A lesson that is under way: which step, whether its check holds, hints that were taken. Checks read
///
///     time_h, elapsed_h                  of the run; since the step began
///     answer                             what was typed
///     facility/pue, attribute/hall/…     a number by its name, in its unit in files
///     events/failure                     how many events of a kind the run has had
///     base/NAME, lowest/NAME, highest/NAME   when the step began; since then, over every step of the run
///     money/own_usd_per_hour, rent_usd_per_hour, break_even_pct    as computed last
class LessonRun : public QObject {
    Q_OBJECT

  public:
    /// Result of a step.
    struct Done {
        bool isDone = false;
        int hints = 0, resets = 0, tries = 0;
        double seconds = 0.0;  ///< of the person's time
    };

    explicit LessonRun(Workspace* workspace, QObject* parent);

    /// Opens its project from the folder of the scenarios.
    void begin(engine::Lesson lesson, const QString& scenarios);
    void leave();

    /// Null while none is under way.
    const engine::Lesson* lesson() const { return lesson_ ? &*lesson_ : nullptr; }

    /// 0..; as many as there are steps: all are done.
    int step() const { return step_; }

    const engine::LessonStep* current() const;

    const std::vector<Done>& done() const { return done_; }

    bool isReady() const { return ready_; }

    bool isBusy() const;

    /// The step is done: its check held once (where something is asked: when it was answered).
    bool isDone() const;
    void answer(double value);
    void next();
    /// Shows one hint more.
    void hint();
    /// The project at the begin of the step, and the run from its start.
    void reset();
    /// Cost of the work here and at the offer of the step, computed outside the window's thread.
    void compute();

    /// The check with the numbers of now in place of their names.
    QString checkText() const;
    QString moneyText() const;
    /// All steps with time, hints, tries, resets; as text.
    QString sheet() const;

    double value(std::string_view name) const;

  signals:
    void changed();
    /// Undoing needs the workspace in which projects are edited.
    void designWanted();

  private:
    void enter(int step);
    void look();
    double measured(std::string_view name) const;
    double events(std::string_view kind) const;

    struct Seen {
        double base, lowest, highest;
    };

    Workspace* workspace_;
    Task* task_;
    std::optional<engine::Lesson> lesson_;
    int step_ = -1;
    bool ready_ = false;  ///< its project is open
    std::vector<Done> done_;
    engine::Project start_;  ///< when the step began
    double startS_ = 0.0;
    double seenS_ = 0.0;  ///< up to then every step was looked at
    double answer_;
    std::map<std::string, Seen, std::less<>> seen_;
    std::map<std::string, double, std::less<>> money_;
    QElapsedTimer clock_;
    QString fault_;
};

}  // namespace headroom::ui
