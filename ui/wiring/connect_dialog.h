// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/check/design.h"
#include "engine/document/edit.h"

#include <QDialog>
#include <QTimer>

#include <string>
#include <vector>

class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QSpinBox;
class QTreeWidget;
class QVBoxLayout;

namespace headroom::ui {

class Workspace;

/// Joins the selected objects to what feeds, cools or connects them, and says before it is done what
/// would change: load of each feed against its rating, their balance.
class ConnectDialog : public QDialog {
    Q_OBJECT

  public:
    enum class What { Power, Coolant, Network };

    /// `ids`: the objects; those without such a connection are passed over.
    ConnectDialog(What what, Workspace* workspace, std::vector<std::string> ids, QWidget* parent);

    /// The edits that OK would apply; for the preview and tests.
    std::vector<engine::Edit> edits() const;

    void accept() override;

  private:
    void makePower(QVBoxLayout* layout);
    QComboBox* makeChoice(const char* name, const QString& label, const char* type, const char* key,
                          QFormLayout* form);
    std::vector<std::string> chosenFeeds() const;
    /// Looks at the design with the edits applied, after the last change of a choice.
    void preview();
    void showFeeds(const engine::Design& now, const engine::Design& after);

    What what_;
    Workspace* workspace_;
    std::vector<std::string> ids_;
    QTreeWidget* feeds_ = nullptr;
    QSpinBox* cords_ = nullptr;
    QComboBox* cduGroup_ = nullptr;
    QComboBox* loop_ = nullptr;
    QComboBox* fabric_ = nullptr;
    QLabel* says_;
    QDialogButtonBox* buttons_;
    QTimer soon_;
};

}  // namespace headroom::ui
