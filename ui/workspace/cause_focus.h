// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/diagnosis/event_graph.h"

#include <QObject>

#include <cstdint>

class QMenu;

namespace headroom::ui {

class SubjectNames;
class Workspace;
struct Selected;

/// The event whose causes and consequences are looked at, and the graph of all events of the run.
class CauseFocus : public QObject {
    Q_OBJECT

  public:
    explicit CauseFocus(Workspace* workspace);

    const engine::EventGraph& graph() const { return graph_; }

    /// Names of the parts of events.
    const SubjectNames& names() const { return *names_; }

    /// -1 if there is none.
    std::int64_t eventId() const { return event_; }

    /// Looks at the event: its causes, and what followed from their first.
    void show(std::int64_t event);
    /// Asks for the view as well.
    void explain(std::int64_t event);

    /// The newest event that tells of a symptom of the thing; of none of these, the newest at all;
    /// -1 means nothing happened to it. For the facility the newest indicator; without a selection the newest symptom of all.
    std::int64_t eventOf(const Selected& what) const;

    /// The entry "Why?", which is off where nothing happened.
    void addTo(QMenu& menu, std::int64_t event);

  signals:
    void changed();    ///< another event
    void grew();       ///< the story continued
    void requested();  ///< the view is wanted

  private:
    void follow();

    Workspace* workspace_;
    SubjectNames* names_;
    engine::EventGraph graph_;
    std::int64_t event_ = -1;
};

/// Something went wrong, and not only happened.
bool isSymptom(engine::EventKind kind);

}  // namespace headroom::ui
