// SPDX-License-Identifier: Apache-2.0
#include "ui/study/parallel_page.h"

#include "ui/kit/colour_map.h"
#include "ui/kit/theme.h"
#include "ui/study/study_focus.h"
#include "ui/study/study_words.h"
#include "ui/units/quantity_text.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kGrabPx = 14.0;     // next to a scale
constexpr double kLineNearPx = 8.0;  // next to a line
constexpr double kClickPx = 4.0;
constexpr double kHeadRoom = 44.0, kFootRoom = 26.0, kSideRoom = 70.0;
constexpr double kBrushHalfPx = 6.0;

double share(double value, double least, double most) {
    return most > least ? (value - least) / (most - least) : 0.5;
}

}  // namespace

ParallelPage::ParallelPage(StudyFocus* focus, QWidget* parent) : QWidget(parent), focus_(focus) {
    setObjectName("studyParallelPage");
    setMouseTracking(true);
    setAccessibleName(tr("Parallel coordinates"));
    connect(focus, &StudyFocus::chosen, this, qOverload<>(&QWidget::update));
    connect(focus, &StudyFocus::brushedOthers, this, qOverload<>(&QWidget::update));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ParallelPage::show(const std::shared_ptr<const StudyAnswer>& answer) {
    const std::vector<Scale> before = std::move(scales_);
    answer_ = answer;
    scales_.clear();
    const std::size_t points = answer ? answer->answers.points.size() : 0;
    for (std::size_t a = 0; answer && a < answer->study().axes.size(); ++a) {
        const engine::StudyAxis& axis = answer->study().axes[a];
        Scale scale{QString::fromStdString(axis.name), {}, {}, {}, false};
        for (const engine::StudyPoint& point : answer->answers.points) {
            scale.at.push_back(point.values[a] ? point.at[a] : NAN);  // unchanged: no place on it
        }
        const auto text = [&](double at) {
            return axisValueText(axis, axis.textAt(at), *answer->project, *answer->catalogue);
        };
        scale.low = text(1e-9);
        scale.high = text(1.0 - 1e-9);
        if (axis.isRange() && engine::isOfLevels(answer->study().design)) {
            scale.low =
                axisValueText(axis, axis.levelText(0), *answer->project, *answer->catalogue);
            scale.high = axisValueText(axis, axis.levelText(axis.levelCount() - 1),
                                       *answer->project, *answer->catalogue);
        }
        scales_.push_back(std::move(scale));
    }
    for (std::size_t f = 0; answer && f < answer->answers.figures.size(); ++f) {
        const engine::FigureAnswer& figure = answer->answers.figures[f];
        double least = INFINITY, most = -INFINITY;
        for (const engine::Estimate& e : figure.points) {
            least = e.count > 0 && std::isfinite(e.mean) ? std::min(least, e.mean) : least;
            most = e.count > 0 && std::isfinite(e.mean) ? std::max(most, e.mean) : most;
        }
        Scale scale{utf8Text(figure.figure->label),
                    figureValueText(*figure.figure, least),
                    figureValueText(*figure.figure, most),
                    {},
                    true};
        for (std::size_t p = 0; p < points; ++p) {
            const engine::Estimate& e = figure.points[p];
            scale.at.push_back(e.count > 0 && std::isfinite(e.mean) ? share(e.mean, least, most)
                                                                    : NAN);
        }
        scales_.push_back(std::move(scale));
    }
    const bool isSame =
        before.size() == scales_.size() &&
        std::equal(before.begin(), before.end(), scales_.begin(),
                   [](const Scale& a, const Scale& b) { return a.label == b.label; });
    if (!isSame) {
        brushes_.clear();
    }
    select();
    update();
}

/// Points within all brushes.
void ParallelPage::select() {
    std::vector<char> in;
    if (!brushes_.empty() && answer_) {
        in.assign(answer_->answers.points.size(), 1);
        for (const auto& [scale, range] : brushes_) {
            for (std::size_t p = 0; p < in.size(); ++p) {
                const double at = scales_[scale].at[p];
                in[p] = in[p] != 0 && at >= range.first && at <= range.second
                            ? 1
                            : 0;  // NaN is in none
            }
        }
    }
    focus_->brush(std::move(in));
}

void ParallelPage::brush(std::size_t scale, double low, double high) {
    brushes_[scale] = {std::min(low, high), std::max(low, high)};
    select();
    update();
}

void ParallelPage::clearBrush(std::size_t scale) {
    brushes_.erase(scale);
    select();
    update();
}

double ParallelPage::xOf(std::size_t scale) const {
    const double width = std::max(1.0, this->width() - 2.0 * kSideRoom);
    return kSideRoom + (scales_.size() > 1 ? width * static_cast<double>(scale) /
                                                 static_cast<double>(scales_.size() - 1)
                                           : 0.5 * width);
}

double ParallelPage::yOf(double at) const {
    return height() - kFootRoom - at * std::max(1.0, height() - kHeadRoom - kFootRoom);
}

double ParallelPage::heightAt(double y) const {
    return (height() - kFootRoom - y) / std::max(1.0, height() - kHeadRoom - kFootRoom);
}

QLineF ParallelPage::scaleLine(std::size_t scale) const {
    return {xOf(scale), yOf(0.0), xOf(scale), yOf(1.0)};
}

int ParallelPage::scaleAt(double x) const {
    for (std::size_t s = 0; s < scales_.size(); ++s) {
        if (std::abs(x - xOf(s)) <= kGrabPx) {
            return static_cast<int>(s);
        }
    }
    return -1;
}

int ParallelPage::pointAt(const QPointF& place) const {
    int best = -1;
    double nearest = kLineNearPx;
    for (std::size_t s = 0; s + 1 < scales_.size(); ++s) {
        const double left = xOf(s), right = xOf(s + 1);
        if (place.x() < left || place.x() > right) {
            continue;
        }
        const double along = (place.x() - left) / (right - left);
        for (std::size_t p = 0; p < scales_[s].at.size(); ++p) {
            const double y = yOf(std::lerp(scales_[s].at[p], scales_[s + 1].at[p], along));
            if (focus_->shows(p) && std::abs(y - place.y()) < nearest) {
                nearest = std::abs(y - place.y());
                best = static_cast<int>(p);
            }
        }
    }
    return best;
}

void ParallelPage::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeColours& colours = Theme::instance().colours();
    painter.fillRect(rect(), colours.base);
    if (scales_.empty()) {
        painter.setPen(colours.muted);
        painter.drawText(rect(), Qt::AlignCenter, tr("Lines appear here once the study has axes."));
        return;
    }
    // By the first figure, which is the one that is listed first; brushed away: pale, below all others.
    const auto first =
        std::find_if(scales_.begin(), scales_.end(), [](const Scale& s) { return s.isFigure; });
    const auto draw = [&](std::size_t p, const QPen& pen) {
        QPainterPath path;
        bool isOn = false;
        for (std::size_t s = 0; s < scales_.size(); ++s) {
            const double at = scales_[s].at[p];
            if (!std::isfinite(at)) {
                isOn = false;
                continue;
            }
            const QPointF place(xOf(s), yOf(at));
            isOn ? path.lineTo(place) : path.moveTo(place);
            isOn = true;
        }
        painter.setPen(pen);
        painter.drawPath(path);
    };
    const std::size_t points = scales_.front().at.size();
    for (const bool isIn : {false, true}) {
        for (std::size_t p = 0; p < points; ++p) {
            if (focus_->shows(p) != isIn) {
                continue;
            }
            const double at = first == scales_.end() ? NAN : first->at[p];
            QColor colour = isIn && std::isfinite(at)
                                ? QColor::fromRgb(mapColour(ColourMap::Viridis, 0.9 * at))
                                : colours.grid;
            colour.setAlphaF(isIn ? (points > 400 ? 0.35F : 0.75F) : 0.5F);
            draw(p, QPen(colour, isIn ? 1.3 : 1.0));
        }
    }
    if (focus_->point() >= 0 && static_cast<std::size_t>(focus_->point()) < points) {
        draw(static_cast<std::size_t>(focus_->point()), QPen(colours.selected, 2.6));
    }
    const QFontMetrics metrics(font());
    for (std::size_t s = 0; s < scales_.size(); ++s) {
        const double x = xOf(s);
        painter.setPen(QPen(scales_[s].isFigure ? colours.text : colours.muted, 1.4));
        painter.drawLine(scaleLine(s));
        if (const auto at = brushes_.find(s); at != brushes_.end()) {
            QColor fill = colours.accent;
            fill.setAlphaF(0.35F);
            painter.setPen(QPen(colours.accent, 1.2));
            painter.setBrush(fill);
            painter.drawRect(QRectF(QPointF(x - kBrushHalfPx, yOf(at->second.second)),
                                    QPointF(x + kBrushHalfPx, yOf(at->second.first))));
            painter.setBrush(Qt::NoBrush);
        }
        const double room = scales_.size() > 1 ? (xOf(1) - xOf(0)) - 8.0 : width();
        const auto word = [&](double y, const QString& text, const QColor& colour) {
            painter.setPen(colour);
            painter.drawText(QRectF(x - 0.5 * room, y, room, metrics.height()), Qt::AlignCenter,
                             metrics.elidedText(text, Qt::ElideMiddle, static_cast<int>(room)));
        };
        word(4.0, scales_[s].label, scales_[s].isFigure ? colours.text : colours.muted);
        word(kHeadRoom - metrics.height() - 4.0, scales_[s].high, colours.muted);
        word(height() - kFootRoom + 4.0, scales_[s].low, colours.muted);
    }
}

