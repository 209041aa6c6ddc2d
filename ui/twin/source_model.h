// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/live/feeds.h"
#include "ui/kit/record_table.h"

#include <QCoreApplication>

namespace headroom::ui {

class TwinDesk;

/// Where the telemetry comes from: each source with what it does and what went wrong.
class SourceModel : public RecordTable<engine::FeedStatus> {
    Q_DECLARE_TR_FUNCTIONS(SourceModel)

  public:
    enum Column { State, Source, What, Readings, Rate, Newest, Lag, Faults, Failures, LastError };

    explicit SourceModel(QObject* parent = nullptr);

    void take(const TwinDesk& desk);

  private:
    double toRunS_ = 0.0;  ///< from seconds since 1970 of the site's clock
};

}  // namespace headroom::ui
