// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compare/floor_difference.h"
#include "engine/run/frame/quantity.h"
#include "ui/kit/canvas.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::ui {

class CompareSet;
class Workspace;

/// The floors of all next to each other, and for each but the baseline what its racks have more or less:
/// one camera, one scale of values, one symmetrical scale of differences with zero marked. A rack that
/// is pointed at or selected is marked on every floor.
class CompareFloor : public Canvas {
    Q_OBJECT

  public:
    CompareFloor(CompareSet* set, Workspace* workspace, QWidget* parent = nullptr);

    void setQuantity(engine::RackQuantity quantity);

    /// A floor: values of a run, or differences.
    struct Panel {
        std::size_t index = 0;
        bool isDifference = false;
        QRectF box;
    };

    std::vector<Panel> panels() const;

    /// Differences of all but the baseline.
    const engine::FloorDifference& difference(std::size_t index) const {
        return differences_[index];
    }

    /// "warm less base (baseline)"…
    QString titleOf(const Panel& panel) const;
    /// Colours of all racks of the floor in a panel.
    std::vector<QRgb> colours(const Panel& panel) const;

    /// Rack of the baseline that is selected in the window; -1 if none.
    int selectedRack() const;
    /// Rack of another's floor where the baseline has `rack`, and back; -1 if it has none.
    int rackOn(std::size_t index, int rack) const;
    int onBaseline(std::size_t index, int rack) const;
    /// Whether any of the others has a rack where the baseline has one.
    bool sharesRacks() const;
    /// Selects in the window what is the same as that rack of the baseline, where it is there.
    void selectRack(int rack);

    /// Rack of the baseline's floor under a place; -1 if none.
    int rackAt(QPointF place) const;
    /// Where that rack is drawn on a panel.
    QRectF boxOf(const Panel& panel, int rack) const;
    QStringList tipOf(int rack) const;

    void fitAll() override;

    void fitSelection() override { fitAll(); }

  signals:
    /// Values are those of another instant, quantity or set.
    void recoloured();
    void selectionChanged();

  protected:
    void pan(QPointF pixels) override;
    void zoom(double factor, QPointF at, Qt::KeyboardModifiers modifiers) override;
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  public:
    /// Reads what is shown at the instant of the set.
    void takeValues();
    /// The scale of values, and that of differences where it is wanted, in a strip that is kScalesPx high.
    void paintScales(QPainter& painter, const QRectF& strip, bool withDifferences) const;

    static constexpr int kScalesPx = 46;

  private:
    const engine::Layout* floorOf(const Panel& panel) const;
    QRectF area() const;
    void paintPanel(QPainter& painter, const Panel& panel) const;
    QColor colourOf(const Panel& panel, std::size_t rack) const;
    QString text(double si) const;

    CompareSet* set_;
    Workspace* workspace_;
    engine::RackQuantity quantity_ = engine::RackQuantity::Power;
    std::vector<std::vector<float>> values_;  ///< by candidate, then by rack of its floor
    std::vector<engine::FloorDifference> differences_;
    double low_ = 0.0, high_ = 1.0, most_ = 0.0;
    ViewFrame frame_;
    bool isFitted_ = true;
    int hovered_ = -1;
};

}  // namespace headroom::ui
