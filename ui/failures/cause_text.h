// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/diagnosis/bill.h"
#include "engine/reliability/diagnosis/diagnosis.h"
#include "engine/reliability/diagnosis/event_graph.h"

#include <QString>

namespace headroom::ui {

QString areaWord(engine::EventArea area);

/// "subject: text".
QString eventText(const engine::Event& event);

/// A bill as a table in rich text.
QString billText(const engine::BillSum& bill, bool withRent);

/// The suspects in their order, with reasons, in rich text.
QString diagnosisText(const engine::Diagnosis& diagnosis, double eventS);

}  // namespace headroom::ui
