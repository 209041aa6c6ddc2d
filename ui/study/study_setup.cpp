// SPDX-License-Identifier: Apache-2.0
#include "ui/study/study_setup.h"

#include "engine/base/scale.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/number_box.h"
#include "ui/kit/theme.h"
#include "ui/kit/when_edited.h"
#include "ui/study/axis_dialog.h"
#include "ui/study/study_desk.h"
#include "ui/study/study_words.h"
#include "ui/units/quantity_parse.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/workspace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTableView>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <functional>

namespace headroom::ui {

namespace {

enum FigureColumn { Kept, Least, Most, Wanted };

constexpr double kMostReplications = 1e6;
constexpr double kMostPoints = 1e7;
constexpr double kLargestSeed = 9e15;

QString limitText(const engine::Figure& figure, double limit) {
    return std::isnan(limit) ? QString() : quantityText(limit * figure.unit.toSi, figure.shown, 6);
}

QString wantedWords(engine::Better better) {
    return better == engine::Better::Less   ? StudySetup::tr("less is better")
           : better == engine::Better::More ? StudySetup::tr("more is better")
                                            : StudySetup::tr("neither");
}

QString shapeWords(engine::AxisShape shape) {
    switch (shape) {
        case engine::AxisShape::LogUniform:
            return StudySetup::tr("evenly by ratio");
        case engine::AxisShape::Normal:
            return StudySetup::tr("a bell");
        case engine::AxisShape::Triangular:
            return StudySetup::tr("most in the middle");
        case engine::AxisShape::Uniform:
            break;
    }
    return {};
}

QString fileNumber(double value) {
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

}  // namespace

StudySetup::StudySetup(Workspace* workspace, StudyDesk* desk, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      desk_(desk),
      axes_(new TextTable(
          {{tr("Axis"), tr("Attributes that differ between the points"), CellSide::Left},
           {tr("Varies"), tr("The attribute or figure that it sets"), CellSide::Left},
           {tr("Values"), tr("Its values, or its range"), CellSide::Left}},
          this)) {
    setObjectName("studySetup");
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    auto* left = new QWidget(splitter);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(10, 4, 6, 8);
    column->addWidget(makeAxes(), 1);
    column->addWidget(makeRun());
    splitter->addWidget(left);
    splitter->addWidget(makeFigures());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    connect(desk, &StudyDesk::changed, this, &StudySetup::showStudy);
    connect(desk, &StudyDesk::answered, this, &StudySetup::showStudy);
    showStudy();
}

QWidget* StudySetup::makeAxes() {
    auto* box = new QGroupBox(tr("Axes: what differs between the points"), this);
    axisView_ = new QTableView(box);
    axisView_->setObjectName("studyAxes");
    axisView_->setModel(axes_);
    dressTable(axisView_, tr("Axes"));
    axisView_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    const auto button = [&](const char* name, const char* icon, const QString& text,
                            const QString& tip) {
        auto* made = new QPushButton(Theme::icon(icon), text, box);
        made->setObjectName(name);
        made->setToolTip(tip);
        return made;
    };
    add_ = button("studyAddAxis", "add", tr("A&dd…"),
                  tr("Pick an attribute, a figure of a part, orders or projects"));
    edit_ = button("studyEditAxis", "inspector", tr("Chan&ge…"),
                   tr("Other values, or something else to vary"));
    remove_ =
        button("studyRemoveAxis", "remove", tr("Remo&ve"), tr("The points no longer differ in it"));
    undo_ = button("studyUndo", "undo", tr("&Undo"), tr("Takes back the last change of the study"));
    connect(add_, &QPushButton::clicked, this, [this] { askAxis(); });
    connect(edit_, &QPushButton::clicked, this, [this] { askAxis(axisRow()); });
    connect(remove_, &QPushButton::clicked, this, [this] {
        const int row = axisRow();
        change([row](engine::Study& study) { study.axes.erase(study.axes.begin() + row); });
    });
    connect(undo_, &QPushButton::clicked, desk_, &StudyDesk::undo);
    connect(axisView_, &QTableView::doubleClicked, this,
            [this](const QModelIndex& index) { askAxis(index.row()); });
    connect(axisView_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &StudySetup::showCount);
    auto* row = new QHBoxLayout;
    for (QPushButton* each : {add_, edit_, remove_}) {
        row->addWidget(each);
    }
    row->addStretch(1);
    row->addWidget(undo_);
    auto* layout = new QVBoxLayout(box);
    layout->addWidget(axisView_, 1);
    layout->addLayout(row);
    return box;
}

QWidget* StudySetup::makeRun() {
    auto* box = new QGroupBox(tr("Points and runs"), this);
    run_ = box;
    const auto number = [&](const char* name, const models::Unit& unit, double least, double most,
                            const QString& label, const QString& tip, bool isWhole) {
        auto* made = new NumberBox(unit, least, most, box);
        made->setObjectName(name);
        made->setAccessibleName(label);
        made->setToolTip(tip);
        made->setWhole(isWhole);
        made->setTracking(false);  // each value is a step of undo
        return made;
    };
    name_ = new QLineEdit(box);
    name_->setObjectName("studyName");
    name_->setToolTip(tr("Name of the study in the database; another name starts a new study"));
    design_ = new QComboBox(box);
    design_->setObjectName("studyDesign");
    for (int kind = 0; kind <= static_cast<int>(engine::DesignKind::Search); ++kind) {
        design_->addItem(designWords(static_cast<engine::DesignKind>(kind)));
        design_->setItemData(kind, designTip(static_cast<engine::DesignKind>(kind)),
                             Qt::ToolTipRole);
    }
    points_ = number("studyPoints", models::unit::none, 1, kMostPoints, tr("Points"), {}, true);
    generations_ = number("studyGenerations", models::unit::none, 1, 1e5, tr("Generations"),
                          tr("Each as many points"), true);
    surrogate_ = new QCheckBox(tr("Surfaces &first"), box);
    surrogate_->setObjectName("studySurrogate");
    surrogate_->setToolTip(tr("Look first where surfaces through all results so far promise most"));
    hours_ = number("studyHours", models::unit::hour, 60.0, 36525.0 * kDayS, tr("Simulated time"),
                    tr("Simulated time of each run"), false);
    replications_ =
        number("studyReplications", models::unit::none, 1, kMostReplications, tr("Replications"),
               tr("Runs of each point, with the same random numbers at every point"), true);
    seed_ = number("studySeed", models::unit::none, 0, kLargestSeed, tr("Seed"),
                   tr("Seed of the design and of the first replication"), true);
    failures_ = new QCheckBox(tr("&Random failures"), box);
    failures_->setObjectName("studyFailures");
    failures_->setToolTip(tr("Random failures of the project; orders are not affected"));
    pointsLabel_ = new QLabel(tr("&Points"), box);
    pointsLabel_->setBuddy(points_);
    generationsLabel_ = new QLabel(tr("G&enerations"), box);
    generationsLabel_->setBuddy(generations_);
    count_ = new QLabel(box);
    count_->setObjectName("studyCount");
    count_->setForegroundRole(QPalette::PlaceholderText);
    count_->setWordWrap(true);
    auto* grid = new QGridLayout(box);
    const auto place = [&](int row, int at, const QString& text, QWidget* field) {
        auto* label = new QLabel(text, box);
        label->setBuddy(field);
        grid->addWidget(label, row, 2 * at);
        grid->addWidget(field, row, 2 * at + 1);
    };
    place(0, 0, tr("&Design"), design_);
    grid->addWidget(pointsLabel_, 0, 2);
    grid->addWidget(points_, 0, 3);
    grid->addWidget(generationsLabel_, 0, 4);
    grid->addWidget(generations_, 0, 5);
    grid->addWidget(surrogate_, 0, 6);
    place(1, 0, tr("Si&mulated"), hours_);
    place(1, 1, tr("Rep&lications"), replications_);
    place(1, 2, tr("S&eed"), seed_);
    grid->addWidget(failures_, 1, 6);
    place(2, 0, tr("&Name"), name_);
    grid->addWidget(count_, 2, 2, 1, 5);
    grid->setColumnStretch(6, 1);
    const auto set = [this](NumberBox* field, auto take) {
        connect(field, &NumberBox::valueChanged, this, [this, take](double value) {
            change([&](engine::Study& study) { take(study, value); });
        });
    };
    set(points_,
        [](engine::Study& s, double v) { s.points = static_cast<std::size_t>(std::llround(v)); });
    set(generations_, [](engine::Study& s, double v) {
        s.generations = static_cast<std::size_t>(std::llround(v));
    });
    set(hours_, [](engine::Study& s, double v) { s.untilS = v; });
    set(replications_,
        [](engine::Study& s, double v) { s.replications = static_cast<int>(std::lround(v)); });
    set(seed_,
        [](engine::Study& s, double v) { s.seed = static_cast<std::uint64_t>(std::llround(v)); });
    connect(failures_, &QCheckBox::toggled, this,
            [this](bool on) { change([on](engine::Study& s) { s.randomFailures = on; }); });
    connect(surrogate_, &QCheckBox::toggled, this,
            [this](bool on) { change([on](engine::Study& s) { s.surrogate = on; }); });
    whenEdited(name_, this, [this] {
        const std::string name = name_->text().trimmed().toStdString();
        if (desk_->study() != nullptr && !name.empty() && name != desk_->study()->name) {
            change([&](engine::Study& s) { s.name = name; });
        }
    });
    connect(design_, &QComboBox::activated, this, [this](int kind) {
        change([kind](engine::Study& s) {
            s.design = static_cast<engine::DesignKind>(kind);
            if (!engine::isOfLevels(s.design) && s.points == 0) {
                s.points = s.design == engine::DesignKind::Search   ? 24
                           : s.design == engine::DesignKind::Morris ? 10
                                                                    : 64;
            }
            if (s.design == engine::DesignKind::Search && s.generations == 0) {
                s.generations = 10;
            }
        });
    });
    return box;
}

QWidget* StudySetup::makeFigures() {
    auto* box = new QGroupBox(tr("Figures that are kept, and limits of what is feasible"), this);
    figures_ = new QTableWidget(0, 4, box);
    figures_->setObjectName("studyFigures");
    dressTable(figures_, tr("Figures"));
    figures_->setHorizontalHeaderLabels(
        {tr("Figure"), tr("At least"), tr("At most"), tr("Wanted")});
    figures_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    figures_->horizontalHeader()->setStretchLastSection(true);
    for (const engine::Figure* figure : engine::figuresIn(engine::kInRun)) {
        const int row = figures_->rowCount();
        figures_->insertRow(row);
        auto* item = new QTableWidgetItem(utf8Text(figure->label));
        item->setToolTip(utf8Text(figure->why));
        item->setData(Qt::UserRole,
                      QByteArray(figure->key.data(), static_cast<qsizetype>(figure->key.size())));
        item->setFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        figures_->setItem(row, Kept, item);
        for (const int column : {Least, Most}) {
            figures_->setItem(row, column, new QTableWidgetItem);
            figures_->item(row, column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        }
        auto* wanted = new QTableWidgetItem(wantedWords(figure->better));
        wanted->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        figures_->setItem(row, Wanted, wanted);
    }
    connect(figures_, &QTableWidget::cellChanged, this, &StudySetup::takeFigure);
    auto* layout = new QVBoxLayout(box);
    layout->addWidget(figures_);
    return box;
}

int StudySetup::axisRow() const {
    return axisView_->currentIndex().isValid() ? axisView_->currentIndex().row() : -1;
}

void StudySetup::change(const std::function<void(engine::Study&)>& edit) {
    if (isShowing_ || desk_->study() == nullptr) {
        return;
    }
    engine::Study next = *desk_->study();
    edit(next);
    desk_->change(std::move(next));
}

void StudySetup::askAxis(int row) {
    const engine::Study* study = desk_->study();
    const auto answer = desk_->answer();
    if (row >= 0 && (study == nullptr || row >= static_cast<int>(study->axes.size()))) {
        return;
    }
    const bool isOwn = answer == nullptr;
    if (isOwn && !workspace_->isOpen()) {
        return;
    }
    // Copies: what is open may change while the dialog is.
    const auto project =
        std::make_shared<engine::Project>(isOwn ? workspace_->project() : *answer->project);
    const auto catalogue = isOwn ? workspace_->sharedCatalogue() : answer->catalogue;
    const engine::StudyAxis axis =
        row >= 0 ? study->axes[static_cast<std::size_t>(row)] : engine::StudyAxis();
    auto* dialog = new AxisDialog(
        *project, *catalogue,
        study != nullptr ? study->file.parent_path() : workspace_->project().folder(),
        row >= 0 ? &axis : nullptr, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, row, project, catalogue] {
        engine::StudyAxis made = dialog->axis();
        if (desk_->study() == nullptr) {
            desk_->begin(std::move(made));
            return;
        }
        change([&](engine::Study& s) {
            if (row >= 0 && row < static_cast<int>(s.axes.size())) {
                s.axes[static_cast<std::size_t>(row)] = made;
            } else {
                s.axes.push_back(made);
            }
        });
    });
    dialog->open();
}

void StudySetup::takeFigure(int row, int column) {
    if (isShowing_ || desk_->study() == nullptr) {
        return;
    }
    const std::string key =
        figures_->item(row, Kept)->data(Qt::UserRole).toByteArray().toStdString();
    const engine::Figure& figure = engine::figure(key);
    if (column == Kept) {
        const bool on = figures_->item(row, Kept)->checkState() == Qt::Checked;
        change([&](engine::Study& s) {
            s.figures.erase(std::remove(s.figures.begin(), s.figures.end(), &figure),
                            s.figures.end());
            s.constraints.erase(
                std::remove_if(s.constraints.begin(), s.constraints.end(),
                               [&](const auto& c) { return !on && c.figure == key; }),
                s.constraints.end());
            if (on) {
                s.figures.push_back(&figure);
            }
        });
        return;
    }
    const QString text = figures_->item(row, column)->text().trimmed();
    double limit = models::kNotStated;
    if (!text.isEmpty()) {
        const auto read = parseQuantity(text, figure.shown);
        if (!read) {
            QScopedValueRollback showing(isShowing_, true);
            figures_->item(row, column)->setForeground(Theme::instance().colours().bad);
            figures_->item(row, column)->setToolTip(read.error());
            return;
        }
        limit = *read / figure.unit.toSi;
    }
    change([&](engine::Study& s) {
        auto at = std::find_if(s.constraints.begin(), s.constraints.end(),
                               [&](const auto& c) { return c.figure == key; });
        if (at == s.constraints.end()) {
            at = s.constraints.insert(
                at, engine::StudyConstraint{key, models::kNotStated, models::kNotStated});
        }
        (column == Least ? at->least : at->most) = limit;
        if (std::isnan(at->least) && std::isnan(at->most)) {
            s.constraints.erase(at);
        } else if (std::find(s.figures.begin(), s.figures.end(), &figure) == s.figures.end()) {
            s.figures.push_back(&figure);
        }
    });
}

void StudySetup::showStudy() {
    QScopedValueRollback showing(isShowing_, true);
    const engine::Study* study = desk_->study();
    const bool can = study != nullptr && !desk_->isRunning();
    for (QWidget* field :
         std::initializer_list<QWidget*>{name_, design_, points_, generations_, surrogate_, hours_,
                                         replications_, seed_, failures_, figures_}) {
        field->setEnabled(can);
    }
    add_->setEnabled(
        !desk_->isRunning() &&
        (study != nullptr || (workspace_->isOpen() && !workspace_->project().file.empty())));
    undo_->setEnabled(can && desk_->canUndo());
    run_->setVisible(study != nullptr);
    if (study != nullptr) {
        name_->setText(QString::fromStdString(study->name));
        design_->setCurrentIndex(static_cast<int>(study->design));
        design_->setToolTip(designTip(study->design));
        const bool isSearch = study->design == engine::DesignKind::Search,
                   draws = !engine::isOfLevels(study->design);
        points_->showValue(static_cast<double>(study->points));
        generations_->showValue(static_cast<double>(study->generations));
        surrogate_->setChecked(study->surrogate);
        for (QWidget* each : std::initializer_list<QWidget*>{points_, pointsLabel_}) {
            each->setVisible(draws);
        }
        for (QWidget* each :
             std::initializer_list<QWidget*>{generations_, generationsLabel_, surrogate_}) {
            each->setVisible(isSearch);
        }
        pointsLabel_->setText(isSearch                                       ? tr("&Points of each")
                              : study->design == engine::DesignKind::Morris  ? tr("&Ways")
                              : study->design == engine::DesignKind::Indices ? tr("&Rows")
                                                                             : tr("&Points"));
        hours_->showValue(study->untilS);
        replications_->showValue(study->replications);
        seed_->showValue(static_cast<double>(study->seed));
        failures_->setChecked(study->randomFailures);
    }
    showAxes();
    showFigures();
    showCount();
}

void StudySetup::showAxes() {
    std::vector<TextRow> rows;
    const engine::Study* study = desk_->study();
    const auto answer = desk_->answer();
    for (std::size_t a = 0; study != nullptr && a < study->axes.size(); ++a) {
        const engine::StudyAxis& axis = study->axes[a];
        QStringList targets, values;
        for (const std::string& target : axis.targets) {
            targets << (answer ? axisTargetText(axis, target, *answer->project, *answer->catalogue)
                               : QString::fromStdString(target));
        }
        const auto shown = [&](const std::string& text) {
            return answer ? axisValueText(axis, text, *answer->project, *answer->catalogue)
                          : QString::fromStdString(text);
        };
        for (const std::string& value : axis.values) {
            values << shown(value);
        }
        QString over = values.join("; ");
        if (axis.isRange()) {
            over = tr("%1 to %2")
                       .arg(shown(fileNumber(axis.low).toStdString()),
                            shown(fileNumber(axis.high).toStdString()));
            const QString shape = shapeWords(axis.shape);
            over += shape.isEmpty() ? QString() : ", " + shape;
            over +=
                engine::isOfLevels(study->design) ? tr(", %1 values").arg(axis.levels) : QString();
        }
        const QString what = axis.kind == engine::AxisKind::Order     ? tr("orders in the run")
                             : axis.kind == engine::AxisKind::Project ? tr("the project")
                                                                      : targets.join(", ");
        rows.push_back(
            {{{QString::fromStdString(axis.name)}, {what}, {over}}, static_cast<std::int64_t>(a)});
    }
    axes_->setRows(std::move(rows));
}

void StudySetup::showFigures() {
    const engine::Study* study = desk_->study();
    for (int row = 0; row < figures_->rowCount(); ++row) {
        const std::string key =
            figures_->item(row, Kept)->data(Qt::UserRole).toByteArray().toStdString();
        const engine::Figure& figure = engine::figure(key);
        const bool isKept =
            study != nullptr && std::find(study->figures.begin(), study->figures.end(), &figure) !=
                                    study->figures.end();
        figures_->item(row, Kept)->setCheckState(isKept ? Qt::Checked : Qt::Unchecked);
        double least = models::kNotStated, most = models::kNotStated;
        for (std::size_t c = 0; study != nullptr && c < study->constraints.size(); ++c) {
            if (study->constraints[c].figure == key) {
                least = study->constraints[c].least;
                most = study->constraints[c].most;
            }
        }
        for (const auto& [column, limit] : {std::pair{Least, least}, std::pair{Most, most}}) {
            figures_->item(row, column)->setText(limitText(figure, limit));
            figures_->item(row, column)->setForeground(palette().text());
            figures_->item(row, column)->setToolTip(tr("A point that misses it is not feasible"));
        }
    }
}

void StudySetup::showCount() {
    const engine::Study* study = desk_->study();
    const bool hasRow =
        study != nullptr && axisRow() >= 0 && axisRow() < static_cast<int>(study->axes.size());
    edit_->setEnabled(hasRow && !desk_->isRunning());
    remove_->setEnabled(hasRow && !desk_->isRunning());
    if (study == nullptr) {
        count_->clear();
        return;
    }
    const auto points = engine::pointCount(*study);
    count_->setText(
        !points ? tr("More points than can be counted.")
        : study->replications == 1
            ? tr("%1 points, a run each, of %2.").arg(*points).arg(lengthText(study->untilS))
            : tr("%1 points by %2 replications: %3 runs of %4.")
                  .arg(*points)
                  .arg(study->replications)
                  .arg(static_cast<double>(*points) * study->replications, 0, 'f', 0)
                  .arg(lengthText(study->untilS)));
}

}  // namespace headroom::ui
