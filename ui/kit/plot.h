// SPDX-License-Identifier: Apache-2.0
#pragma once

class QCPGraph;
class QCPItemStraightLine;
class QCustomPlot;
class QString;
class QWidget;

/// How every chart of the window looks: margins, axes, grid, legend, cursor, and its colours in
/// each theme. Each chart decides its lines and their colours.
namespace headroom::ui {

/// An empty chart with the window's margins and number formats.
QCustomPlot* makePlot(QWidget* parent, const QString& accessibleName);

/// Gives axes, grid, legend and ground the colours of the present theme, and asks for a drawing.
/// To be called after each change of theme, before the lines get theirs.
void paintPlot(QCustomPlot* plot);

/// The ground of a pane of charts in the present theme.
void paintPlotGround(QWidget* pane);

/// An upright dashed line over all of the chart; not shown until it is placed.
QCPItemStraightLine* addCursor(QCustomPlot* plot);

/// Puts it at a place of the lower axis; away where that is not finite.
void placeCursor(QCPItemStraightLine* cursor, double place);

/// Points behind the curves whose symbols are drawn whole at the rims of the axes, up to `symbolPx` wide. QCustomPlot cuts those of
/// a plain graph in half there.
QCPGraph* addMarks(QCustomPlot* plot, double symbolPx);

/// Shows the run from `fromS` to `toS`, seconds since its start as the keys of the lines are, with as
/// many ticks as there is room for, in the notation that is chosen (units/moment_text.h).
void showTimes(QCustomPlot* plot, double fromS, double toS);

/// Room for labels of the left axis, between `least` and `most`.
void fitValueTicks(QCustomPlot* plot, int least, int most);

/// The left axis from the least to the most that lines have between two places of the lower one, with a little room.
void fitValues(QCustomPlot* plot, double from, double to);

}  // namespace headroom::ui
