// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/jobs/gantt_scale.h"
#include "ui/jobs/job_rows.h"
#include "ui/jobs/job_timeline.h"
#include "ui/kit/theme.h"

#include <QColor>
#include <QDateTime>
#include <QFont>
#include <QString>

class QPainter;

namespace headroom::ui {

enum class GanttColouring { State, Tenant };

/// Data of a Gantt chart.
struct GanttPicture {
    const JobTimeline* timeline = nullptr;
    const JobRows* rows = nullptr;
    GanttScale scale;
    GanttColouring colouring = GanttColouring::State;
    const std::vector<int>* tenantOfCard = nullptr;  ///< number in the order of appearance
    double capacity = 0.0;                           ///< accelerators in service; 0 if not known
};

/// One word of a legend.
struct GanttSwatch {
    enum class Shape { Full, Hatched, Thin, Cross, Triangle };
    QString text;
    QColor colour;
    Shape shape = Shape::Full;
};

void paintBars(QPainter& painter, const GanttPicture& picture, const ThemeColours& colours);
void paintLabels(QPainter& painter, const GanttPicture& picture, const ThemeColours& colours);
/// Where jobs were interrupted: failures above, preemptions below.
void paintRail(QPainter& painter, const GanttPicture& picture, const ThemeColours& colours);
/// Queue depth and accelerators held, over time.
void paintLevels(QPainter& painter, const GanttPicture& picture, const ThemeColours& colours);
void paintTimeAxis(QPainter& painter, const GanttPicture& picture, const ThemeColours& colours);
/// From the right end of `line`; what has no room is left out. Returns its left end.
double paintSwatches(QPainter& painter, const QRectF& line,
                     const std::vector<GanttSwatch>& swatches, const ThemeColours& colours);
/// Colour of labels and ticks.
QFont smaller(QFont font);
QColor faded(QColor colour, int alpha);
/// A cross for a fault, a triangle for a preemption.
void paintInterruption(QPainter& painter, QPointF at, bool preemption, double size);

}  // namespace headroom::ui
