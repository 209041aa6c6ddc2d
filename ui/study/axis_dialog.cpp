// SPDX-License-Identifier: Apache-2.0
#include "ui/study/axis_dialog.h"

#include "engine/run/order_text.h"
#include "ui/inspector/attribute_text.h"
#include "ui/kit/clipboard_text.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/number_box.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

using models::ValueKind;

enum Tab { Attributes, Orders, Projects };

enum Page { Numbers, Choices };

constexpr int kMostListed = 500;  // choices that are listed to be checked

bool isChosen(const models::Attribute& attribute) {
    return attribute.kind == ValueKind::Boolean || attribute.kind == ValueKind::Choice ||
           attribute.kind == ValueKind::Reference;
}

/// Shown part of the table's model.
const QSortFilterProxyModel* proxyOf(const FilteredTable* table) {
    return static_cast<const QSortFilterProxyModel*>(table->view()->model());
}

/// A number as files write it: the shortest that reads back.
std::string fileText(double value) {
    return QString::number(value, 'g', QLocale::FloatingPointShortest).toStdString();
}

RecordTable<AxisTarget>::Columns targetColumns() {
    return {{.title = AxisDialog::tr("Of"), .text = [](const AxisTarget& t) { return t.owner; }},
            {.title = AxisDialog::tr("Attribute"),
             .text = [](const AxisTarget& t) { return tableText(t.attribute->label); }},
            {.title = AxisDialog::tr("Now"),
             .why = AxisDialog::tr("As it is in the project, or by default"),
             .side = CellSide::Right,
             .text = [](const AxisTarget& t) { return t.now; },
             .key =
                 [](const AxisTarget& t) {
                     const auto* number = std::get_if<double>(&t.value);
                     return number != nullptr ? QVariant(*number) : QVariant(t.now);
                 }},
            {.title = AxisDialog::tr("May be"),
             .text = [](const AxisTarget& t) { return rangeText(*t.attribute); }},
            {.title = AxisDialog::tr("Kind"), .text = [](const AxisTarget& t) { return t.type; }}};
}

}  // namespace

AxisDialog::AxisDialog(const engine::Project& project, const engine::Catalogue& catalogue,
                       std::filesystem::path folder, const engine::StudyAxis* axis, QWidget* parent)
    : QDialog(parent),
      project_(project),
      catalogue_(catalogue),
      folder_(std::move(folder)),
      tabs_(new QTabWidget(this)),
      name_(new QLineEdit(this)),
      reason_(new QLabel(this)),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this)) {
    setObjectName("axisDialog");
    setWindowTitle(axis == nullptr ? tr("New Axis")
                                   : tr("Axis %1").arg(QString::fromStdString(axis->name)));
    resize(860, 640);
    tabs_->setObjectName("axisTabs");
    tabs_->addTab(makePicker(), tr("&Attributes and Parts"));
    tabs_->addTab(makeOrders(), tr("&Orders in the Run"));
    tabs_->addTab(makeProjects(), tr("&Projects"));
    name_->setObjectName("axisName");
    auto* form = new QFormLayout;
    form->addRow(tr("&Name"), name_);
    reason_->setObjectName("axisReason");
    reason_->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(tabs_, 1);
    layout->addLayout(form);
    layout->addWidget(reason_);
    layout->addWidget(buttons_);
    connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(tabs_, &QTabWidget::currentChanged, this, &AxisDialog::check);
    connect(name_, &QLineEdit::textChanged, this, &AxisDialog::check);
    if (axis != nullptr) {
        show(*axis);
    } else if (auto* search = table_->findChild<QLineEdit*>()) {
        search->setFocus();  // typing finds what is to be varied
    }
    check();
}

