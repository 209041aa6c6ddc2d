// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/compare_scene.h"

#include "ui/compare/compare_floor.h"
#include "ui/compare/compare_set.h"
#include "ui/floor/scene_pick.h"
#include "ui/kit/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <vtkRenderer.h>

#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kClickSlackPx = 4.0;
constexpr double kNearerPerNotch = 0.86;  // of the distance

/// Meaning of the colours of the racks.
class CompareScales : public QWidget {
  public:
    CompareScales(const CompareFloor* floor, const bool* differences, QWidget* parent)
        : QWidget(parent), floor_(floor), differences_(differences) {
        setObjectName("compareScales");
        setFixedHeight(CompareFloor::kScalesPx);
    }

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        floor_->paintScales(painter, rect(), *differences_);
    }

  private:
    const CompareFloor* floor_;
    const bool* differences_;
};

}  // namespace

ComparePane::ComparePane(QWidget* parent) : VtkViewport(parent) {
    setMinimumSize(200, 140);
    setFocusPolicy(Qt::StrongFocus);
    setRenderer(scene_.renderer());
    camera_.setView(StandardView::Isometric);
}

void ComparePane::show(const engine::Layout* floor) {
    floor_ = floor;
    scene_.setLayout(floor != nullptr ? *floor : engine::Layout{});
    scene_.setTheme(Theme::instance().colours());
    scene_.setPixelRatio(devicePixelRatioF());
}

void ComparePane::setPose(const std::vector<double>& numbers) {
    isFitted_ = numbers.empty() || !camera_.setNumbers(numbers);
    camera_.setViewport(size());
    if (isFitted_ && floor_ != nullptr) {
        camera_.fit(hallBoundsOf(*floor_), 0.05);
    }
    redraw();
}

int ComparePane::rackAt(QPointF place) const {
    const Selected hit = floor_ != nullptr ? pickAlong(*floor_, camera_.ray(place)) : Selected{};
    return hit.rack();
}

void ComparePane::prepareFrame() {
    camera_.apply(scene_.renderer()->GetActiveCamera());
    scene_.renderer()->ResetCameraClippingRange();
}

void ComparePane::resizeEvent(QResizeEvent* event) {
    VtkViewport::resizeEvent(event);
    setPose(isFitted_ ? std::vector<double>{} : camera_.numbers());
}

void ComparePane::mousePressEvent(QMouseEvent* event) {
    pressed_ = last_ = event->position();
    dragging_ = false;
}

void ComparePane::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() == Qt::NoButton ||
        (!dragging_ && (event->position() - pressed_).manhattanLength() < kClickSlackPx)) {
        return;
    }
    dragging_ = true;
    isFitted_ = false;
    const QPointF step = event->position() - last_;
    last_ = event->position();
    if ((event->buttons() & Qt::LeftButton) != 0 && event->modifiers() == Qt::NoModifier) {
        camera_.orbit(step.x(), step.y());
    } else {
        camera_.pan(step.x(), step.y());
    }
    redraw();
    emit moved(camera_.numbers());
}

void ComparePane::mouseReleaseEvent(QMouseEvent* event) {
    if (!dragging_ && event->button() == Qt::LeftButton) {
        emit clicked(rackAt(event->position()));
    }
    dragging_ = false;
}

/// All of the halls again, everywhere.
void ComparePane::mouseDoubleClickEvent(QMouseEvent*) {
    setPose({});
    emit moved({});
}

void ComparePane::wheelEvent(QWheelEvent* event) {
    isFitted_ = false;
    camera_.zoomAt(std::pow(kNearerPerNotch, event->angleDelta().y() / 120.0), event->position());
    redraw();
    emit moved(camera_.numbers());
    event->accept();
}

CompareScene::CompareScene(CompareSet* set, CompareFloor* floor, QWidget* parent)
    : QWidget(parent),
      set_(set),
      floor_(floor),
      grid_(new QGridLayout),
      scales_(new CompareScales(floor, &differences_, this)) {
    setObjectName("compareScene");
    setAccessibleName(tr("Floors of all that is compared, in three dimensions"));
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setSpacing(4);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(grid_, 1);
    column->addWidget(scales_);
    connect(set, &CompareSet::changed, this, [this] {
        pose_.clear();
        rebuild();
    });
    connect(floor, &CompareFloor::recoloured, this, &CompareScene::recolour);
    connect(floor, &CompareFloor::selectionChanged, this, &CompareScene::showSelection);
    connect(&Theme::instance(), &Theme::changed, this, &CompareScene::rebuild);
    rebuild();
}

void CompareScene::showEvent(QShowEvent* event) {
    floor_->takeValues();
    QWidget::showEvent(event);
}

void CompareScene::setPose(const std::vector<double>& numbers) {
    pose_ = numbers;
    for (ComparePane* pane : panes_) {
        pane->setPose(pose_);
    }
}

void CompareScene::setDifferences(bool on) {
    differences_ = on;
    rebuild();
}

/// Differences are on the baseline's floor.
void CompareScene::rebuild() {
    panes_.clear();
    for (QWidget* box : boxes_) {
        delete box;
    }
    boxes_.clear();
    const auto& all = set_->all();
    const int wide = all.size() > 2 ? 2 : static_cast<int>(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool isDifference = differences_ && i != set_->baseline();
        auto* box = new QWidget(this);
        auto* column = new QVBoxLayout(box);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(2);
        auto* title = new QLabel(floor_->titleOf({i, isDifference, {}}), box);
        title->setTextFormat(Qt::PlainText);
        title->setContentsMargins(6, 2, 6, 0);
        column->addWidget(title);
        auto* pane = new ComparePane(box);
        pane->setAccessibleName(title->text());
        pane->setObjectName(QStringLiteral("comparePane%1").arg(i));
        const std::size_t floorOf = isDifference ? set_->baseline() : i;
        pane->show(all[floorOf].candidate.floor.get());
        pane->setPose(pose_);
        column->addWidget(pane, 1);
        connect(pane, &ComparePane::moved, this, [this, pane](const std::vector<double>& numbers) {
            pose_ = numbers;
            for (ComparePane* other : panes_) {
                if (other != pane) {
                    other->setPose(numbers);
                }
            }
        });
        connect(pane, &ComparePane::clicked, this, [this, floorOf](int rack) {
            floor_->selectRack(floor_->onBaseline(floorOf, rack));
        });
        grid_->addWidget(box, static_cast<int>(i) / wide, static_cast<int>(i) % wide);
        panes_.push_back(pane);
        boxes_.push_back(box);
        box->show();
    }
    recolour();
    showSelection();
}

void CompareScene::recolour() {
    if (panes_.size() != set_->all().size()) {
        return;  // of another set: they are about to be made anew
    }
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        const bool isDifference = differences_ && i != set_->baseline();
        panes_[i]->scene().setColours(floor_->colours({i, isDifference, {}}));
        panes_[i]->redraw();
    }
    scales_->update();
}

void CompareScene::showSelection() {
    if (panes_.size() != set_->all().size()) {
        return;
    }
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        const std::size_t floorOf = differences_ ? set_->baseline() : i;
        const int rack = floor_->rackOn(floorOf, floor_->selectedRack());
        const auto& layout = set_->all()[floorOf].candidate.floor;
        std::vector<engine::Box> boxes;
        if (layout && rack >= 0) {
            boxes.push_back(layout->racks[static_cast<std::size_t>(rack)].box);
        }
        panes_[i]->scene().outlines().set(SceneOutlines::Kind::Selected, boxes);
        panes_[i]->redraw();
    }
}

}  // namespace headroom::ui
