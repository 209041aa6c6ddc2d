// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/diagnosis/bill.h"
#include "engine/reliability/diagnosis/diagnosis.h"
#include "engine/reliability/diagnosis/event_graph.h"

#include <QString>

namespace headroom::ui {

class SubjectNames;

QString areaWord(engine::EventArea area);

/// "subject: text", the subject by the name that the project gives it.
QString eventText(const engine::Event& event, const SubjectNames& names);

/// The same of a node; several events in one are counted: "16 × Trip, first R03-01 of Liquid racks: …".
QString nodeText(const engine::Consequence& node, const engine::EventGraph& graph,
                 const SubjectNames& names);

/// A bill as a table in rich text.
QString billText(const engine::BillSum& bill, bool withRent);

/// The suspects in their order, with reasons, in rich text.
QString diagnosisText(const engine::Diagnosis& diagnosis, double eventS);

}  // namespace headroom::ui