QWidget* AxisDialog::makePicker() {
    auto* page = new QWidget(tabs_);
    targets_ = std::make_shared<RecordTable<AxisTarget>>(targetColumns());
    targets_->setTip([](const AxisTarget& t) {
        return QStringLiteral("%1\n%2").arg(tableText(t.attribute->doc),
                                            QString::fromStdString(t.target));
    });
    targets_->reset(axisTargets(project_, catalogue_));
    table_ = new FilteredTable(targets_.get(), tr("Attributes"), tr("Nothing can be varied here."),
                               page);
    table_->setObjectName("axisTable");
    table_->view()->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setWidths({220, 220, 130, 140});
    table_->sortBy(0, Qt::AscendingOrder);
    table_->setRemark(tr("several of a kind get the same value"));
    allParts_ = new QCheckBox(tr("Parts that the project does not use"), page);
    allParts_->setObjectName("axisAllParts");
    table_->addToHead(allParts_);
    const auto filter = [this] {
        table_->setRowFilter([this](int row) {
            return allParts_->isChecked() ||
                   targets_->rows()[static_cast<std::size_t>(row)].isNamed;
        });
    };
    filter();
    connect(allParts_, &QCheckBox::toggled, this, filter);
    connect(table_->view()->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &AxisDialog::showPicked);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(table_, 1);
    layout->addWidget(makeValues());
    return page;
}

QWidget* AxisDialog::makeValues() {
    kinds_ = new QStackedWidget(tabs_);
    auto* numbers = new QWidget(kinds_);
    isList_ = new QRadioButton(tr("&Values"), numbers);
    isList_->setObjectName("axisIsList");
    isList_->setChecked(true);
    isRange_ = new QRadioButton(tr("&Range"), numbers);
    isRange_->setObjectName("axisIsRange");
    const auto line = [&](const char* name, const QString& tip) {
        auto* edit = new QLineEdit(numbers);
        edit->setObjectName(name);
        edit->setToolTip(tip);
        edit->setAccessibleName(tip);
        connect(edit, &QLineEdit::textChanged, this, &AxisDialog::check);
        return edit;
    };
    values_ = line("axisValues", tr("Values with semicolons between; units may be typed"));
    values_->setPlaceholderText(tr("16; 18; 20"));
    low_ = line("axisLow", tr("The low end"));
    high_ = line("axisHigh", tr("The high end"));
    shape_ = new QComboBox(numbers);
    shape_->setObjectName("axisShape");
    shape_->addItems({tr("evenly"), tr("evenly by ratio"), tr("as a bell: the ends at 5 and 95 %"),
                      tr("most in the middle")});
    shape_->setToolTip(tr("How designs that draw lie within the range"));
    levels_ = new NumberBox(models::unit::none, 2, 1e6, numbers);
    levels_->setObjectName("axisLevels");
    levels_->setAccessibleName(tr("Values of the range"));
    levels_->setToolTip(tr("How many values designs of levels take, both ends with them"));
    levels_->setWhole(true);
    levels_->showValue(2);
    auto* grid = new QGridLayout(numbers);
    grid->addWidget(isList_, 0, 0);
    grid->addWidget(values_, 0, 1, 1, 6);
    grid->addWidget(isRange_, 1, 0);
    grid->addWidget(low_, 1, 1);
    grid->addWidget(new QLabel(tr("to"), numbers), 1, 2);
    grid->addWidget(high_, 1, 3);
    grid->addWidget(shape_, 1, 4);
    grid->addWidget(levels_, 1, 5);
    grid->addWidget(new QLabel(tr("values"), numbers), 1, 6);
    kinds_->addWidget(numbers);
    choices_ = new QListWidget(kinds_);
    choices_->setObjectName("axisChoices");
    choices_->setAccessibleName(tr("Values"));
    kinds_->addWidget(choices_);
    kinds_->setMaximumHeight(150);
    connect(isRange_, &QRadioButton::toggled, this, &AxisDialog::check);
    connect(shape_, &QComboBox::currentIndexChanged, this, &AxisDialog::check);
    connect(levels_, &NumberBox::valueChanged, this, &AxisDialog::check);
    connect(levels_, &NumberBox::refused, this, &AxisDialog::check);
    connect(choices_, &QListWidget::itemChanged, this, &AxisDialog::check);
    return kinds_;
}

