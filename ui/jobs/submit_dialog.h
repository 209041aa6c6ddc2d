// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "engine/run/jobs/job_order.h"

#include <QDialog>

#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace headroom::ui {

class Workspace;

/// Asks for a new job: like a training job of the project, or of a fixed run time. Says below the
/// fields what is wrong with them, and submits only what can be.
class SubmitDialog : public QDialog {
    Q_OBJECT

  public:
    SubmitDialog(Workspace* workspace, const std::optional<engine::JobRow>& like,
                 QWidget* parent = nullptr);

    /// Job described by the fields. wrong() states whether it can be submitted.
    engine::JobOrder order() const;
    /// Errors, one a line. Empty if there are none.
    QStringList wrong() const;

  signals:
    void submitted(const headroom::engine::JobOrder& order);

  private:
    struct Wrong {
        QWidget* field;
        QString text;
    };

    std::vector<Wrong> faults() const;
    void build();
    void fillChoices();
    void prefill(const std::optional<engine::JobRow>& like);
    void check();
    bool isPattern() const;
    QLineEdit* line(const char* name, const QString& label, const QString& hint);
    QComboBox* combo(const char* name, const QString& label, const QString& tip);

    Workspace* workspace_;
    QFormLayout* form_ = nullptr;
    QRadioButton* likeJob_ = nullptr;
    QRadioButton* fixed_ = nullptr;
    QComboBox* pattern_ = nullptr;
    QLineEdit* name_ = nullptr;
    QComboBox* tenant_ = nullptr;
    QComboBox* accelerator_ = nullptr;
    QComboBox* profile_ = nullptr;
    QLineEdit* count_ = nullptr;
    QLineEdit* run_ = nullptr;
    QLineEdit* priority_ = nullptr;
    QLabel* faults_ = nullptr;
    QPushButton* ok_ = nullptr;
};

/// Kinds of accelerators that are in the racks of the project, and how many of each.
struct InstalledKind {
    std::string id, name;
    std::int64_t count = 0;
};

std::vector<InstalledKind> installedKinds(const Workspace& workspace);

}  // namespace headroom::ui
