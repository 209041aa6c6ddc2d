// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/exchange/device_type.h"
#include "engine/exchange/import_draft.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace headroom::ui {

class ImportModel;

/// Chooses files, shows at once what they would change and what is wrong with them, and is accepted
/// with draft() as what to apply. Nothing changes while it is open. Project and catalogue must
/// outlive it.
class ImportDialog : public QDialog {
    Q_OBJECT

  public:
    ImportDialog(const engine::Project& project, const engine::Catalogue& catalogue,
                 QWidget* parent = nullptr);

    enum class Kind { Table, Folder, Netbox, DeviceType };

    void setKind(Kind kind);
    /// The file of a table, the folder, or NetBox's racks; the second one are its devices.
    void setFiles(const QString& first, const QString& second = {});
    void setSection(const QString& section);
    /// The server that lends what a device type does not state.
    void setLike(const QString& server);

    const engine::ImportDraft& draft() const;

    /// Parts for the catalogue of the project, which are not edits; null for the other kinds.
    const engine::DeviceTypeDraft* deviceType() const {
        return device_.part.empty() ? nullptr : &device_;
    }

    /// Words for the step of undo: "Import of halls.csv".
    QString words() const;

    void accept() override;

  protected:
    /// Whether to continue although lines are left out; asks. Tests answer in its place.
    virtual bool confirm(const QString& question);

  private:
    QLineEdit* addFile(QFormLayout* form, const char* name, const QString& label, bool folder);
    void showKind();
    Kind kind() const;
    void read();
    engine::ImportDraft readDeviceType();
    engine::ImportDraft readTables() const;
    engine::ImportDraft readNetbox() const;
    void showSummary();

    const engine::Project& project_;
    const engine::Catalogue& catalogue_;
    QFormLayout* form_;
    QComboBox* kind_;
    QComboBox* section_;
    QLineEdit* table_;
    QLineEdit* folder_;
    QLineEdit* racks_;
    QLineEdit* devices_;
    QLineEdit* parts_;
    QLineEdit* type_;
    QComboBox* like_;
    QCheckBox* removeMissing_;
    QLabel* summary_;
    QTableView* view_;
    ImportModel* model_;
    engine::DeviceTypeDraft device_;
    QPushButton* apply_;
};

}  // namespace headroom::ui