QWidget* AxisDialog::makeOrders() {
    auto* page = new QWidget(tabs_);
    auto* about = new QLabel(tr("An order a line, as in \"fail cdu-3 at 3h10m\" or \"open ups-a "
                                "for 5min at 2h\"; an empty line is a run "
                                "without any."),
                             page);
    about->setWordWrap(true);
    orders_ = new TextBox(page);
    orders_->setObjectName("axisOrders");
    orders_->setToolTip(utf8Text(engine::kOrderForm));
    connect(orders_, &QPlainTextEdit::textChanged, this, &AxisDialog::check);
    auto* layout = new QVBoxLayout(page);
    layout->addWidget(about);
    layout->addWidget(orders_, 1);
    return page;
}

QWidget* AxisDialog::makeProjects() {
    auto* page = new QWidget(tabs_);
    auto* about = new QLabel(
        tr("Each point runs one of these projects, with what the other axes set in it."), page);
    about->setWordWrap(true);
    projects_ = new QListWidget(page);
    projects_->setObjectName("axisProjects");
    auto* add = new QPushButton(Theme::icon("open"), tr("A&dd…"), page);
    auto* remove = new QPushButton(Theme::icon("remove"), tr("Re&move"), page);
    connect(add, &QPushButton::clicked, this, [this] {
        auto* dialog =
            new QFileDialog(this, tr("Projects to Run"), QString::fromStdString(folder_.string()),
                            tr("Projects (*.json *.json.gz)"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::ExistingFiles);
        connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) {
            for (const QString& file : files) {
                projects_->addItem(QString::fromStdString(std::filesystem::path(file.toStdString())
                                                              .lexically_proximate(folder_)
                                                              .string()));
            }
            check();
        });
        dialog->open();
    });
    connect(remove, &QPushButton::clicked, this, [this] {
        delete projects_->currentItem();
        check();
    });
    auto* row = new QHBoxLayout;
    row->addWidget(add);
    row->addWidget(remove);
    row->addStretch(1);
    auto* layout = new QVBoxLayout(page);
    layout->addWidget(about);
    layout->addWidget(projects_, 1);
    layout->addLayout(row);
    return page;
}

std::vector<const AxisTarget*> AxisDialog::picked() const {
    std::vector<const AxisTarget*> all;
    for (const QModelIndex& index : table_->view()->selectionModel()->selectedRows()) {
        const int row = proxyOf(table_)->mapToSource(index).row();
        all.push_back(&targets_->rows()[static_cast<std::size_t>(row)]);
    }
    return all;
}

/// Fields for values of what is picked.
void AxisDialog::showPicked() {
    const auto all = picked();
    if (all.empty()) {
        check();
        return;
    }
    const AxisTarget& first = *all.front();
    kinds_->setCurrentIndex(isChosen(*first.attribute) ? Choices : Numbers);
    if (isChosen(*first.attribute) && listed_ != first.target) {
        listed_ = first.target;
        const QSignalBlocker blocker(choices_);
        choices_->clear();
        const auto add = [&](const QString& name, const QString& text) {
            auto* item = new QListWidgetItem(name, choices_);
            item->setData(Qt::UserRole, text);
            item->setFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled);
            item->setCheckState(name == first.now ? Qt::Checked : Qt::Unchecked);
        };
        if (first.attribute->kind == ValueKind::Boolean) {
            add(valueShown(*first.attribute, models::Value{true}, project_, &catalogue_), "true");
            add(valueShown(*first.attribute, models::Value{false}, project_, &catalogue_), "false");
        } else if (first.attribute->kind == ValueKind::Choice) {
            for (const std::string_view word : first.attribute->choices) {
                add(tableText(word), tableText(word));
            }
        } else {
            const auto all1 = referenceTargets(*first.attribute, project_, &catalogue_);
            for (std::size_t i = 0; i < std::min<std::size_t>(all1.size(), kMostListed); ++i) {
                add(all1[i].name, QString::fromStdString(all1[i].id));
            }
        }
    }
    const QString unit = shownSymbol(*first.attribute);
    for (QLineEdit* edit : {values_, low_, high_}) {
        edit->setToolTip(unit.isEmpty() ? edit->accessibleName()
                                        : tr("%1; in %2").arg(edit->accessibleName(), unit));
    }
    if (name_->text().isEmpty() || name_->text() == nameOfPick_) {
        nameOfPick_ = all.size() == 1
                          ? axisName(first)
                          : tr("%1 of %2").arg(tableText(first.attribute->label)).arg(all.size());
        name_->setText(nameOfPick_);
    }
    check();
}

