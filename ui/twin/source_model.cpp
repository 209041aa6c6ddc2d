// SPDX-License-Identifier: Apache-2.0
#include "ui/twin/source_model.h"

#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/twin_desk.h"

#include <QDateTime>

#include <cmath>

namespace headroom::ui {

using engine::FeedState;
using engine::FeedStatus;

namespace {

const QString kNothing = QStringLiteral("–");

QString iconOf(FeedState state) {
    switch (state) {
        case FeedState::Running:
        case FeedState::Ended:
            return QStringLiteral("ok");
        case FeedState::Failed:
            return QStringLiteral("error");
        case FeedState::Silent:
        case FeedState::Away:
            return QStringLiteral("warning");
        default:
            return QStringLiteral("about");
    }
}

QColor colourOf(FeedState state) {
    const ThemeColours& c = Theme::instance().colours();
    switch (state) {
        case FeedState::Running:
            return c.good;
        case FeedState::Failed:
            return c.bad;
        case FeedState::Silent:
        case FeedState::Away:
            return c.caution;
        default:
            return c.muted;
    }
}

QString wallText(double sinceEpochUtcS) {
    return std::isfinite(sinceEpochUtcS)
               ? QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(1e3 * sinceEpochUtcS))
                     .toString("HH:mm:ss")
               : kNothing;
}

QVariant orLast(double value) {
    return std::isfinite(value) ? QVariant(value) : QVariant(-INFINITY);
}

std::vector<TableColumn<FeedStatus>> sourceColumns(const double* toRunS) {
    using M = SourceModel;
    return {
        {.title = M::tr("State"),
         .why = M::tr("Running: readings come. Silent: it is there, and nothing came for longer "
                      "than the map's longest gap. Away: it cannot be "
                      "reached or says no, and is asked again after 1 s, 2 s … 30 s. Ended: it is "
                      "through, or was stopped"),
         .text = [](const FeedStatus& f) { return utf8Text(engine::feedStateWord(f.state)); },
         .mark = [](const FeedStatus& f) { return iconMark(iconOf(f.state), colourOf(f.state)); },
         .isBold =
             [](const FeedStatus& f) {
                 return f.state == FeedState::Away || f.state == FeedState::Failed;
             }},
        {.title = M::tr("Source"),
         .text = [](const FeedStatus& f) { return QString::fromStdString(f.id); }},
        {.title = M::tr("From"),
         .text = [](const FeedStatus& f) { return QString::fromStdString(f.what); }},
        {.title = M::tr("Readings"),
         .why = M::tr("That are stored: a reading counts once it is on disk, or in memory where "
                      "nothing is kept"),
         .side = CellSide::Right,
         .text = [](const FeedStatus& f) { return QStringLiteral("%L1").arg(f.taken); },
         .key =
             [](const FeedStatus& f) {
                 return QVariant::fromValue(static_cast<qlonglong>(f.taken));
             }},
        {.title = M::tr("Rate"),
         .why = M::tr("Readings a second over the last half minute"),
         .side = CellSide::Right,
         .text =
             [](const FeedStatus& f) {
                 return f.state == FeedState::Ended
                            ? kNothing
                            : QStringLiteral("%1/s").arg(numberText(f.perS, 3));
             },
         .key = [](const FeedStatus& f) { return QVariant(f.perS); }},
        {.title = M::tr("Newest"),
         .why = M::tr("Time of its newest reading, by the site's clock"),
         .text =
             [toRunS](const FeedStatus& f) {
                 return std::isfinite(f.newestS) ? momentText(f.newestS - *toRunS) : kNothing;
             },
         .key = [](const FeedStatus& f) { return orLast(f.newestS); },
         .tip =
             [](const FeedStatus& f) {
                 return M::tr("Something came last at %1 by the clock on the wall")
                     .arg(wallText(f.arrivedS));
             }},
        {.title = M::tr("Lag"),
         .why = M::tr("How old its newest reading was when it came; none of a replay, whose "
                      "readings are of another day"),
         .side = CellSide::Right,
         .text =
             [](const FeedStatus& f) {
                 return std::isfinite(f.lagS) ? QStringLiteral("%1 s").arg(numberText(f.lagS, 3))
                                              : kNothing;
             },
         .key = [](const FeedStatus& f) { return orLast(f.lagS); }},
        {.title = M::tr("Odd"),
         .why = M::tr("Readings that were odd: see Findings"),
         .side = CellSide::Right,
         .text = [](const FeedStatus& f) { return QStringLiteral("%L1").arg(f.faults); },
         .key =
             [](const FeedStatus& f) {
                 return QVariant::fromValue(static_cast<qlonglong>(f.faults));
             }},
        {.title = M::tr("Failures"),
         .why = M::tr("Attempts to reach it that failed"),
         .side = CellSide::Right,
         .text = [](const FeedStatus& f) { return QStringLiteral("%L1").arg(f.failures); },
         .key =
             [](const FeedStatus& f) {
                 return QVariant::fromValue(static_cast<qlonglong>(f.failures));
             }},
        {.title = M::tr("Last error"),
         .why = M::tr("Message of its last failure, which may be over"),
         .text =
             [](const FeedStatus& f) {
                 return f.lastError.empty()
                            ? kNothing
                            : QStringLiteral("%1  %2").arg(wallText(f.errorS),
                                                           QString::fromStdString(f.lastError));
             },
         .colour =
             [](const FeedStatus& f) {
                 const ThemeColours& c = Theme::instance().colours();
                 return f.lastError.empty() || f.state == FeedState::Running ? c.muted : c.bad;
             }},
    };
}

}  // namespace

SourceModel::SourceModel(QObject* parent) : RecordTable(sourceColumns(&toRunS_), parent) {
    setSame([](const FeedStatus& a, const FeedStatus& b) { return a.id == b.id; });
}

void SourceModel::take(const TwinDesk& desk) {
    toRunS_ = -desk.runTimeS(0.0);
    setRows(desk.sources());
}

}  // namespace headroom::ui
