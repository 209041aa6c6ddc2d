// SPDX-License-Identifier: Apache-2.0
#include "ui/planner/planner_form.h"

#include "engine/document/values.h"
#include "models/core/file_path.h"
#include "ui/kit/clipboard_text.h"
#include "ui/kit/file_dialog.h"
#include "ui/kit/number_box.h"
#include "ui/workspace/workspace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QToolButton>
#include <nlohmann/json.hpp>

#include <cmath>

namespace headroom::ui {

namespace {

QString wordsOf(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Texts that are not empty, one a line.
std::vector<std::string> linesOf(const QPlainTextEdit& edit) {
    std::vector<std::string> lines;
    for (const QString& line : edit.toPlainText().split(u'\n')) {
        if (const QString text = line.trimmed(); !text.isEmpty()) {
            lines.push_back(text.toStdString());
        }
    }
    return lines;
}

/// Number in a field that is not stated: below the range.
double unstated(const engine::Range& range) {
    return range.minimum - 1.0;
}

}  // namespace

PlannerForm::PlannerForm(const engine::PlanningQuestion& question, Workspace* workspace,
                         QWidget* parent)
    : QWidget(parent), workspace_(workspace) {
    setObjectName("plannerForm");
    auto* layout = new QFormLayout(this);
    layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    layout->setRowWrapPolicy(QFormLayout::WrapLongRows);
    const auto examples = nlohmann::json::parse(question.examples, nullptr, false);
    const std::shared_ptr<void> usual(question.spec->create(), question.spec->destroy);
    for (const models::Attribute& attribute : question.spec->attributes) {
        const auto at = examples.is_object() ? examples.find(attribute.key) : examples.end();
        std::string example;
        if (examples.is_object() && at != examples.end()) {
            if (at->is_array()) {
                for (const auto& line : *at) {
                    example += (example.empty() ? "" : "\n") + line.get<std::string>();
                }
            } else {
                example = at->is_string() ? at->get<std::string>() : at->dump();
            }
        }
        QWidget* field = makeField(attribute, usual.get(), example);
        field->setToolTip(wordsOf(attribute.doc));
        auto* label = new QLabel(wordsOf(attribute.label), this);
        label->setToolTip(wordsOf(attribute.doc));
        label->setBuddy(field->focusProxy() != nullptr ? field->focusProxy() : field);
        layout->addRow(label, field);
    }
}

QWidget* PlannerForm::makeField(const models::Attribute& attribute, const void* usual,
                                const std::string& example) {
    const QString name = "planner_" + wordsOf(attribute.key);
    switch (attribute.kind) {
        case models::ValueKind::Number:
        case models::ValueKind::Integer:
            return makeNumber(attribute, usual, example);
        case models::ValueKind::ReferenceList:
            return makeList(attribute, example);
        case models::ValueKind::Boolean: {
            auto* box = new QCheckBox(this);
            box->setObjectName(name);
            box->setAccessibleName(wordsOf(attribute.label));
            const models::Value value = attribute.get(attribute, usual);
            box->setChecked(example.empty() ? std::get<bool>(value) : example == "true");
            fields_.push_back(
                {&attribute, [box] { return std::string(box->isChecked() ? "true" : "false"); }});
            connect(box, &QCheckBox::toggled, this, &PlannerForm::changed);
            return box;
        }
        case models::ValueKind::Choice: {
            auto* box = new QComboBox(this);
            box->setObjectName(name);
            box->setAccessibleName(wordsOf(attribute.label));
            for (const std::string_view choice : attribute.choices) {
                box->addItem(wordsOf(choice));
            }
            const models::Value value = attribute.get(attribute, usual);
            box->setCurrentText(
                QString::fromStdString(example.empty() ? std::get<std::string>(value) : example));
            fields_.push_back({&attribute, [box] { return box->currentText().toStdString(); }});
            connect(box, &QComboBox::currentIndexChanged, this, &PlannerForm::changed);
            return box;
        }
        default: {
            auto* line = new QLineEdit(this);
            line->setObjectName(name);
            line->setAccessibleName(wordsOf(attribute.label));
            const models::Value value = attribute.get(attribute, usual);
            const auto* text = std::get_if<std::string>(&value);
            line->setText(QString::fromStdString(!example.empty()  ? example
                                                 : text != nullptr ? *text
                                                                   : std::string()));
            fields_.push_back(
                {&attribute, [line] { return line->text().trimmed().toStdString(); }});
            connect(line, &QLineEdit::textChanged, this, &PlannerForm::changed);
            return models::isFilePath(attribute) ? withOpenButton(line, attribute) : line;
        }
    }
}

QWidget* PlannerForm::withOpenButton(QLineEdit* line, const models::Attribute& attribute) {
    auto* both = new QWidget(this);
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(line, 1);
    auto* open = new QToolButton(both);
    open->setText(tr("Open…"));
    open->setAccessibleName(tr("Open a file for %1").arg(wordsOf(attribute.label)));
    row->addWidget(open);
    both->setFocusProxy(line);
    connect(open, &QToolButton::clicked, this, [this, line] {
        const QString file = askOpenFile(this, tr("Open a File"), tr("All files (*)"));
        if (!file.isEmpty()) {
            line->setText(file);
        }
    });
    return both;
}

QWidget* PlannerForm::makeNumber(const models::Attribute& attribute, const void* usual,
                                 const std::string& example) {
    const engine::Range range = engine::rangeOf(attribute);
    const models::Value value = attribute.get(attribute, usual);
    const auto* number = std::get_if<double>(&value);
    const auto* whole = std::get_if<std::int64_t>(&value);
    const bool isStated = number != nullptr || whole != nullptr;
    const double toSi = attribute.unit.toSi;
    auto* box = new NumberBox(attribute.unit, toSi * (isStated ? range.minimum : unstated(range)),
                              toSi * range.maximum, this);
    box->setObjectName("planner_" + wordsOf(attribute.key));
    box->setAccessibleName(wordsOf(attribute.label));
    box->setWhole(attribute.kind == models::ValueKind::Integer);
    if (!isStated) {
        box->setWordForLowest(tr("automatic"));
    }
    const double usualValue = number != nullptr  ? *number
                              : whole != nullptr ? static_cast<double>(*whole)
                                                 : unstated(range);
    box->showValue(toSi * (example.empty() ? usualValue : std::stod(example)));
    const double least = range.minimum;
    fields_.push_back({&attribute,
                       [box, toSi, least, isStated, isWhole = whole != nullptr] {
                           const double shown = box->value() / toSi;
                           return !isStated && shown < least ? std::string()
                                  : isWhole                  ? std::to_string(std::llround(shown))
                                                             : engine::numberText(shown);
                       },
                       [box] { return box->isFine() ? QString() : box->reason(); }});
    connect(box, &NumberBox::valueChanged, this, &PlannerForm::changed);
    connect(box, &NumberBox::refused, this, &PlannerForm::changed);
    return box;
}

QWidget* PlannerForm::makeList(const models::Attribute& attribute, const std::string& example) {
    auto* both = new QWidget(this);
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    auto* edit = new TextBox(QString::fromStdString(example), both);
    edit->setObjectName("planner_" + wordsOf(attribute.key));
    edit->setAccessibleName(wordsOf(attribute.label));
    edit->setTabChangesFocus(true);
    edit->setPlaceholderText(tr("One a line"));
    edit->setFixedHeight(edit->fontMetrics().lineSpacing() * 3 + 14);
    row->addWidget(edit, 1);
    both->setFocusProxy(edit);
    fields_.push_back({&attribute, [edit] {
                           const auto lines = linesOf(*edit);
                           return lines.empty() ? std::string() : nlohmann::json(lines).dump();
                       }});
    connect(edit, &QPlainTextEdit::textChanged, this, &PlannerForm::changed);
    if (attribute.target == "project" || attribute.target == "cloud_offer") {
        auto* add = new QToolButton(both);
        add->setText(tr("Add…"));
        add->setAccessibleName(tr("Add to %1").arg(wordsOf(attribute.label)));
        row->addWidget(add, 0, Qt::AlignTop);
        const std::string target(attribute.target);
        connect(add, &QToolButton::clicked, this, [this, add, edit, target] {
            QMenu menu;
            if (target == "project") {
                if (workspace_->isOpen() && !workspace_->project().file.empty()) {
                    const QString open =
                        QString::fromStdString(workspace_->project().file.string());
                    menu.addAction(tr("Open project"), edit,
                                   [edit, open] { edit->appendPlainText(open); });
                }
                menu.addAction(tr("Project file…"), edit, [this, edit] {
                    const QString file =
                        askOpenFile(this, tr("Add a Project"), tr("Projects (*.json)"));
                    if (!file.isEmpty()) {
                        edit->appendPlainText(file);
                    }
                });
            } else if (const auto catalogue = workspace_->sharedCatalogue()) {
                for (const engine::CatalogueEntry* entry : catalogue->entriesOf(target)) {
                    const QString id = QString::fromStdString(entry->id);
                    menu.addAction(QString::fromStdString(entry->name), edit,
                                   [edit, id] { edit->appendPlainText(id); });
                }
            }
            menu.exec(add->mapToGlobal(QPoint(0, add->height())));
        });
    }
    return both;
}

engine::SpecArguments PlannerForm::arguments() const {
    engine::SpecArguments arguments;
    for (const Field& field : fields_) {
        if (std::string text = field.text(); !text.empty()) {
            arguments.emplace_back(field.attribute->key, std::move(text));
        }
    }
    return arguments;
}

QString PlannerForm::fault() const {
    for (const Field& field : fields_) {
        if (const QString reason = field.fault ? field.fault() : QString(); !reason.isEmpty()) {
            return QStringLiteral("%1: %2").arg(wordsOf(field.attribute->label), reason);
        }
    }
    return {};
}

}  // namespace headroom::ui