tl::expected<std::string, QString> AxisDialog::valueOf(const models::Attribute& attribute,
                                                       const QString& text) const {
    const auto value = valueFromText(attribute, text, project_, &catalogue_);
    if (!value) {
        return tl::unexpected(value.error());
    }
    if (const auto* number = std::get_if<double>(&*value)) {
        return fileText(*number);
    }
    if (const auto* whole = std::get_if<std::int64_t>(&*value)) {
        return std::to_string(*whole);
    }
    return tl::unexpected(tr("There is no number."));
}

QString AxisDialog::readValues(const models::Attribute& attribute) {
    axis_.values.clear();
    if (isChosen(attribute)) {
        for (int i = 0; i < choices_->count(); ++i) {
            if (choices_->item(i)->checkState() == Qt::Checked) {
                axis_.values.push_back(
                    choices_->item(i)->data(Qt::UserRole).toString().toStdString());
            }
        }
        return axis_.values.empty() ? tr("Check the values that it takes.") : QString();
    }
    if (!isRange_->isChecked()) {
        for (const QString& text : values_->text().split(';', Qt::SkipEmptyParts)) {
            const auto value = valueOf(attribute, text.trimmed());
            if (!value) {
                return value.error();
            }
            axis_.values.push_back(*value);
        }
        return axis_.values.empty() ? tr("Type the values that it takes, with semicolons between.")
                                    : QString();
    }
    for (const auto& [edit, end] : {std::pair{low_, &axis_.low}, std::pair{high_, &axis_.high}}) {
        const auto value = edit->text().trimmed().isEmpty()
                               ? tl::unexpected(tr("Type both ends of the range."))
                               : valueOf(attribute, edit->text().trimmed());
        if (!value) {
            return value.error();
        }
        *end = std::stod(*value);
    }
    if (!levels_->isFine()) {
        return levels_->reason();
    }
    axis_.shape = static_cast<engine::AxisShape>(shape_->currentIndex());
    axis_.levels = static_cast<std::size_t>(levels_->whole());
    if (!(axis_.low < axis_.high)) {
        return tr("The low end comes first, and differs from the high one.");
    }
    return axis_.shape == engine::AxisShape::LogUniform && axis_.low <= 0.0
               ? tr("A range by ratio needs ends above 0.")
               : QString();
}

QString AxisDialog::readPicked() {
    const auto all = picked();
    if (all.empty()) {
        return tr("Pick what is varied: an attribute of the project, or a figure of a part.");
    }
    axis_.kind = all.front()->kind;
    axis_.targets.clear();
    for (const AxisTarget* target : all) {
        if (target->attribute != all.front()->attribute) {
            return tr("An axis changes one attribute of several objects: %1 and %2 differ.")
                .arg(tableText(all.front()->attribute->label), tableText(target->attribute->label));
        }
        axis_.targets.push_back(target->target);
    }
    return readValues(*all.front()->attribute);
}

QString AxisDialog::readOrders() {
    axis_.kind = engine::AxisKind::Order;
    axis_.targets.clear();
    axis_.values.clear();
    for (const QString& line : orders_->toPlainText().split('\n')) {
        const std::string text = line.trimmed().toStdString();
        if (!text.empty()) {
            if (const auto order = engine::orderFromText(text, 0.0); !order) {
                return QString::fromStdString(order.error());
            }
        }
        axis_.values.push_back(text);
    }
    return axis_.values.size() < 2 && axis_.values.front().empty() ? tr("Write an order.")
                                                                   : QString();
}

QString AxisDialog::readProjects() {
    axis_.kind = engine::AxisKind::Project;
    axis_.targets.clear();
    axis_.values.clear();
    for (int i = 0; i < projects_->count(); ++i) {
        axis_.values.push_back(projects_->item(i)->text().toStdString());
    }
    return axis_.values.empty() ? tr("Add projects.") : QString();
}

QString AxisDialog::wrong() const {
    return reason_->text();
}

