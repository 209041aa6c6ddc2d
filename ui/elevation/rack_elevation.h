// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/elevation/rack_contents.h"

#include <QWidget>

class QBoxLayout;
class QLabel;

namespace headroom::ui {

class Workspace;

/// Front and rear of a rack side by side, to scale, with numbered units.
class RackDrawing : public QWidget {
    Q_OBJECT

  public:
    explicit RackDrawing(QWidget* parent = nullptr);

    void show(std::optional<RackContents> contents);

    QSize sizeHint() const override { return {360, 420}; }

    QSize minimumSizeHint() const override { return {220, 200}; }

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

  private:
    struct Face {
        QRectF frame;  ///< of the units
        double unitPx = 0.0;
    };

    Face faceAt(bool rear) const;
    void paintFace(QPainter& painter, bool rear) const;
    void paintUnits(QPainter& painter, const Face& face) const;
    void paintServers(QPainter& painter, const Face& face, bool rear) const;
    void paintSlot(QPainter& painter, const QRectF& box, const RackSlot& slot, bool rear) const;
    QString wordsOn(const RackSlot& slot, bool rear) const;
    void paintRear(QPainter& painter, const Face& face) const;
    void paintGravity(QPainter& painter, const Face& face) const;
    QRectF placeBox(const Face& face, const RackSlot& slot) const;
    int shownUnits() const;
    QString tipAt(const QPointF& at) const;

    std::optional<RackContents> contents_;
};

/// Name of a server, a switch tray or a power shelf, in drawing and legend.
QColor slotColour(RackSlot::What what);

/// The rack that is selected, or the first of the block that is: drawing, legend, figures.
class RackElevation : public QWidget {
    Q_OBJECT

  public:
    explicit RackElevation(Workspace* workspace, QWidget* parent = nullptr);

    const std::optional<RackContents>& contents() const { return contents_; }

    /// The figures next to the drawing.
    QString figures() const;

  protected:
    /// Figures next to the drawing where there is room, else below it.
    void resizeEvent(QResizeEvent* event) override;

  private:
    void follow();
    void refresh();
    QString legend() const;

    Workspace* workspace_;
    std::optional<RackContents> contents_;
    int rack_ = -1;
    QBoxLayout* middle_;
    QLabel* title_;
    RackDrawing* drawing_;
    QLabel* figures_;
    QLabel* legend_;
};

}  // namespace headroom::ui
