// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/gantt_view.h"

#include "engine/base/scale.h"
#include "ui/jobs/gantt_canvas.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace headroom::ui {

namespace {

constexpr double kChosen = -1.0;  // what a person moved to

}  // namespace

GanttView::GanttView(Workspace* workspace, JobActions* actions, QWidget* parent)
    : QWidget(parent), canvas_(new GanttCanvas(workspace, actions, this)), bar_(new QWidget(this)) {
    setObjectName("ganttView");
    auto* row = new QHBoxLayout(bar_);
    row->setContentsMargins(8, 3, 8, 3);
    row->setSpacing(6);
    rows_ =
        choice("ganttRows", tr("&Rows"),
               tr("A row for each job, or accelerators as height: jobs packed below each other"),
               {tr("Jobs"), tr("Accelerators")});
    groups_ = choice("ganttGroups", tr("&Group by"), tr("Grouping of the rows"),
                     {tr("Nothing"), tr("Tenant"), tr("Kind")});
    groups_->setToolTip(tr("Rows by tenant or by kind of accelerator"));
    colours_ = choice("ganttColours", tr("&Colour by"), tr("Quantity that colours the bars"),
                      {tr("State"), tr("Tenant")});
    span_ = choice("ganttSpan", tr("&Time"), tr("How much of the past is seen"), {});
    span_->addItem(tr("All"), 0.0);
    span_->addItem(tr("Last hour"), kHourS);
    span_->addItem(tr("Last day"), kDayS);
    span_->addItem(tr("Last week"), 7.0 * kDayS);
    span_->addItem(tr("As moved"), kChosen);
    row->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar_);
    layout->addWidget(canvas_, 1);
    setFocusProxy(canvas_);
    connect(canvas_, &GanttCanvas::activated, this, &GanttView::activated);
    connect(canvas_, &GanttCanvas::moved, this,
            [this] { span_->setCurrentIndex(span_->findData(kChosen)); });
    connect(canvas_, &GanttCanvas::fitted, this, [this] { span_->setCurrentIndex(0); });
    for (QComboBox* box : {rows_, groups_, colours_}) {
        connect(box, &QComboBox::activated, this, &GanttView::apply);
    }
    connect(span_, &QComboBox::activated, this, [this] {
        if (const double seconds = span_->currentData().toDouble(); seconds >= 0.0) {
            canvas_->setSpan(seconds);
        }
    });
    connect(workspace, &Workspace::opened, this, [this] { span_->setCurrentIndex(0); });
}

QComboBox* GanttView::choice(const char* name, const QString& label, const QString& tip,
                             const QStringList& words) {
    auto* box = new QComboBox(bar_);
    box->setObjectName(name);
    box->setAccessibleName(QString(label).remove('&'));
    box->setToolTip(tip);
    box->addItems(words);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* text = new QLabel(label, bar_);
    text->setBuddy(box);
    auto* row = static_cast<QHBoxLayout*>(bar_->layout());
    row->addWidget(text);
    row->addWidget(box);
    row->addSpacing(6);
    return box;
}

void GanttView::apply() {
    canvas_->setRows(static_cast<JobRows::Mode>(rows_->currentIndex()),
                     static_cast<JobRows::Grouping>(groups_->currentIndex()));
    canvas_->setColouring(static_cast<GanttColouring>(colours_->currentIndex()));
}

void GanttView::fitAll() {
    canvas_->fitAll();
}

void GanttView::fitSelection() {
    canvas_->fitSelection();
}

}  // namespace headroom::ui
