// SPDX-License-Identifier: Apache-2.0
#include "ui/wizard/sizing_outcome.h"

#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/wizard/site_preview.h"
#include "ui/wizard/wizard_heading.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace headroom::ui {

SizingOutcome::SizingOutcome(QWidget* parent)
    : QWidget(parent),
      computing_(new QLabel(tr("Computing…"), this)),
      summary_(new QLabel(this)),
      faults_(new QLabel(this)),
      preview_(new SitePreview(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    summary_->setObjectName("wizardSummary");
    summary_->setAccessibleName(tr("Result"));
    summary_->setTextFormat(Qt::RichText);
    summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    faults_->setObjectName("wizardFaults");
    faults_->setAccessibleName(tr("Wishes that cannot be met"));
    faults_->setWordWrap(true);
    computing_->setObjectName("wizardComputing");
    computing_->setForegroundRole(QPalette::PlaceholderText);
    auto* top = new QHBoxLayout;
    top->addWidget(wizardHeading(tr("Result"), this));
    top->addStretch(1);
    top->addWidget(computing_);
    layout->addLayout(top);
    layout->addWidget(summary_);
    layout->addWidget(faults_);
    layout->addWidget(preview_, 1);
}

void SizingOutcome::showComputing(bool computing) {
    computing_->setVisible(computing);
    summary_->setEnabled(!computing);
    preview_->setEnabled(!computing);
}

void SizingOutcome::refuse(const QString& lines) {
    showComputing(false);
    summary_->setVisible(false);
    faults_->setVisible(true);
    QPalette palette = faults_->palette();
    palette.setColor(QPalette::WindowText, Theme::instance().colours().bad);
    faults_->setPalette(palette);
    faults_->setText(lines);
    preview_->clear();
}

void SizingOutcome::show(const engine::SizingSummary& summary, engine::Layout layout) {
    showComputing(false);
    summary_->setVisible(true);
    faults_->setVisible(false);
    summary_->setText(table(summary));
    preview_->show(std::move(layout));
}

QString SizingOutcome::table(const engine::SizingSummary& s) const {
    const auto counted = [this](std::int64_t n) { return locale().toString(qlonglong{n}); };
    const auto area = [this](double m2) {
        return locale().toString(qlonglong(std::llround(m2))) + QStringLiteral(" m²");
    };
    const QString muted = Theme::instance().colours().muted.name();
    QString rows;
    const auto row = [&](const QString& label, const QString& value, const QString& more) {
        rows += QStringLiteral(
                    "<tr><td style='color:%1;padding-right:14px'>%2</td>"
                    "<td style='padding-right:14px'><b>%3</b></td>"
                    "<td style='color:%1'>%4</td></tr>")
                    .arg(muted, label, value, more);
    };
    row(tr("IT power"), quantityText(s.itW, models::unit::watt, 4), tr("at full load"));
    row(tr("At the meter"), quantityText(s.facilityW, models::unit::watt, 4),
        tr("PUE %1 in the design hour").arg(numberText(s.designPue, 3)));
    row(tr("Accelerators"), counted(s.accelerators), tr("in %1 racks").arg(counted(s.racks)));
    row(tr("Halls"), counted(s.halls), tr("%1 of floor").arg(area(s.hallM2)));
    row(tr("Site"), area(s.siteM2), tr("with power and cooling yards"));
    return "<table cellspacing='3'>" + rows + "</table>";
}

}  // namespace headroom::ui
