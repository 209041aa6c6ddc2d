// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/blast_panel.h"

#include "engine/part/part_address.h"
#include "engine/run/frame/quantity.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/workspace.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <cmath>
#include <set>

namespace headroom::ui {

namespace {

/// Names of the jobs that hold most of a rack that is lost.
QStringList jobsHit(const engine::BlastReach& reach, const engine::Frame& frame) {
    const auto& holder = frame.rack(engine::RackQuantity::Job);
    std::set<std::int64_t> hit;
    for (std::size_t i = 0; i < std::min(reach.racks.size(), holder.size()); ++i) {
        if (reach.racks[i].reach == engine::Reach::Lost && holder[i] >= 0.0F) {
            hit.insert(std::llround(holder[i]));
        }
    }
    QStringList names;
    for (const engine::JobRow& job : frame.jobs) {
        if (hit.count(job.id) != 0) {
            names << QString::fromStdString(job.name);
        }
    }
    return names;
}

QString boldRow(const QString& label, const QString& value) {
    return QStringLiteral(
               "<tr><td style='padding-right:14px'>%1</td><td "
               "align='right'><b>%2</b></td></tr>")
        .arg(label, value);
}

}  // namespace

BlastPanel::BlastPanel(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      pages_(new QStackedWidget(this)),
      title_(new QLabel(this)),
      counts_(new QLabel(this)),
      steps_(new QListWidget(this)),
      clear_(new QPushButton(tr("&Clear"), this)) {
    setObjectName("blastPanel");
    auto* empty = new QLabel(tr("Right click on a part and choose \"What Would Fail With It\": the "
                                "racks that it takes with it are drawn on plan and 3-D."),
                             this);
    empty->setObjectName("blastEmpty");
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    empty->setMargin(20);
    empty->setForegroundRole(QPalette::PlaceholderText);
    QFont heavy = font();
    heavy.setWeight(QFont::DemiBold);
    title_->setFont(heavy);
    title_->setObjectName("blastTitle");
    title_->setWordWrap(true);
    counts_->setObjectName("blastCounts");
    counts_->setTextFormat(Qt::RichText);
    counts_->setWordWrap(true);
    steps_->setObjectName("blastSteps");
    steps_->setAccessibleName(tr("How it reaches them"));
    steps_->setWordWrap(true);
    steps_->setFrameShape(QFrame::NoFrame);
    steps_->setAlternatingRowColors(true);
    steps_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    clear_->setObjectName("blastClear");
    auto* note = new QLabel(tr("By design: full load, design weather, batteries empty, generators "
                               "running, nothing repaired."),
                            this);
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(10, 8, 10, 8);
    layout->addWidget(title_);
    layout->addWidget(counts_);
    layout->addWidget(note);
    layout->addWidget(steps_, 1);
    layout->addWidget(clear_, 0, Qt::AlignRight);
    pages_->addWidget(empty);
    pages_->addWidget(page);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(pages_);
    connect(clear_, &QPushButton::clicked, &workspace->blast(), &BlastFocus::clear);
    connect(&workspace->blast(), &BlastFocus::changed, this, &BlastPanel::showReach);
    connect(steps_, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
        if (item == nullptr) {
            return;
        }
        const std::string id = item->data(Qt::UserRole).toString().toStdString();
        for (const engine::Object& object : workspace_->project().objects) {
            if (object.id == id) {
                workspace_->selection().select({Selected::Kind::Object, -1, id, -1});
            }
        }
    });
}

QString BlastPanel::countsText() const {
    const engine::BlastReach& reach = *workspace_->blast().reach();
    QString text = QStringLiteral("<table cellspacing='2'>");
    for (const auto& [kind, racks] : {std::pair{engine::Reach::Lost, reach.racksLost},
                                      std::pair{engine::Reach::Strained, reach.racksStrained},
                                      std::pair{engine::Reach::Exposed, reach.racksExposed}}) {
        text += boldRow(reachWord(kind), racks == 1 ? tr("1 rack") : tr("%1 racks").arg(racks));
    }
    text += boldRow(tr("Work surely gone"),
                    tr("%1 accelerators").arg(plainNumberText(reach.acceleratorsLost, 5)));
    text += boldRow(tr("Share of the facility"),
                    QStringLiteral("%1\u2009%").arg(numberText(100.0 * reach.computeShare, 3)));
    text +=
        boldRow(tr("Rated power of what is lost"), quantityText(reach.itW, models::unit::kilowatt));
    if (const auto frame = workspace_->frame()) {
        const QStringList jobs = jobsHit(reach, *frame);
        text += boldRow(tr("Jobs on lost racks now"), QString::number(jobs.size()));
        if (!jobs.isEmpty()) {
            text += QStringLiteral("<tr><td colspan='2'>%1</td></tr>")
                        .arg((jobs.size() > 4 ? jobs.mid(0, 4).join(", ") + QStringLiteral(", …")
                                              : jobs.join(", "))
                                 .toHtmlEscaped());
        }
    }
    return text + QStringLiteral("</table>");
}

void BlastPanel::showReach() {
    const BlastFocus& focus = workspace_->blast();
    pages_->setCurrentIndex(focus.reach() == nullptr ? 0 : 1);
    steps_->clear();
    if (focus.reach() == nullptr) {
        return;
    }
    title_->setText(tr("If it failed: %1").arg(focus.name()));
    counts_->setText(countsText());
    for (const engine::ReachStep& step : focus.reach()->steps) {
        auto* item = new QListWidgetItem(
            QStringLiteral("%1: %2").arg(reachByWord(step.by), QString::fromStdString(step.text)),
            steps_);
        item->setData(Qt::UserRole, utf8Text(engine::PartAddress::parse(step.through).object));
        item->setToolTip(item->text());
    }
    if (focus.reach()->steps.empty()) {
        steps_->addItem(tr("It reaches no rack: others carry what it carried."));
    }
}

}  // namespace headroom::ui
