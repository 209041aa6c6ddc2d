// SPDX-License-Identifier: Apache-2.0
#include "ui/study/figure_page.h"

#include "ui/kit/plot.h"
#include "ui/kit/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>

namespace headroom::ui {

void fillFigures(QComboBox* box, const StudyAnswer* answer) {
    const QVariant was = box->currentData();
    const QSignalBlocker blocker(box);
    box->clear();
    for (std::size_t f = 0; answer != nullptr && f < answer->answers.figures.size(); ++f) {
        const engine::Figure& figure = *answer->answers.figures[f].figure;
        box->addItem(utf8Text(figure.label),
                     QByteArray(figure.key.data(), static_cast<qsizetype>(figure.key.size())));
    }
    box->setCurrentIndex(std::max(0, box->findData(was)));
}

FigurePage::FigurePage(const QString& name, const QString& about, QWidget* parent)
    : QWidget(parent),
      figure_(new QComboBox(this)),
      about_(new QLabel(this)),
      plot_(makePlot(this, about)) {
    setObjectName(name + "Page");
    figure_->setObjectName(name + "Figure");
    figure_->setAccessibleName(tr("Figure"));
    about_->setWordWrap(true);
    about_->setForegroundRole(QPalette::PlaceholderText);
    plot_->setObjectName(name + "Plot");
    auto* row = new QHBoxLayout;
    row->setContentsMargins(10, 6, 10, 0);
    row->setSpacing(6);
    auto* label = new QLabel(tr("&Figure"), this);
    label->setBuddy(figure_);
    row->addWidget(label);
    row->addWidget(figure_);
    row->addWidget(about_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(row);
    layout->addWidget(plot_, 1);
    connect(figure_, &QComboBox::currentIndexChanged, this, [this] { draw(); });
    connect(&Theme::instance(), &Theme::changed, this, [this] { draw(); });
}

void FigurePage::show(const std::shared_ptr<const StudyAnswer>& answer) {
    answer_ = answer;
    fillFigures(figure_, answer.get());
    draw();
}

}  // namespace headroom::ui
