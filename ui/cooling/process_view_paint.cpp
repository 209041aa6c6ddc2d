// SPDX-License-Identifier: Apache-2.0
// What ProcessView draws; its words are in process_view_words.cpp.
#include "engine/run/conditions.h"
#include "ui/cooling/cooling_text.h"
#include "ui/cooling/process_view.h"
#include "ui/cooling/process_view_detail.h"
#include "ui/kit/ink.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/workspace.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::ui {

using namespace process;

namespace {

using engine::CoolingLinkKind;
using engine::CoolingLinkNow;
using engine::CoolingLinkState;
using engine::ProcessPoint;
using engine::ProcessRun;
using engine::ProcessShape;
using engine::ProcessSymbol;

constexpr double kThin = 1.8;
constexpr double kWide = 5.2;

bool isUpright(const ProcessPoint& a, const ProcessPoint& b) {
    return std::abs(a.x - b.x) < 0.5;
}

}  // namespace

QColor ProcessView::nodeColour(int node, const ThemeColours& colours) const {
    return isKnown()
               ? temperatures_.colour(
                     static_cast<double>(frame_->coolingNodes[at(node)].temperatureC), colours)
           : network_->nodes[at(node)].supply ? temperatures_.colour(temperatures_.lowC, colours)
                                              : temperatures_.colour(temperatures_.highC, colours);
}

/// A pipe has the temperature of its water; a lead that of what its machine takes or gives.
QColor ProcessView::runColour(const ProcessRun& run, const ThemeColours& colours) const {
    if (run.pipe >= 0) {
        const engine::CoolingLink& pipe = network_->links[at(run.pipe)];
        if (!isKnown()) {
            return nodeColour(pipe.to, colours);
        }
        const CoolingLinkNow& pipeNow = now(run.pipe);
        return temperatures_.colour(0.5 * static_cast<double>(pipeNow.inC + pipeNow.outC), colours);
    }
    if (run.flow >= 0 && isKnown() && network_->links[at(run.flow)].kind != CoolingLinkKind::Pipe) {
        const engine::CoolingLink& link = network_->links[at(run.flow)];
        const CoolingLinkNow& flowing = now(run.flow);
        const bool still = standsStill(link, flowing);
        if (link.to == run.node && !still) {
            return temperatures_.colour(static_cast<double>(flowing.outC), colours);
        }
        if (link.from == run.node && !still) {
            return temperatures_.colour(static_cast<double>(flowing.inC), colours);
        }
    }
    return nodeColour(run.node, colours);
}

bool ProcessView::runStands(const ProcessRun& run) const {
    return isKnown() && run.flow >= 0 && standsStill(network_->links[at(run.flow)], now(run.flow));
}

double ProcessView::runWidth(const ProcessRun& run) const {
    const double least = 1.1 / magnification();
    if (run.flow < 0) {
        return std::max(kThin, least);
    }
    const engine::CoolingLink& link = network_->links[at(run.flow)];
    const auto kind = static_cast<std::size_t>(network_->circuits[at(link.circuit)].kind);
    const double flow =
        isKnown() ? std::abs(static_cast<double>(now(run.flow).flowM3PerS)) : link.designM3PerS;
    const double share = std::sqrt(std::clamp(flow / largestM3PerS_[kind], 0.0, 1.0));
    return std::max(kThin + (kWide - kThin) * share, least);
}

