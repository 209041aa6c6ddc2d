// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/exchange/plan_svg.h"

#include <QObject>
#include <QString>

class QWidget;

namespace headroom::engine {
struct DeviceTypeDraft;
}

namespace headroom::ui {

class CommandSet;
class Workspace;

/// Import and export in the File menu. An import is one step of undo; a device type, whose parts go
/// into the catalogue beside the project, is none.
class ExchangeCommands : public QObject {
    Q_OBJECT

  public:
    ExchangeCommands(Workspace* workspace, CommandSet* commands, QWidget* window);

    /// The whole site on paper of its own choice, with title and date.
    engine::PlanSheet planSheet() const;

    /// Without a dialog, for tests and for dialogs: each writes one file of the open project.
    engine::Result<void> exportPlan(const QString& file, const engine::PlanSheet& sheet) const;
    engine::Result<void> exportScene(const QString& file) const;
    engine::Result<void> exportSchedules(const QString& file) const;
    engine::Result<void> exportBill(const QString& file) const;
    /// Design, and the results of the recording that is shown: page or PDF by the name's ending.
    engine::Result<void> exportReport(const QString& file) const;
    engine::Result<void> exportTables(const QString& folder) const;

  private:
    void import();
    /// Asks for hall, paper and scale first.
    void askForPlan();
    void addParts(const engine::DeviceTypeDraft& device);
    void enable();
    /// Asks for a file, beside the project at first (at home where it is not saved yet), writes it, tells what went wrong.
    template <class Write>
    void save(const QString& title, const QString& filter, const QString& ending, Write write);
    void tell(const engine::Result<void>& done, const QString& file);

    Workspace* workspace_;
    CommandSet* commands_;
    QWidget* window_;
};

}  // namespace headroom::ui
