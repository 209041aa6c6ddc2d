// SPDX-License-Identifier: Apache-2.0
#include "ui/edit/delta_strip.h"

#include "ui/kit/theme.h"
#include "ui/units/number_name.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/workspace.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace headroom::ui {

namespace {

constexpr auto kShown =
    std::to_array<std::string_view>({"it_mw", "facility_mw", "pue", "racks", "accelerators",
                                     "energy_usd_per_year", "errors", "warnings"});

/// Differences below this share of the figure are noise of rounding.
constexpr double kSame = 1e-6;

QString text(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

QString shown(const engine::Figure& figure, double value) {
    return figure.key == "pue" ? numberText(value, 4) : quantityText(value, figure.unit, 4);
}

}  // namespace

DeltaStrip::DeltaStrip(Workspace* workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace) {
    setObjectName("deltaStrip");
    setAccessibleName(tr("Totals of the design"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 0, 6, 0);
    layout->setSpacing(14);
    // The figures at the foot have the same names and are of this instant.
    auto* of = new QLabel(tr("Design point"), this);
    of->setForegroundRole(QPalette::PlaceholderText);
    of->setToolTip(
        tr("Every accelerator at full activity and full clock, nothing failed; the foot of the "
           "window shows the present run"));
    layout->addWidget(of);
    for (const std::string_view key : kShown) {
        auto* label = new QLabel(this);
        label->setObjectName("delta_" + text(key));
        label->setTextFormat(Qt::RichText);
        label->setProperty(kNumberProperty, "design/" + text(key));
        layout->addWidget(label);
        cells_.push_back({&engine::figure(key), label});
    }
    connect(&workspace->design(), &DesignWatch::changed, this, &DeltaStrip::refresh);
    connect(workspace, &Workspace::closed, this, &DeltaStrip::refresh);
    connect(&Theme::instance(), &Theme::changed, this, &DeltaStrip::refresh);
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, &DeltaStrip::refresh);
    refresh();
}

void DeltaStrip::refresh() {
    const auto view = workspace_->design().view();
    setVisible(workspace_->isOpen() && view != nullptr);
    if (!view) {
        return;
    }
    const ThemeColours& c = Theme::instance().colours();
    for (const Cell& cell : cells_) {
        const engine::Figure& f = *cell.figure;
        const double now = f.value(view->headline);
        const double before = f.value(workspace_->design().base());
        const double change = now - before;
        QString words = QStringLiteral("<span style='color:%1'>%2</span> %3")
                            .arg(c.muted.name(), text(f.label), shown(f, now));
        QString tip = text(f.why);
        if (std::isfinite(change) && std::abs(change) > kSame * std::max(1.0, std::abs(before))) {
            const bool better = (change < 0.0) == (f.better == engine::Better::Less);
            const bool judged = f.better != engine::Better::Neither;
            const QColor colour = !judged ? c.accent : better ? c.good : c.bad;
            words += QStringLiteral(" <span style='color:%1'>%2%3</span>")
                         .arg(colour.name(), change > 0.0 ? QStringLiteral("+") : QString(),
                              shown(f, change));
            tip += QStringLiteral("\n\n") +
                   tr("%1 before: Edit > Compare From Here sets what is compared with.")
                       .arg(shown(f, before));
        }
        cell.label->setText(words);
        cell.label->setToolTip(tip);
        // Findings that are none need no room.
        const bool isCount = f.key == "errors" || f.key == "warnings";
        cell.label->setVisible(!isCount || now > 0.0 || change != 0.0);
    }
}

QString DeltaStrip::asText() const {
    QStringList parts;
    for (const Cell& cell : cells_) {
        QString plain = cell.label->text();
        static const QRegularExpression kTags("<[^>]*>");
        parts << plain.remove(kTags);
    }
    return parts.join(QStringLiteral("; "));
}

}  // namespace headroom::ui
