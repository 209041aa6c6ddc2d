// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/study/study.h"
#include "ui/kit/record_table.h"
#include "ui/study/axis_target.h"

#include <QDialog>

#include <memory>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QRadioButton;
class QStackedWidget;
class QTabWidget;

namespace headroom::ui {

class FilteredTable;
class NumberBox;

/// Varied attribute of an axis of a study, and its values. It is an attribute of one or more objects or a figure of a part,
/// picked from all there are; orders that people give in the run; other projects. Values are typed as in the inspector.
/// An impossible entry is reported, and there is no axis of it.
class AxisDialog : public QDialog {
    Q_OBJECT

  public:
    /// `axis`: one that is changed; without it a new one. `folder`: that of the study, for paths of projects.
    AxisDialog(const engine::Project& project, const engine::Catalogue& catalogue,
               std::filesystem::path folder, const engine::StudyAxis* axis = nullptr,
               QWidget* parent = nullptr);

    engine::StudyAxis axis() const { return axis_; }

    /// Why there is no axis yet; empty if there is.
    QString wrong() const;

    /// Picks these, as a click on their rows does.
    void pick(const std::vector<std::string>& targets);
    /// Types values, or the ends of a range.
    void typeValues(const QString& values);
    void typeRange(const QString& low, const QString& high);

  private:
    QWidget* makePicker();
    QWidget* makeValues();
    QWidget* makeOrders();
    QWidget* makeProjects();
    void show(const engine::StudyAxis& axis);
    void take();
    void showPicked();
    void check();
    std::vector<const AxisTarget*> picked() const;
    QString readPicked();
    QString readOrders();
    QString readProjects();
    QString readValues(const models::Attribute& attribute);
    tl::expected<std::string, QString> valueOf(const models::Attribute& attribute,
                                               const QString& text) const;

    const engine::Project& project_;
    const engine::Catalogue& catalogue_;
    std::filesystem::path folder_;
    engine::StudyAxis axis_;
    std::shared_ptr<RecordTable<AxisTarget>> targets_;
    QString nameOfPick_;  ///< the name that the dialog gave; one that was typed stays
    std::string listed_;  ///< the target whose choices are listed
    QTabWidget* tabs_;
    FilteredTable* table_ = nullptr;
    QCheckBox* allParts_ = nullptr;
    QLineEdit *name_, *values_ = nullptr, *low_ = nullptr, *high_ = nullptr;
    QComboBox* shape_ = nullptr;
    NumberBox* levels_ = nullptr;
    QRadioButton *isList_ = nullptr, *isRange_ = nullptr;
    QListWidget *choices_ = nullptr, *projects_ = nullptr;
    QStackedWidget* kinds_ = nullptr;
    QPlainTextEdit* orders_ = nullptr;
    QLabel* reason_;
    QDialogButtonBox* buttons_;
};

}  // namespace headroom::ui
