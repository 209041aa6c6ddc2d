// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/edit.h"
#include "engine/wiring/connect.h"

#include <QDialog>
#include <QTimer>

#include <string>
#include <string_view>
#include <vector>

class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QTreeWidget;
class QVBoxLayout;

namespace headroom::ui {

class Task;
class NumberBox;
class Workspace;

/// Joins the selected objects to what feeds, cools or connects them, and says before it is done
/// what would change: load of each feed against its rating, their balance.
class ConnectDialog : public QDialog {
    Q_OBJECT

  public:
    enum class What { Power, Coolant, Network };

    /// Attributes that name what is joined.
    static std::vector<std::string_view> keysOf(What what);

    /// `ids`: the objects; those without such a connection are passed over.
    ConnectDialog(What what, Workspace* workspace, std::vector<std::string> ids, QWidget* parent);

    /// The edits that OK would apply; for the preview and tests.
    std::vector<engine::Edit> edits() const;

    void accept() override;

  private:
    void makePower(QVBoxLayout* layout);
    std::string part() const;
    void takePresent();
    QComboBox* makeChoice(const char* name, const QString& label, const char* type,
                          const std::vector<std::string_view>& keys, QFormLayout* form);
    void makeFabric(QFormLayout* form);
    engine::Result<std::vector<engine::Edit>> wanted() const;
    engine::Result<std::vector<engine::Edit>> fabricEdits() const;
    std::vector<std::string> chosenFeeds() const;

    /// Load of the feeds now and after an edit. Made on a worker.
    struct Look {
        std::vector<engine::FeedChoice> now, then;
        engine::Errors faults;  ///< for which nothing can be said of it afterwards
    };

    /// Looks at the design with the edits applied, after the last change of a choice.
    void preview();
    void look(const std::vector<engine::Edit>& wanted);
    void listFeeds(const std::vector<engine::FeedChoice>& choices);
    void showFeeds(const Look& look);
    void sayBusy();

    What what_;
    Workspace* workspace_;
    std::vector<std::string> ids_;
    QComboBox* part_ = nullptr;  ///< which of their connections: fans and pumps may have their own
    QTreeWidget* feeds_ = nullptr;
    NumberBox* cords_ = nullptr;
    QComboBox* cduGroup_ = nullptr;
    QComboBox* loop_ = nullptr;
    QComboBox* fabric_ = nullptr;
    QComboBox* shape_ = nullptr;  ///< of a new fabric
    QLabel* says_;
    QDialogButtonBox* buttons_;
    QTimer soon_;
    std::vector<std::string> present_;  ///< feeds of the first object that has that part
    bool isListed_ = false;             ///< the feeds to choose from are known
    Task* task_;                        ///< looks at the design
    bool again_ = false;                ///< and what is wanted has changed since
};

}  // namespace headroom::ui
