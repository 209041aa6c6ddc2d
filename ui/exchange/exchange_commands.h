// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/diagram/plan_svg.h"
#include "engine/document/edit.h"

#include <QObject>
#include <QString>

#include <functional>
#include <vector>

class QWidget;

namespace headroom::engine {
struct DeviceTypeDraft;
struct FileOffer;
}  // namespace headroom::engine

namespace headroom::ui {

class CommandSet;
class ImportDialog;
class PreviewDialog;
class Task;
class Workspace;

/// Import and export in the File menu. An import is one step of undo; a device type, whose parts go
/// into the catalogue next to the project, is none. The preview names the use of a file; others carry out what is not an edit.
class ExchangeCommands : public QObject {
    Q_OBJECT

  public:
    ExchangeCommands(Workspace* workspace, CommandSet* commands, QWidget* window);

    /// Opens projects and recordings at once. Shows the preview of any other file, or of none yet.
    void importFile(const QString& file);

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

  signals:
    void openRequested(const QString& file);
    void drawingRequested(const QString& file);
    /// Readings or a map for the living twin; the other is empty.
    void telemetryRequested(const QString& readings, const QString& map);

  private:
    PreviewDialog* preview(const QString& file);
    /// Carries out the use that the preview offers. The dialog stays open with the reason if it is refused.
    void use(PreviewDialog* dialog, const QString& file, const engine::FileOffer& offer);
    /// Edits the project for the file; a dialog stays open with what is wrong.
    void edit(PreviewDialog* dialog, const QString& file, const engine::FileOffer& offer);
    engine::Result<void> apply(const QString& file,
                               engine::Result<std::vector<engine::Edit>> edits);
    engine::Result<void> addTariff(const QString& file);
    /// Tables, NetBox racks or a device type; `begin` sets the fields.
    void importTables(const std::function<void(ImportDialog&)>& begin);
    /// Asks for hall, paper and scale first.
    void askForPlan();
    void addParts(const engine::DeviceTypeDraft& device);
    void enable();
    /// Asks for a file, next to the project at first (at home where it is not saved yet), writes it, tells what went wrong.
    template <class Write>
    void save(const QString& title, const QString& filter, const QString& ending, Write write);
    void tell(const engine::Result<void>& done, const QString& file);
    void say(const QString& words);

    Workspace* workspace_;
    CommandSet* commands_;
    QWidget* window_;
    Task* reader_;  ///< reads a floor plan
};

}  // namespace headroom::ui
