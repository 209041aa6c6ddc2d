// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/check/design_view.h"
#include "engine/document/edit.h"

#include <QDialog>

#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;

namespace headroom::ui {

class TextTable;
class Workspace;

/// "Replace Model…": part X by Y over the selection, or everywhere where nothing is selected, with
/// what it changes before it is done.
class ReplaceDialog : public QDialog {
    Q_OBJECT

  public:
    ReplaceDialog(Workspace* workspace, std::vector<std::string> ids, QWidget* parent);

    /// Parts that can be replaced there.
    int choices() const;
    std::vector<engine::Edit> edits() const;
    QString words() const;

  private:
    /// A part in use: the objects and keys that name it.
    struct Use {
        const engine::CatalogueEntry* part = nullptr;
        std::vector<std::pair<std::string, std::string>> places;
    };

    void findUses(const std::vector<std::string>& ids);
    void listOthers();
    void offerJobs();
    void compare();
    /// Objects of work that ask for the accelerator of the racks that go, and the attribute that names it.
    std::vector<std::pair<std::string, std::string>> askingFor(
        const std::string& accelerator) const;
    /// Accelerators of the chosen rack, before and after; empty if parts are not racks.
    std::pair<std::string, std::string> accelerators() const;

    Workspace* workspace_;
    std::vector<Use> uses_;
    engine::DesignView before_;
    QComboBox* from_;
    QComboBox* to_;
    QCheckBox* jobs_;
    TextTable* changes_;
    QLabel* count_;
    QPushButton* replace_ = nullptr;
};

}  // namespace headroom::ui
