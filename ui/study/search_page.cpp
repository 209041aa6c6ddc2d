// SPDX-License-Identifier: Apache-2.0
#include "ui/study/search_page.h"

#include "ui/kit/plot.h"
#include "ui/kit/theme.h"
#include "ui/study/study_words.h"

#include <QComboBox>
#include <QLabel>
#include <qcustomplot.h>

#include <cmath>

namespace headroom::ui {

SearchPage::SearchPage(QWidget* parent)
    : FigurePage("studySearch", tr("How the search went"), parent) {
    draw();
}

void SearchPage::draw() {
    plot_->clearPlottables();
    paintPlot(plot_);
    paintPlotGround(this);
    const int f = figure_->currentIndex();
    const bool has = answer_ && !answer_->steps.empty() && f >= 0;
    plot_->setVisible(has);
    if (!has) {
        about_->setText(tr("The way of a search appears here once its first generation is done."));
        return;
    }
    const auto index = static_cast<std::size_t>(f);
    const engine::FigureAnswer& figure = answer_->answers.figures[index];
    const FigureScale scale = figureScale(figure);
    const ThemeColours& colours = Theme::instance().colours();
    const auto size = static_cast<double>(answer_->study().points);
    QVector<double> tried, values, missed, missedValues, generations, best;
    for (std::size_t p = 0; p < figure.points.size(); ++p) {
        const engine::Estimate& e = figure.points[p];
        if (e.count > 0 && std::isfinite(e.mean)) {
            const bool isFeasible = answer_->answers.feasible[p] != 0;
            (isFeasible ? tried : missed) << (static_cast<double>(p) + 0.5) / size;
            (isFeasible ? values : missedValues) << e.mean * scale.by;
        }
    }
    for (std::size_t g = 0; g < answer_->steps.size(); ++g) {
        if (std::isfinite(answer_->steps[g].best[index])) {
            generations << static_cast<double>(g + 1);
            best << answer_->steps[g].best[index] * scale.by;
        }
    }
    const auto dots = [&](const QVector<double>& x, const QVector<double>& y,
                          QCPScatterStyle::ScatterShape shape, const QColor& colour) {
        auto* graph = plot_->addGraph();
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setScatterStyle(QCPScatterStyle(shape, colour, 5.0));
        graph->setData(x, y);
    };
    dots(tried, values, QCPScatterStyle::ssDisc, colours.accent);
    dots(missed, missedValues, QCPScatterStyle::ssCross, colours.muted);
    auto* line = plot_->addGraph();
    line->setLineStyle(QCPGraph::lsStepLeft);
    line->setPen(QPen(colours.good, 2.0));
    line->setData(generations, best);
    plot_->legend->setVisible(false);
    plot_->xAxis->setLabel(tr("generation"));
    plot_->yAxis->setLabel(scale.label);
    plot_->rescaleAxes();
    plot_->xAxis->setRange(0.0, static_cast<double>(answer_->study().generations) + 0.2);
    plot_->yAxis->scaleRange(1.1);
    const engine::SearchStep& last = answer_->steps.back();
    about_->setText(tr("%1 points by now, %2 of them feasible, %3 on the front. Line: the best by "
                       "the end of each generation; crosses are not feasible.")
                        .arg(last.points)
                        .arg(last.feasible)
                        .arg(last.front));
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace headroom::ui
