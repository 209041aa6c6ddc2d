// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/jobs/gantt_paint.h"
#include "ui/kit/canvas.h"

#include <QPixmap>

#include <string>
#include <unordered_map>

namespace headroom::ui {

class JobActions;
class Workspace;

/// Jobs over time as bars, and below them, on the same axis, what stopped jobs, queue depth and
/// accelerators in use. Drawn once for each change of data or view; pointing redraws nothing of it.
class GanttCanvas : public Canvas {
    Q_OBJECT

  public:
    GanttCanvas(Workspace* workspace, JobActions* actions, QWidget* parent = nullptr);

    void setRows(JobRows::Mode mode, JobRows::Grouping grouping);
    void setColouring(GanttColouring colouring);
    /// The last `seconds` until now, moving on with the run; 0 means all of it.
    void setSpan(double seconds);

    void fitAll() override;
    /// The life of the selected job; all where none is selected.
    void fitSelection() override;

    const JobTimeline& timeline() const { return timeline_; }

    const JobRows& rows() const { return rows_; }

    const GanttScale& scale();

    /// Item and rectangle of what is drawn there; item -1: nothing.
    int itemAt(QPointF place);
    QStringList tipAt(QPointF place);
    QString summary();
    /// Text shown while there is nothing to draw. Empty otherwise.
    QString emptyText() const;

  signals:
    /// A job was double-clicked, or Return pressed.
    void activated();
    /// A person moved or zoomed what is seen: it is no more a span of time up to now.
    void moved();
    /// All is seen again.
    void fitted();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;

  private:
    void forget();
    void takeFrame();
    void refresh();
    void place();
    void zoomTime(double factor, double aroundPx);
    void zoomRows(double factor, double aroundPx);
    void pan(QPointF pixels) override;
    void zoom(double factor, QPointF at, Qt::KeyboardModifiers modifiers) override;
    void selectItem(int item);
    void selectNext(int direction);
    void reveal(int card);
    GanttPicture picture();
    std::vector<GanttSwatch> swatches() const;
    QRectF boxOf(const JobRows::Bar& bar) const;
    QStringList tipOfItem(const JobTimeline::Item& item) const;
    QStringList tipOfCrowd(const std::vector<int>& items) const;
    QStringList tipOfLevels(QPointF place) const;
    QStringList tipOfRail(QPointF place) const;
    void paintEventLine(QPainter& painter, const ThemeColours& colours) const;
    void paintSelected(QPainter& painter, const ThemeColours& colours) const;

    static constexpr double kMostRowPx = 26.0;
    static constexpr double kLeastSpanS = 10.0;

    Workspace* workspace_;
    JobActions* actions_;
    JobTimeline timeline_;
    JobRows rows_;
    GanttColouring colouring_ = GanttColouring::State;
    GanttScale scale_;
    std::unordered_map<std::string, int> tenants_;
    std::vector<std::string> tenantNames_;
    std::vector<int> tenantOfCard_;
    QPixmap base_;
    bool dirty_ = true;
    bool stale_ = false;                      ///< the timeline knows more than rows and picture
    bool fitsTime_ = true, fitsRows_ = true;  ///< until a person moves it
    double spanS_ = 0.0;                      ///< of what is seen up to now; 0 means all
};

}  // namespace headroom::ui