void ParallelPage::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        return;
    }
    dragged_ = scaleAt(event->position().x());
    pressedAt_ = event->position().y();
    moved_ = false;
    if (dragged_ < 0) {
        if (const int point = pointAt(event->position()); point >= 0) {
            focus_->choose(point);
        }
    }
}

void ParallelPage::mouseMoveEvent(QMouseEvent* event) {
    if (dragged_ < 0) {
        setCursor(scaleAt(event->position().x()) >= 0 ? Qt::SplitVCursor : Qt::ArrowCursor);
        return;
    }
    moved_ = moved_ || std::abs(event->position().y() - pressedAt_) > kClickPx;
    if (moved_) {
        brush(static_cast<std::size_t>(dragged_), std::clamp(heightAt(pressedAt_), 0.0, 1.0),
              std::clamp(heightAt(event->position().y()), 0.0, 1.0));
    }
}

void ParallelPage::mouseReleaseEvent(QMouseEvent*) {
    if (dragged_ >= 0 && !moved_) {
        clearBrush(static_cast<std::size_t>(dragged_));
    }
    dragged_ = -1;
}

bool ParallelPage::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int scale = scaleAt(help->pos().x()), point = scale < 0 ? pointAt(help->pos()) : -1;
        QToolTip::showText(help->globalPos(),
                           scale >= 0 ? tr("%1\nDrag to brush, click to take the brush away")
                                            .arg(scales_[static_cast<std::size_t>(scale)].label)
                           : point >= 0 ? tr("Point %1").arg(point)
                                        : QString(),
                           this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace headroom::ui
