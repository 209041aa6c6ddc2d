// SPDX-License-Identifier: Apache-2.0
#include "ui/fabric/fabric_view.h"

#include "ui/fabric/fabric_canvas.h"
#include "ui/fabric/fabric_text.h"
#include "ui/kit/theme.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::ui {

FabricView::FabricView(FabricFocus* focus, RackColouring* colouring, FabricActions* actions,
                       QWidget* parent)
    : QWidget(parent),
      focus_(focus),
      canvas_(new FabricCanvas(focus, colouring, actions, this)),
      bar_(new QWidget(this)),
      fabrics_(new QComboBox(bar_)),
      planes_(new QComboBox(bar_)),
      trail_(new QWidget(bar_)),
      steps_(new QHBoxLayout(trail_)),
      parts_(new QLabel(bar_)) {
    setObjectName("fabricView");
    fabrics_->setObjectName("fabricChoice");
    fabrics_->setAccessibleName(tr("Fabric"));
    fabrics_->setToolTip(tr("Which fabric is shown"));
    fabrics_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    planes_->setObjectName("planeChoice");
    planes_->setAccessibleName(tr("Plane"));
    planes_->setToolTip(tr("All planes together, or one of them"));
    trail_->setObjectName("fabricTrail");
    steps_->setContentsMargins(0, 0, 0, 0);
    steps_->setSpacing(0);
    auto* row = new QHBoxLayout(bar_);
    row->setContentsMargins(8, 3, 8, 3);
    row->setSpacing(8);
    row->addWidget(fabrics_);
    row->addWidget(trail_);
    parts_->setObjectName("fabricParts");
    parts_->setForegroundRole(QPalette::PlaceholderText);
    parts_->setToolTip(tr("Model, ports and rate of the switches of this fabric"));
    // The last to get room: a narrow window cuts its end.
    parts_->setMinimumWidth(1);
    row->addWidget(parts_, 1);
    row->addWidget(planes_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar_);
    layout->addWidget(canvas_, 1);
    setFocusProxy(canvas_);
    connect(canvas_, &FabricCanvas::activated, this, &FabricView::activated);
    connect(fabrics_, &QComboBox::activated, focus, &FabricFocus::setFabric);
    connect(planes_, &QComboBox::activated, this, [this](int row_) { focus_->setPlane(row_ - 1); });
    connect(focus, &FabricFocus::networkChanged, this, &FabricView::listFabrics);
    connect(focus, &FabricFocus::fabricChanged, this, &FabricView::listPlanes);
    connect(focus, &FabricFocus::scopeChanged, this, &FabricView::showTrail);
    listFabrics();
}

void FabricView::listFabrics() {
    {
        const QSignalBlocker quiet(fabrics_);
        fabrics_->clear();
        if (const engine::FabricNetwork* network = focus_->network()) {
            for (const engine::Fabric& fabric : network->fabrics) {
                fabrics_->addItem(
                    Theme::icon("network"),
                    QString::fromStdString(fabric.name.empty() ? fabric.id : fabric.name));
            }
        }
        fabrics_->setCurrentIndex(focus_->fabric());
    }
    fabrics_->setVisible(fabrics_->count() > 1);
    bar_->setVisible(fabrics_->count() > 0);
    listPlanes();
}

void FabricView::listPlanes() {
    const QSignalBlocker quiet(planes_);
    const QSignalBlocker alsoQuiet(fabrics_);
    fabrics_->setCurrentIndex(focus_->fabric());
    planes_->clear();
    const engine::FabricNetwork* network = focus_->network();
    const auto fabric = static_cast<std::size_t>(std::max(0, focus_->fabric()));
    parts_->setText(network == nullptr || fabric >= network->fabrics.size()
                        ? QString()
                        : switchText(network->fabrics[fabric], focus_->workspace()->catalogue()));
    const int planes = focus_->index() ? focus_->index()->topology->spec().planes : 1;
    planes_->addItem(tr("All planes"));
    for (int p = 1; p <= planes; ++p) {
        planes_->addItem(tr("Plane %1").arg(p));
    }
    planes_->setCurrentIndex(focus_->scope().plane + 1);
    planes_->setVisible(planes > 1);
    showTrail();
}

void FabricView::showTrail() {
    while (QLayoutItem* item = steps_->takeAt(0)) {
        if (item->widget() != nullptr) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
    const engine::TopologyIndex* index = focus_->index();
    for (std::size_t s = 0; index != nullptr && s < focus_->trail().size(); ++s) {
        if (s > 0) {
            auto* arrow = new QLabel(QStringLiteral("›"), trail_);
            arrow->setForegroundRole(QPalette::PlaceholderText);
            steps_->addWidget(arrow);
        }
        auto* step = new QToolButton(trail_);
        const engine::FabricScope& scope = focus_->trail()[s];
        step->setText(scope.isWhole() ? shapeText(index->topology->spec().kind)
                                      : scopeName(*index, scope));
        step->setAutoRaise(true);
        step->setEnabled(s + 1 < focus_->trail().size());
        step->setToolTip(tr("Show this again"));
        // Queued: the button goes with the way that it leads to.
        connect(
            step, &QToolButton::clicked, focus_, [this, s] { focus_->climbTo(s); },
            Qt::QueuedConnection);
        steps_->addWidget(step);
    }
}

void FabricView::fitAll() {
    canvas_->fitAll();
}

void FabricView::fitSelection() {
    canvas_->fitSelection();
}

}  // namespace headroom::ui
