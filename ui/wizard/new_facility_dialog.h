// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "engine/sizing/brief.h"

#include <QDialog>
#include <QTimer>

#include <memory>
#include <optional>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;
class QStackedWidget;
class QTableWidget;

namespace headroom::ui {

class NumberBox;
class SitePreview;
class Task;

/// Asks for a new facility and shows while it is asked what comes of it: the first page has the
/// wishes with a live summary and plan, the second what was chosen and why. Sizes on a worker; the
/// newest wishes win.
class NewFacilityDialog : public QDialog {
    Q_OBJECT

  public:
    /// `like`: the brief of a project whose work is done in another cooling (engine/sizing/same_work.h); without
    /// work, a facility from the beginning.
    explicit NewFacilityDialog(std::shared_ptr<const engine::Catalogue> catalogue,
                               QWidget* parent = nullptr, engine::FacilityBrief like = {});

    engine::FacilityBrief brief() const;

    /// Result of the wishes; nothing while they are sized, or where they cannot be met.
    const engine::SizedFacility* made() const { return made_ ? &*made_ : nullptr; }

  signals:
    /// Create was pressed.
    void created(const headroom::engine::Project& project);
    /// made() is of the wishes as they are.
    void sized();

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    struct Answer;
    QWidget* wishes();
    QWidget* outcome();
    QWidget* reasons();
    void addTarget(QFormLayout* form);
    void addRacks(QFormLayout* form);
    void addPower(QFormLayout* form);
    void addSite(QFormLayout* form);
    QComboBox* parts(const char* name, const char* type, const QString& label,
                     const QString& standard);
    NumberBox* number(const char* name, const models::Unit& unit, double low, double high,
                      double standard, const QString& label, const QString& tip);
    void addWork(QFormLayout* form);
    void beginLike();
    template <class Field>
    Field* named(Field* field, const char* name, const QString& label, const QString& tip);
    void wish();
    void size();
    void take(Answer answer);
    bool isWishFine() const;
    void showComputing(bool computing);
    void refuse(const QStringList& lines);
    void say(const engine::SizingSummary& summary);
    void showPage(int page);
    void createOrWait();

    std::shared_ptr<const engine::Catalogue> catalogue_;
    engine::FacilityBrief like_;
    std::optional<engine::SizedFacility> made_;
    QTimer pause_;
    Task* task_;
    bool again_ = false;             ///< wishes changed while it works
    bool createsWhenSized_ = false;  ///< Create was pressed before the wishes were sized

    QList<NumberBox*> numbers_;
    QStackedWidget* pages_ = nullptr;
    QLineEdit* name_ = nullptr;
    QRadioButton* byPower_ = nullptr;
    QRadioButton* byCount_ = nullptr;
    NumberBox* power_ = nullptr;
    NumberBox* accelerators_ = nullptr;
    QComboBox* rack_ = nullptr;
    QComboBox* secondRack_ = nullptr;
    NumberBox* share_ = nullptr;
    QComboBox* redundancy_ = nullptr;
    QCheckBox* generators_ = nullptr;
    QComboBox* cooling_ = nullptr;
    QCheckBox* coolingSpare_ = nullptr;
    QComboBox* climate_ = nullptr;
    QComboBox* grid_ = nullptr;
    QComboBox* fabric_ = nullptr;
    NumberBox* oversubscription_ = nullptr;
    NumberBox* hallPower_ = nullptr;
    QCheckBox* work_ = nullptr;
    QComboBox* load_ = nullptr;
    QLabel* computing_ = nullptr;
    QLabel* summary_ = nullptr;
    QLabel* faults_ = nullptr;
    SitePreview* preview_ = nullptr;
    QTableWidget* reasons_ = nullptr;
    QPushButton* back_ = nullptr;
    QPushButton* next_ = nullptr;
    QPushButton* create_ = nullptr;
    QPushButton* startOver_ = nullptr;
};

}  // namespace headroom::ui
