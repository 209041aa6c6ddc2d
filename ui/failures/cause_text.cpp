// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/cause_text.h"

#include "engine/base/scale.h"
#include "ui/events/event_look.h"
#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/subject_names.h"

#include <QCoreApplication>

namespace headroom::ui {

namespace {

constexpr double kJPerKWh = 3.6e6;

QString tr(const char* text) {
    return QCoreApplication::translate("causes", text);
}

QString row(const QString& label, const QString& value, bool inner = false) {
    return QStringLiteral(
               "<tr><td style='padding-right:12px'>%1%2</td><td align='right'>%3</td>"
               "</tr>")
        .arg(inner ? QStringLiteral("&nbsp;&nbsp;&nbsp;") : QString(), label, value);
}

QString hours(double acceleratorS) {
    return tr("%1 accelerator-hours").arg(numberText(acceleratorS / kHourS, 4));
}

}  // namespace

QString areaWord(engine::EventArea area) {
    using engine::EventArea;
    switch (area) {
        case EventArea::Other:
            return tr("Other");
        case EventArea::Environment:
            return tr("Environment");
        case EventArea::Power:
            return tr("Power");
        case EventArea::Cooling:
            return tr("Cooling");
        case EventArea::Network:
            return tr("Network");
        case EventArea::Storage:
            return tr("Storage");
        case EventArea::Servers:
            return tr("Servers");
        case EventArea::Jobs:
            return tr("Jobs");
        case EventArea::Control:
            return tr("Control");
        case EventArea::Indicators:
            return tr("Indicators");
        case EventArea::Count:
            break;
    }
    return {};
}

QString eventText(const engine::Event& event, const SubjectNames& names) {
    const QString text = typeset(shownText(event.text));
    return event.subject.empty() ? text
                                 : QStringLiteral("%1: %2").arg(names.nameOf(event.subject), text);
}

QString nodeText(const engine::Consequence& node, const engine::EventGraph& graph,
                 const SubjectNames& names) {
    const engine::Event* event = node.events.empty() ? nullptr : graph.find(node.events.front());
    if (event == nullptr) {
        return typeset(shownText(node.text));
    }
    const QString text = eventText(*event, names);
    return node.events.size() == 1 ? text
                                   : tr("%1 × %2, first %3")
                                         .arg(static_cast<qulonglong>(node.events.size()))
                                         .arg(eventKindText(node.kind), text);
}

QString billText(const engine::BillSum& bill, bool withRent) {
    QString text = QStringLiteral("<table cellspacing='2'>");
    text += row(QStringLiteral("<b>%1</b>").arg(tr("Work lost")),
                QStringLiteral("<b>%1</b>").arg(hours(bill.workS())));
    for (std::size_t kind = 0; kind < bill.acceleratorS.size(); ++kind) {
        const auto loss = static_cast<engine::LossKind>(kind);
        if (loss != engine::LossKind::OutOfService && bill.acceleratorS[kind] > 0.0) {
            text += row(QString::fromUtf8(engine::lossKindName(loss)),
                        numberText(bill.acceleratorS[kind] / kHourS, 4), true);
        }
    }
    text += row(tr("Out of service, reported apart"), hours(bill.outS()));
    text += row(tr("Tokens not trained"), tr("%1 million").arg(numberText(bill.tokens * 1e-6, 4)));
    text += row(tr("Energy without progress"),
                QStringLiteral("%1 kWh").arg(numberText(bill.energyJ / kJPerKWh, 4)));
    text += row(tr("Its price"), moneyText(bill.energyUsd));
    if (withRent) {
        text += row(tr("Accelerators"), moneyText(bill.rentUsd));
        text += row(QStringLiteral("<b>%1</b>").arg(tr("Money")),
                    QStringLiteral("<b>%1</b>").arg(moneyText(bill.usd())));
    }
    return text + QStringLiteral("</table>");
}

QString diagnosisText(const engine::Diagnosis& diagnosis, double eventS) {
    if (diagnosis.suspects.empty()) {
        return tr("No sensor moved and no alarm came: an operator would suspect nothing.");
    }
    QString text;
    if (diagnosis.firstS >= 0.0) {
        text = QStringLiteral("<p>%1</p>")
                   .arg(tr("First sign at %1, %2 %3 this event.")
                            .arg(momentText(diagnosis.firstS),
                                 lengthText(std::abs(eventS - diagnosis.firstS)),
                                 diagnosis.firstS <= eventS ? tr("before") : tr("after")));
    }
    const double best = diagnosis.suspects.front().score;
    int place = 0;
    for (const engine::Suspect& suspect : diagnosis.suspects) {
        QStringList reasons;
        for (const std::string& reason : suspect.reasons) {
            reasons << QString::fromStdString(reason).toHtmlEscaped();
        }
        text += QStringLiteral("<p><b>%1. %2</b> &nbsp;%3<br/>%4</p>")
                    .arg(++place)
                    .arg(QString::fromStdString(suspect.name).toHtmlEscaped(),
                         tr("score %1").arg(numberText(suspect.score, 2)),
                         reasons.join(QStringLiteral("; ")));
        if (suspect.score < 0.25 * best) {
            break;
        }
    }
    return text;
}

}  // namespace headroom::ui