void AxisDialog::check() {
    low_->setEnabled(isRange_->isChecked());
    high_->setEnabled(isRange_->isChecked());
    shape_->setEnabled(isRange_->isChecked());
    levels_->setEnabled(isRange_->isChecked());
    values_->setEnabled(!isRange_->isChecked());
    const int tab = tabs_->currentIndex();
    QString reason = tab == Attributes ? readPicked()
                     : tab == Orders   ? readOrders()
                                       : readProjects();
    const QString usual = tab == Orders ? tr("orders") : tr("project");
    const QString name = name_->text().trimmed();
    axis_.name =
        (name.isEmpty() || (tab != Attributes && name == nameOfPick_) ? usual : name).toStdString();
    if (reason.isEmpty() && tab == Attributes && name.isEmpty()) {
        reason = tr("Give the axis a name.");
    }
    QPalette palette = reason_->palette();
    palette.setColor(QPalette::WindowText, Theme::instance().colours().muted);
    reason_->setPalette(palette);
    reason_->setText(reason);
    buttons_->button(QDialogButtonBox::Ok)->setEnabled(reason.isEmpty());
}

void AxisDialog::pick(const std::vector<std::string>& targets) {
    QItemSelection selection;
    const auto& rows = targets_->rows();
    int first = -1;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (std::find(targets.begin(), targets.end(), rows[row].target) == targets.end()) {
            continue;
        }
        if (!rows[row].isNamed) {
            allParts_->setChecked(true);
        }
        const QModelIndex index =
            proxyOf(table_)->mapFromSource(targets_->index(static_cast<int>(row), 0));
        selection.select(index, index.siblingAtColumn(targets_->columnCount() - 1));
        first = first < 0 ? static_cast<int>(row) : first;
    }
    if (first >= 0) {
        table_->showRow(first);
        table_->view()->selectionModel()->select(
            selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
}

void AxisDialog::typeValues(const QString& values) {
    isList_->setChecked(true);
    values_->setText(values);
}

void AxisDialog::typeRange(const QString& low, const QString& high) {
    isRange_->setChecked(true);
    low_->setText(low);
    high_->setText(high);
}

/// An axis that is there, in the fields.
void AxisDialog::show(const engine::StudyAxis& axis) {
    if (axis.kind == engine::AxisKind::Order) {
        QStringList lines;
        for (const std::string& value : axis.values) {
            lines << QString::fromStdString(value);
        }
        orders_->setPlainText(lines.join('\n'));
        tabs_->setCurrentIndex(Orders);
    } else if (axis.kind == engine::AxisKind::Project) {
        for (const std::string& value : axis.values) {
            projects_->addItem(QString::fromStdString(value));
        }
        tabs_->setCurrentIndex(Projects);
    } else {
        pick(axis.targets);
        const auto all = picked();
        const models::Attribute* attribute = all.empty() ? nullptr : all.front()->attribute;
        const auto edited = [&](const std::string& text) {
            bool isNumber = false;
            const double number = QString::fromStdString(text).toDouble(&isNumber);
            return isNumber && attribute != nullptr && attribute->kind == ValueKind::Number
                       ? valueEdited(*attribute, models::Value{number})
                       : QString::fromStdString(text);
        };
        if (axis.isRange()) {
            typeRange(edited(fileText(axis.low)), edited(fileText(axis.high)));
            shape_->setCurrentIndex(static_cast<int>(axis.shape));
            levels_->showValue(static_cast<double>(axis.levels));
        } else if (attribute != nullptr && isChosen(*attribute)) {
            for (int i = 0; i < choices_->count(); ++i) {
                const std::string text =
                    choices_->item(i)->data(Qt::UserRole).toString().toStdString();
                const bool isOn =
                    std::find(axis.values.begin(), axis.values.end(), text) != axis.values.end();
                choices_->item(i)->setCheckState(isOn ? Qt::Checked : Qt::Unchecked);
            }
        } else {
            QStringList values;
            for (const std::string& value : axis.values) {
                values << edited(value);
            }
            typeValues(values.join("; "));
        }
    }
    nameOfPick_.clear();
    name_->setText(QString::fromStdString(axis.name));
}

}  // namespace headroom::ui
