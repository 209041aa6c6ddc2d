// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/fault_model.h"

#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/subject_names.h"

#include <algorithm>
#include <array>

namespace headroom::ui {

namespace {

using engine::FaultKind;
using engine::FaultNow;
using engine::FaultPhase;

struct Look {
    const char* icon;
    QColor colour;
};

/// By shape as well as by colour: what nobody knows of stands out most.
Look lookOf(FaultPhase phase) {
    const ThemeColours& c = Theme::instance().colours();
    switch (phase) {
        case FaultPhase::Precursor:
            return {"about", c.muted};
        case FaultPhase::Latent:
            return {"error", c.bad};
        case FaultPhase::Detected:
            return {"warning", c.caution};
        case FaultPhase::Waiting:
            return {"pause", c.caution};
        case FaultPhase::UnderRepair:
            return {"repair", c.accent};
        case FaultPhase::Over:
            return {"ok", c.good};
    }
    return {"about", c.muted};
}

constexpr double kNever = 1e18;  // is last

std::vector<TableColumn<FaultRow>> faultColumns(const SubjectNames* names) {
    using M = FaultModel;
    const auto atText = [](double timeS) { return M::tr("At %1").arg(momentText(timeS)); };
    return {
        {.title = M::tr("State"),
         .text = [](const FaultRow& row) { return faultPhaseWord(row.fault.phase); },
         .key = [](const FaultRow& row) { return static_cast<int>(row.fault.phase); },
         .mark =
             [](const FaultRow& row) {
                 const Look look = lookOf(row.fault.phase);
                 return iconMark(look.icon, look.colour);
             }},
        {.title = M::tr("Kind"),
         .text = [](const FaultRow& row) { return faultKindWord(row.fault.kind); }},
        {.title = M::tr("Part"),
         .text =
             [names](const FaultRow& row) {
                 return names == nullptr ? QString::fromStdString(row.fault.subject)
                                         : names->nameOf(row.fault.subject);
             },
         .tip = [](const FaultRow& row) { return QString::fromStdString(row.fault.subject); }},
        {.title = M::tr("Failure mode"),
         .text = [](const FaultRow& row) { return QString::fromStdString(row.fault.mode); }},
        {.title = M::tr("Since"),
         .text = [](const FaultRow& row) { return momentText(row.fault.atS); },
         .key = [](const FaultRow& row) { return row.fault.atS; }},
        {.title = M::tr("Noticed"),
         .why = M::tr("How long nobody knew of it"),
         .text =
             [](const FaultRow& row) {
                 const double afterS = std::max(0.0, row.fault.detectedS - row.fault.atS);
                 return row.fault.detectedS < 0.0 ? M::tr("not yet")
                                                  : M::tr("after %1").arg(lengthText(afterS));
             },
         .key =
             [](const FaultRow& row) {
                 return row.fault.detectedS < 0.0 ? kNever : row.fault.detectedS - row.fault.atS;
             },
         .tip =
             [atText](const FaultRow& row) {
                 return row.fault.detectedS < 0.0 ? M::tr("not yet") : atText(row.fault.detectedS);
             }},
        {.title = M::tr("Waits for"),
         .text =
             [](const FaultRow& row) {
                 return row.fault.waitsFor.empty() ? QStringLiteral("–")
                                                   : QString::fromStdString(row.fault.waitsFor);
             }},
        {.title = M::tr("Repaired"),
         .text =
             [](const FaultRow& row) {
                 const double inS = row.fault.expectedS - row.nowS;
                 return row.fault.expectedS < 0.0 ? M::tr("not known")
                        : inS > 0.0               ? M::tr("in %1").arg(lengthText(inS))
                                                  : M::tr("now");
             },
         .key =
             [](const FaultRow& row) {
                 return row.fault.expectedS < 0.0 ? kNever : row.fault.expectedS;
             },
         .tip =
             [atText](const FaultRow& row) {
                 return row.fault.expectedS < 0.0 ? M::tr("not known")
                                                  : atText(row.fault.expectedS);
             }},
    };
}

}  // namespace

QString faultKindWord(FaultKind kind) {
    switch (kind) {
        case FaultKind::FailStop:
            return FaultModel::tr("Fail-stop");
        case FaultKind::FailSlow:
            return FaultModel::tr("Fail-slow");
        case FaultKind::Intermittent:
            return FaultModel::tr("Intermittent");
        case FaultKind::Corruption:
            return FaultModel::tr("Silent corruption");
        case FaultKind::Software:
            return FaultModel::tr("Software");
        case FaultKind::Human:
            return FaultModel::tr("Human error");
    }
    return {};
}

QString faultPhaseWord(FaultPhase phase) {
    switch (phase) {
        case FaultPhase::Precursor:
            return FaultModel::tr("Announces itself");
        case FaultPhase::Latent:
            return FaultModel::tr("Unnoticed");
        case FaultPhase::Detected:
            return FaultModel::tr("Noticed");
        case FaultPhase::Waiting:
            return FaultModel::tr("Waits");
        case FaultPhase::UnderRepair:
            return FaultModel::tr("Under repair");
        case FaultPhase::Over:
            return FaultModel::tr("Ended");
    }
    return {};
}

QString faultSummary(const std::vector<FaultNow>& faults) {
    if (faults.empty()) {
        return {};
    }
    std::array<int, 6> byPhase{};
    for (const FaultNow& fault : faults) {
        ++byPhase[static_cast<std::size_t>(fault.phase)];
    }
    QStringList parts;
    for (const FaultPhase phase : {FaultPhase::Latent, FaultPhase::Detected, FaultPhase::Waiting,
                                   FaultPhase::UnderRepair, FaultPhase::Precursor}) {
        if (const int n = byPhase[static_cast<std::size_t>(phase)]; n > 0) {
            parts << QStringLiteral("%1 %2").arg(n).arg(faultPhaseWord(phase).toLower());
        }
    }
    return FaultModel::tr("%1 open: %2")
        .arg(faults.size() == 1 ? FaultModel::tr("1 fault")
                                : FaultModel::tr("%1 faults").arg(faults.size()),
             parts.join(QStringLiteral(", ")));
}

FaultModel::FaultModel(const SubjectNames* names, QObject* parent)
    : RecordTable(faultColumns(names), parent) {
    setSame([](const FaultRow& a, const FaultRow& b) { return a.fault.number == b.fault.number; });
}

void FaultModel::setFaults(const std::vector<FaultNow>& faults, double nowS) {
    std::vector<FaultRow> rows;
    rows.reserve(faults.size());
    for (const FaultNow& fault : faults) {
        rows.push_back({fault, nowS});
    }
    setRows(std::move(rows));
}

}  // namespace headroom::ui
