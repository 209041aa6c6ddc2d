// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/sizing/brief.h"

#include <QDialog>
#include <QTimer>

#include <memory>
#include <optional>

class QPushButton;
class QStackedWidget;
class QTableView;

namespace headroom::ui {

class FacilityForm;
class SizingOutcome;
class Task;
class TextTable;

/// Asks for a new facility and shows at once what follows: the first page has the form with a live summary and plan, the
/// second the choices and their reasons. Sizes on a worker; the newest entries win.
class NewFacilityDialog : public QDialog {
    Q_OBJECT

  public:
    /// `like`: the brief of a project whose work is done in another cooling (engine/sizing/same_work.h); without
    /// work, a facility from the beginning.
    explicit NewFacilityDialog(std::shared_ptr<const engine::Catalogue> catalogue,
                               QWidget* parent = nullptr, const engine::FacilityBrief& like = {});

    engine::FacilityBrief brief() const;

    /// Result of the entries. Null while they are sized, or if they cannot be met.
    const engine::SizedFacility* made() const { return made_ ? &*made_ : nullptr; }

  signals:
    /// Create was pressed.
    void created(const headroom::engine::Project& project);
    /// made() is of the present entries.
    void sized();

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    struct Answer;

    QWidget* reasons();
    void takeEntries();
    void size();
    void take(Answer answer);
    void refuse(const QString& lines);
    void showPage(int page);
    void createOrWait();

    std::shared_ptr<const engine::Catalogue> catalogue_;
    std::optional<engine::SizedFacility> made_;
    QTimer pause_;
    Task* task_;
    bool again_ = false;             ///< entries changed while it works
    bool createsWhenSized_ = false;  ///< Create was pressed before the entries were sized
    FacilityForm* form_;
    SizingOutcome* outcome_;
    TextTable* reasons_;
    QTableView* table_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    QPushButton* back_ = nullptr;
    QPushButton* next_ = nullptr;
    QPushButton* create_ = nullptr;
    QPushButton* startOver_ = nullptr;
};

}  // namespace headroom::ui