void ProcessView::paintTrace(QPainter& painter, const ThemeColours& colours) const {
    if (traced_.empty()) {
        return;
    }
    QColor glow = colours.selected;
    glow.setAlphaF(0.42F);
    for (const ProcessRun& run : diagram_.runs) {
        // Parts between machines are on the way where their machine is.
        const int l = run.pipe >= 0 ? run.pipe : run.flow;
        if (l < 0 || isTraced_[at(l)] == 0 ||
            (run.pipe < 0 && network_->links[at(l)].from != run.node &&
             network_->links[at(l)].to != run.node)) {
            continue;
        }
        QPolygonF line;
        for (const ProcessPoint& p : run.points) {
            line << pointOf(p);
        }
        painter.setPen(QPen(glow, runWidth(run) + std::max(8.0, 5.0 / magnification()),
                            Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
        painter.drawPolyline(line);
    }
    for (const ProcessSymbol& s : diagram_.symbols) {
        if ((s.link >= 0 && isTraced_[at(s.link)] != 0) ||
            (s.other >= 0 && isTraced_[at(s.other)] != 0)) {
            painter.setPen(QPen(glow, std::max(6.0, 4.0 / magnification())));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(rectOf(s.box).adjusted(-2, -2, 2, 2), 5, 5);
        }
    }
}

void ProcessView::paintPipes(QPainter& painter, const ThemeColours& colours) const {
    const auto stretches = [&](bool upright) {
        for (const ProcessRun& run : diagram_.runs) {
            const double wide = runWidth(run);
            QPen pen(runColour(run, colours), wide, Qt::SolidLine, Qt::SquareCap);
            if (runStands(run)) {
                pen = QPen(runColour(run, colours), std::max(1.4, 0.9 / magnification()),
                           Qt::DashLine, Qt::FlatCap);
            }
            painter.setPen(pen);
            for (std::size_t i = 0; i + 1 < run.points.size(); ++i) {
                if (isUpright(run.points[i], run.points[i + 1]) == upright) {
                    painter.drawLine(pointOf(run.points[i]), pointOf(run.points[i + 1]));
                }
            }
        }
    };
    stretches(true);
    painter.setPen(QPen(colours.base, 9.0, Qt::SolidLine, Qt::FlatCap));
    for (const ProcessPoint& hop : diagram_.hops) {
        painter.drawLine(QPointF(hop.x, hop.y - 6.5), QPointF(hop.x, hop.y + 6.5));
    }
    stretches(false);
}

void ProcessView::paintArrows(QPainter& painter, const ThemeColours& colours) const {
    if (magnification() < 0.22) {
        return;
    }
    for (const ProcessRun& run : diagram_.runs) {
        if (run.flow < 0 || runStands(run)) {
            continue;
        }
        std::size_t longest = 0;
        double most = 0.0;
        for (std::size_t i = 0; i + 1 < run.points.size(); ++i) {
            const double d = std::abs(run.points[i].x - run.points[i + 1].x) +
                             std::abs(run.points[i].y - run.points[i + 1].y);
            if (d > most) {
                most = d;
                longest = i;
            }
        }
        if (most < 34.0) {
            continue;
        }
        const bool back = isKnown() && now(run.flow).flowM3PerS < 0.0F;
        const QPointF a = pointOf(run.points[back ? longest + 1 : longest]);
        const QPointF b = pointOf(run.points[back ? longest : longest + 1]);
        const QPointF along = (b - a) / most;
        const QPointF across(-along.y(), along.x());
        const double size = 3.2 + runWidth(run);
        // Off the middle, where a valve may are, and off places where pipes pass.
        QPointF tip;
        for (const double share : {most > 90.0 ? 0.66 : 0.5, 0.3, 0.85}) {
            tip = a + along * (share * most + 0.5 * size);
            const bool free = std::none_of(
                diagram_.hops.begin(), diagram_.hops.end(), [&](const ProcessPoint& hop) {
                    return std::abs(hop.x - tip.x()) < 16.0 && std::abs(hop.y - tip.y()) < 16.0;
                });
            if (free) {
                break;
            }
        }
        QPolygonF arrow;
        arrow << tip << tip - along * 1.5 * size + across * 0.85 * size
              << tip - along * 1.5 * size - across * 0.85 * size;
        painter.setPen(QPen(colours.base, 0.9));
        painter.setBrush(runColour(run, colours));
        painter.drawPolygon(arrow);
    }
}

void ProcessView::paintSymbols(QPainter& painter, const QRectF& visible,
                               const ThemeColours& colours) const {
    const bool small = !showsWords();
    for (const ProcessSymbol& s : diagram_.symbols) {
        const QRectF box = rectOf(s.box);
        const QRectF text = rectOf(s.text);
        if (!box.united(text).adjusted(-8, -8, 8, 8).intersects(visible)) {
            continue;
        }
        ProcessLook how;
        how.known = isKnown();
        how.flowsLeft = s.flowsLeft;
        if (s.link >= 0) {
            how.units = unitsOf(s.link);
            if (how.known) {
                const CoolingLinkNow& its = now(s.link);
                how.state = its.state;
                how.cold = temperatures_.colour(static_cast<double>(its.inC), colours);
                how.warm = temperatures_.colour(static_cast<double>(its.outC), colours);
                if (its.outC < its.inC &&
                    (s.shape == ProcessShape::Towers || s.shape == ProcessShape::Row)) {
                    std::swap(how.cold, how.warm);
                }
                if (s.shape == ProcessShape::Exchanger && its.state == CoolingLinkState::Stuck) {
                    how.state = CoolingLinkState::Running;  // its valve says it
                }
            }
        } else if (how.known) {
            how.cold = nodeColour(s.node, colours);
        }
        if (s.other >= 0 && how.known) {
            const CoolingLinkNow& other = now(s.other);
            how.cold2 = temperatures_.colour(static_cast<double>(other.inC), colours);
            how.warm2 = temperatures_.colour(static_cast<double>(other.outC), colours);
            if (s.shape == ProcessShape::Exchanger) {
                std::swap(how.cold2, how.warm2);  // warm comes in below
            }
            if (how.state == CoolingLinkState::Running) {
                how.state = other.state;
            }
        }
        how.badge = how.state;
        for (const int link : {s.link, s.other}) {
            const Fold fold = link >= 0 ? foldOf(link) : Fold{};
            how.badge = fold.strange > 0 ? fold.state : how.badge;
            how.isPartlyOut = how.isPartlyOut || (link >= 0 && how.known && isPartlyOut(link));
        }
        const auto isHere = [&](int link) {
            const int symbol = link >= 0 ? diagram_.symbolOfLink[at(link)] : -1;
            return symbol >= 0 && &diagram_.symbols[at(symbol)] == &s;
        };
        const bool chosen = isHere(current_);
        const bool over = (hovered().kind == LinkPart && isHere(hovered().index));
        if (chosen || over) {
            QColor ground = colours.selected;
            ground.setAlphaF(0.10F);
            painter.setPen(chosen ? QPen(colours.selected, 2.2 / std::max(magnification(), 0.5))
                                  : QPen(colours.muted, 1.2));
            painter.setBrush(chosen ? QBrush(ground) : QBrush(Qt::NoBrush));
            painter.drawRoundedRect(box.adjusted(-5, -5, 5, 5), 5, 5);
        }
        paintProcessSymbol(painter, s.shape, box, how, colours);
        if (s.shape == ProcessShape::Row && s.box.width > 18.0 && !small) {
            painter.setFont(sized(painter.font(), 10.0, true));
            painter.setPen(inkOn(how.known ? how.cold : colours.raised));
            painter.drawText(box.adjusted(0, 1, 0, 0), Qt::AlignHCenter | Qt::AlignTop,
                             QString::number(network_->links[at(s.link)].row + 1));
        }
        paintSymbolWords(painter, s, colours);
    }
}

void ProcessView::paintValves(QPainter& painter, const ThemeColours& colours) const {
    for (const engine::ProcessValve& v : diagram_.valves) {
        const bool known = isKnown();
        const double opening = known ? static_cast<double>(now(v.link).valve) : 0.5;
        const CoolingLinkState state = known ? now(v.link).state : CoolingLinkState::Running;
        const engine::CoolingLink& link = network_->links[at(v.link)];
        paintValve(painter, pointOf(v.at), opening, state, nodeColour(link.from, colours), colours);
        if (magnification() >= kMiddle && known) {
            painter.setFont(sized(painter.font(), wordSize(), false));
            painter.setPen(state == CoolingLinkState::Stuck ? colours.caution : colours.text);
            const QString text = link.kind == CoolingLinkKind::Bypass
                                     ? tr("bypass %1").arg(shareText(opening))
                                     : shareText(opening);
            painter.drawText(rectOf(v.text), Qt::AlignCenter | Qt::TextDontClip, text);
        }
    }
}

}  // namespace headroom::ui
