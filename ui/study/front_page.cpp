// SPDX-License-Identifier: Apache-2.0
#include "ui/study/front_page.h"

#include "ui/kit/plot.h"
#include "ui/kit/theme.h"
#include "ui/study/figure_page.h"
#include "ui/study/study_focus.h"
#include "ui/study/study_words.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kNearPx = 12.0;

double meanOf(const engine::FigureAnswer& figure, std::size_t point) {
    return figure.points[point].count > 0 ? figure.points[point].mean : NAN;
}

}  // namespace

std::vector<std::size_t> frontOfTwo(const engine::StudyAnswers& answers, std::size_t x,
                                    std::size_t y) {
    const engine::FigureAnswer &fx = answers.figures[x], &fy = answers.figures[y];
    if (x == y || fx.figure->better == engine::Better::Neither ||
        fy.figure->better == engine::Better::Neither) {
        return {};
    }
    std::vector<std::vector<double>> values(answers.points.size());
    for (std::size_t p = 0; p < values.size(); ++p) {
        values[p] = answers.feasible[p] != 0 ? std::vector{meanOf(fx, p), meanOf(fy, p)}
                                             : std::vector<double>{NAN, NAN};
    }
    const std::array better = {fx.figure->better, fy.figure->better};
    std::vector<std::size_t> front = engine::paretoFront(values, better);
    std::sort(front.begin(), front.end(),
              [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    return front;
}

FrontPage::FrontPage(StudyFocus* focus, QWidget* parent)
    : QWidget(parent),
      focus_(focus),
      x_(new QComboBox(this)),
      y_(new QComboBox(this)),
      about_(new QLabel(this)),
      plot_(makePlot(this, tr("Two figures of all points"))) {
    setObjectName("studyFrontPage");
    x_->setObjectName("studyFrontX");
    y_->setObjectName("studyFrontY");
    about_->setWordWrap(true);
    about_->setForegroundRole(QPalette::PlaceholderText);
    plot_->setObjectName("studyFrontPlot");
    plot_->setMouseTracking(true);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(10, 6, 10, 0);
    row->setSpacing(6);
    const auto place = [&](const QString& text, QComboBox* box) {
        auto* label = new QLabel(text, this);
        label->setBuddy(box);
        row->addWidget(label);
        row->addWidget(box);
        connect(box, &QComboBox::currentIndexChanged, this, &FrontPage::draw);
    };
    place(tr("&Across"), x_);
    place(tr("&Up"), y_);
    row->addWidget(about_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(row);
    layout->addWidget(plot_, 1);
    connect(plot_, &QCustomPlot::mousePress, this,
            [this](QMouseEvent* event) { choose(event->pos()); });
    connect(plot_, &QCustomPlot::mouseDoubleClick, this, [this](QMouseEvent* event) {
        if (const int point = pointAt(event->pos()); point >= 0) {
            emit activated(point);
        }
    });
    connect(plot_, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        const int point = pointAt(event->pos());
        if (point < 0) {
            QToolTip::hideText();
            return;
        }
        QStringList lines{tr("Point %1").arg(point)};
        for (std::size_t a = 0; a < answer_->study().axes.size(); ++a) {
            lines << QStringLiteral("%1: %2").arg(
                QString::fromStdString(answer_->study().axes[a].name),
                axisValueText(*answer_, a, static_cast<std::size_t>(point)));
        }
        QToolTip::showText(event->globalPosition().toPoint(), lines.join('\n'), plot_);
    });
    connect(focus, &StudyFocus::chosen, this, &FrontPage::draw);
    connect(focus, &StudyFocus::brushedOthers, this, &FrontPage::draw);
    connect(&Theme::instance(), &Theme::changed, this, &FrontPage::draw);
    draw();
}

void FrontPage::show(const std::shared_ptr<const StudyAnswer>& answer) {
    answer_ = answer;
    fillFigures(x_, answer.get());
    fillFigures(y_, answer.get());
    if (y_->currentIndex() == x_->currentIndex() && y_->count() > 1) {
        const QSignalBlocker blocker(y_);
        y_->setCurrentIndex(x_->currentIndex() == 0 ? 1 : 0);
    }
    draw();
}

void FrontPage::draw() {
    plot_->clearItems();
    plot_->clearPlottables();
    paintPlot(plot_);
    paintPlotGround(this);
    const bool has = answer_ && x_->currentIndex() >= 0 && y_->currentIndex() >= 0 &&
                     answer_->answers.status.done > 0 &&
                     x_->count() == static_cast<int>(answer_->answers.figures.size());
    plot_->setVisible(has);
    about_->setText(has ? QString() : tr("Points appear here once runs are done."));
    if (!has) {
        return;
    }
    const engine::StudyAnswers& answers = answer_->answers;
    const auto xi = static_cast<std::size_t>(x_->currentIndex()),
               yi = static_cast<std::size_t>(y_->currentIndex());
    const engine::FigureAnswer &fx = answers.figures[xi], &fy = answers.figures[yi];
    const FigureScale sx = figureScale(fx), sy = figureScale(fy);
    const ThemeColours& colours = Theme::instance().colours();
    const auto dots = [&](const QString& name, const QColor& colour,
                          QCPScatterStyle::ScatterShape shape, double size, auto isOf) {
        QVector<double> x, y;
        for (std::size_t p = 0; p < answers.points.size(); ++p) {
            if (isOf(p) && std::isfinite(meanOf(fx, p)) && std::isfinite(meanOf(fy, p))) {
                x << meanOf(fx, p) * sx.by;
                y << meanOf(fy, p) * sy.by;
            }
        }
        auto* graph = plot_->addGraph();
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setScatterStyle(QCPScatterStyle(
            shape, QPen(colour, 1.2),
            shape == QCPScatterStyle::ssDisc ? QBrush(colour) : QBrush(Qt::NoBrush), size));
        graph->setData(x, y);
        graph->setName(name);
        if (name.isEmpty() || x.isEmpty()) {
            graph->removeFromLegend();
        }
    };
    const auto isFront = [&](std::size_t p) {
        return std::binary_search(answers.front.begin(), answers.front.end(), p);
    };
    dots(tr("Filtered out"), colours.disabled, QCPScatterStyle::ssDisc, 4.0,
         [&](std::size_t p) { return !focus_->shows(p); });
    dots(tr("Not feasible"), colours.muted, QCPScatterStyle::ssCross, 6.0,
         [&](std::size_t p) { return focus_->shows(p) && answers.feasible[p] == 0; });
    dots(tr("Feasible"), colours.accent, QCPScatterStyle::ssDisc, 6.0, [&](std::size_t p) {
        return focus_->shows(p) && answers.feasible[p] != 0 && !isFront(p);
    });
    const std::vector<std::size_t> line = frontOfTwo(answers, xi, yi);
    QVector<double> lineX, lineY;
    for (const std::size_t p : line) {
        lineX << meanOf(fx, p) * sx.by;
        lineY << meanOf(fy, p) * sy.by;
    }
    auto* curve = plot_->addGraph();
    // Along the corners: between two points there is nothing that was run.
    curve->setLineStyle(fx.figure->better == engine::Better::Less ? QCPGraph::lsStepLeft
                                                                  : QCPGraph::lsStepRight);
    curve->setPen(QPen(colours.good, 1.4));
    curve->setData(lineX, lineY);
    curve->setName(tr("Front of these two"));
    if (line.empty()) {
        curve->removeFromLegend();
    }
    dots(tr("Front of all figures"), colours.good, QCPScatterStyle::ssDisc, 8.0,
         [&](std::size_t p) { return focus_->shows(p) && isFront(p); });
    const int chosen = focus_->point();
    dots({}, colours.selected, QCPScatterStyle::ssCircle, 14.0,
         [&](std::size_t p) { return static_cast<int>(p) == chosen; });
    plot_->xAxis->setLabel(sx.label);
    plot_->yAxis->setLabel(sy.label);
    plot_->rescaleAxes();
    plot_->xAxis->scaleRange(1.1);
    plot_->yAxis->scaleRange(1.1);
    plot_->legend->setVisible(true);
    about_->setText(tr("%1 of %2 feasible points are on the front of all figures.")
                        .arg(answers.front.size())
                        .arg(std::count(answers.feasible.begin(), answers.feasible.end(), 1)));
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

int FrontPage::pointAt(const QPointF& pixel) const {
    if (!answer_ || !plot_->isVisibleTo(this) || x_->currentIndex() < 0) {
        return -1;
    }
    const engine::StudyAnswers& answers = answer_->answers;
    const engine::FigureAnswer &fx = answers.figures[static_cast<std::size_t>(x_->currentIndex())],
                               &fy = answers.figures[static_cast<std::size_t>(y_->currentIndex())];
    const FigureScale sx = figureScale(fx), sy = figureScale(fy);
    int best = -1;
    double nearest = kNearPx;
    for (std::size_t p = 0; p < answers.points.size(); ++p) {
        const double x = meanOf(fx, p), y = meanOf(fy, p);
        if (!focus_->shows(p) || !std::isfinite(x) || !std::isfinite(y)) {
            continue;
        }
        const double away = std::hypot(plot_->xAxis->coordToPixel(x * sx.by) - pixel.x(),
                                       plot_->yAxis->coordToPixel(y * sy.by) - pixel.y());
        if (away < nearest) {
            nearest = away;
            best = static_cast<int>(p);
        }
    }
    return best;
}

void FrontPage::choose(const QPoint& pixel) {
    if (const int point = pointAt(pixel); point >= 0) {
        focus_->choose(point);
    }
}

}  // namespace headroom::ui
