// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/planning/planning_question.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QLineEdit;

namespace headroom::ui {

class Workspace;

/// The arguments of a planning question as fields, one for each attribute of its Spec.
class PlannerForm : public QWidget {
    Q_OBJECT

  public:
    PlannerForm(const engine::PlanningQuestion& question, Workspace* workspace,
                QWidget* parent = nullptr);

    /// Stated arguments, as texts in the units of the attribute table.
    engine::SpecArguments arguments() const;

    /// The first field whose text cannot be taken, with the reason; empty if all can.
    QString fault() const;

  signals:
    void changed();

  private:
    struct Field {
        const models::Attribute* attribute = nullptr;
        std::function<std::string()> text;  ///< empty if not stated
        std::function<QString()> fault = {};
    };

    QWidget* makeField(const models::Attribute& attribute, const void* usual,
                       const std::string& example);
    /// A line with a button that opens a file.
    QWidget* withOpenButton(QLineEdit* line, const models::Attribute& attribute);
    QWidget* makeNumber(const models::Attribute& attribute, const void* usual,
                        const std::string& example);
    QWidget* makeList(const models::Attribute& attribute, const std::string& example);

    Workspace* workspace_;
    std::vector<Field> fields_;
};

}  // namespace headroom::ui
