// SPDX-License-Identifier: Apache-2.0
#include "ui/study/response_page.h"

#include "engine/study/response.h"
#include "ui/kit/colour_map.h"
#include "ui/kit/ink.h"
#include "ui/kit/theme.h"
#include "ui/study/figure_page.h"
#include "ui/study/study_words.h"
#include "ui/units/quantity_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr std::size_t kMostCells = 10'000;

void fillAxes(QComboBox* box, const StudyAnswer* answer, int otherwise) {
    const QVariant was = box->currentData();
    const QSignalBlocker blocker(box);
    box->clear();
    for (std::size_t a = 0; answer != nullptr && a < answer->study().axes.size(); ++a) {
        const QString name = QString::fromStdString(answer->study().axes[a].name);
        box->addItem(name, name);
    }
    const int found = box->findData(was);
    box->setCurrentIndex(found >= 0 ? found : std::min(otherwise, box->count() - 1));
}

}  // namespace

ResponsePage::ResponsePage(QWidget* parent)
    : QWidget(parent),
      figure_(new QComboBox(this)),
      rows_(new QComboBox(this)),
      columns_(new QComboBox(this)),
      about_(new QLabel(this)),
      table_(new QTableWidget(this)) {
    setObjectName("studyResponsePage");
    table_->setObjectName("studyResponse");
    table_->setAccessibleName(tr("Response table"));
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setFrameShape(QFrame::NoFrame);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    about_->setWordWrap(true);
    about_->setForegroundRole(QPalette::PlaceholderText);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(10, 6, 10, 4);
    row->setSpacing(6);
    const auto place = [&](const QString& text, const char* name, QComboBox* box) {
        auto* label = new QLabel(text, this);
        label->setBuddy(box);
        box->setObjectName(name);
        row->addWidget(label);
        row->addWidget(box);
        connect(box, &QComboBox::currentIndexChanged, this, &ResponsePage::fill);
    };
    place(tr("&Figure"), "studyResponseFigure", figure_);
    place(tr("&Down"), "studyResponseRows", rows_);
    place(tr("&Across"), "studyResponseColumns", columns_);
    row->addWidget(about_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(row);
    layout->addWidget(table_, 1);
    connect(&Theme::instance(), &Theme::changed, this, &ResponsePage::fill);
    fill();
}

void ResponsePage::show(const std::shared_ptr<const StudyAnswer>& answer) {
    answer_ = answer;
    fillFigures(figure_, answer.get());
    fillAxes(rows_, answer.get(), 0);
    fillAxes(columns_, answer.get(), 1);
    if (columns_->currentIndex() == rows_->currentIndex() && columns_->count() > 1) {
        const QSignalBlocker blocker(columns_);
        columns_->setCurrentIndex(rows_->currentIndex() == 0 ? 1 : 0);
    }
    fill();
}

void ResponsePage::fill() {
    table_->clear();
    table_->setRowCount(0);
    table_->setColumnCount(0);
    const bool has = answer_ && answer_->study().axes.size() > 1 && figure_->currentIndex() >= 0 &&
                     answer_->answers.status.done > 0;
    if (!has || rows_->currentIndex() == columns_->currentIndex()) {
        about_->setText(!answer_ || answer_->study().axes.size() > 1
                            ? has ? tr("Choose two different axes.")
                                  : tr("The table appears here once runs are done.")
                            : tr("A table takes two axes."));
        return;
    }
    const auto r = static_cast<std::size_t>(rows_->currentIndex()),
               c = static_cast<std::size_t>(columns_->currentIndex());
    const engine::FigureAnswer& figure =
        answer_->answers.figures[static_cast<std::size_t>(figure_->currentIndex())];
    const engine::ResponseTable table =
        engine::responseOf(answer_->plan, answer_->answers, figure, r, c);
    if (table.rows.size() * table.columns.size() > kMostCells) {
        about_->setText(tr("%1 by %2 values are too many for a table.")
                            .arg(table.rows.size())
                            .arg(table.columns.size()));
        return;
    }
    about_->setText(table.isSurface
                        ? tr("On a surface through all points, other axes in the middle of theirs.")
                        : tr("Means of the points with both values, with their standard error."));
    double least = INFINITY, most = -INFINITY;
    for (const auto& row : table.cells) {
        for (const engine::Measured& cell : row) {
            least = std::isfinite(cell.value) ? std::min(least, cell.value) : least;
            most = std::isfinite(cell.value) ? std::max(most, cell.value) : most;
        }
    }
    const auto heads = [&](const std::vector<std::string>& texts, std::size_t axis) {
        QStringList words;
        for (std::string text : texts) {
            bool isNumber = false;
            const double number = QString::fromStdString(text).toDouble(&isNumber);
            if (isNumber && table.isSurface) {
                text = QString::number(number, 'g', 4)
                           .toStdString();  // places on a surface, nobody's choice
            }
            words << axisValueText(answer_->study().axes[axis], text, *answer_->project,
                                   *answer_->catalogue);
        }
        return words;
    };
    table_->setRowCount(static_cast<int>(table.rows.size()));
    table_->setColumnCount(static_cast<int>(table.columns.size()));
    table_->setVerticalHeaderLabels(heads(table.rows, r));
    table_->setHorizontalHeaderLabels(heads(table.columns, c));
    for (int row = 0; row < table_->rowCount(); ++row) {
        for (int column = 0; column < table_->columnCount(); ++column) {
            const engine::Measured& cell =
                table.cells[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
            auto* item =
                new QTableWidgetItem(figureValueText(*figure.figure, cell.value, cell.error));
            item->setTextAlignment(Qt::AlignCenter);
            if (std::isfinite(cell.value)) {
                const QColor ground = QColor::fromRgb(
                    mapColour(ColourMap::Viridis,
                              most > least ? (cell.value - least) / (most - least) : 0.5));
                item->setBackground(ground);
                item->setForeground(inkOn(ground));
            }
            table_->setItem(row, column, item);
        }
    }
}

}  // namespace headroom::ui
