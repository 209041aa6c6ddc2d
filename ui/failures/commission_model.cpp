// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/commission_model.h"

#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"

#include <QStringList>

#include <utility>

namespace headroom::ui {

namespace {

using engine::CommissionCheck;
using engine::CommissionRow;
using engine::CommissionVerdict;
using Row = const CommissionRow*;

QString words(const std::string& text) {
    return QString::fromStdString(text);
}

QString verdictWord(CommissionVerdict verdict) {
    switch (verdict) {
        case CommissionVerdict::Passed:
            return CommissionModel::tr("Passed");
        case CommissionVerdict::Failed:
            return CommissionModel::tr("Failed");
        case CommissionVerdict::NothingAsked:
            return CommissionModel::tr("Nothing asked");
    }
    return {};
}

/// Failed tests first, then passed ones.
int verdictRank(CommissionVerdict verdict) {
    switch (verdict) {
        case CommissionVerdict::Failed:
            return 0;
        case CommissionVerdict::Passed:
            return 1;
        case CommissionVerdict::NothingAsked:
            return 2;
    }
    return 2;
}

QVariant verdictMark(CommissionVerdict verdict) {
    const ThemeColours& c = Theme::instance().colours();
    switch (verdict) {
        case CommissionVerdict::Passed:
            return iconMark("ok", c.good);
        case CommissionVerdict::Failed:
            return iconMark("error", c.bad);
        case CommissionVerdict::NothingAsked:
            return iconMark("about", c.muted);
    }
    return {};
}

/// When the figure that decides a test passed its limit, or was worst; -1 if it has no time.
double afterS(const CommissionRow& row) {
    const CommissionCheck* check = row.decisive();
    return check == nullptr || !(check->atS > 0.0) ? -1.0 : check->atS;
}

std::vector<TableColumn<Row>> commissionColumns() {
    return {
        {.title = CommissionModel::tr("Tests of"),
         .why = CommissionModel::tr("Tested part or event"),
         .text = [](Row row) { return words(row->test.section); }},
        {.title = CommissionModel::tr("Test"),
         .why = CommissionModel::tr("The test at full load in design weather"),
         .text = [](Row row) { return words(row->test.name); }},
        {.title = CommissionModel::tr("Alike"),
         .why =
             CommissionModel::tr("So many parts are alike by construction; one of them was tested"),
         .side = CellSide::Right,
         .text = [](Row row) { return QString::number(row->test.alike); },
         .key = [](Row row) { return row->test.alike; }},
        {.title = CommissionModel::tr("Verdict"),
         .why = CommissionModel::tr("Whether what the project requires was kept"),
         .text = [](Row row) { return verdictWord(row->verdict()); },
         .key = [](Row row) { return verdictRank(row->verdict()); },
         .mark = [](Row row) { return verdictMark(row->verdict()); },
         .isBold = [](Row row) { return row->verdict() == CommissionVerdict::Failed; }},
        {.title = CommissionModel::tr("Figure"),
         .why = CommissionModel::tr(
             "The deciding requirement: the first that fails, or else the first"),
         .text =
             [](Row row) {
                 const CommissionCheck* check = row->decisive();
                 return !row->fault.code.empty() ? shownText(row->fault.message)
                        : check == nullptr
                            ? QString()
                            : QStringLiteral("%1: %2").arg(words(check->what),
                                                           amountText(check->figure, check->unit));
             }},
        {.title = CommissionModel::tr("At most"),
         .why = CommissionModel::tr("The limit of the figure"),
         .side = CellSide::Right,
         .text =
             [](Row row) {
                 const CommissionCheck* check = row->decisive();
                 return check == nullptr || !check->asked() ? QString()
                                                            : amountText(check->limit, check->unit);
             },
         .key =
             [](Row row) {
                 const CommissionCheck* check = row->decisive();
                 return check == nullptr || !check->asked() ? -1.0 : check->limit;
             }},
        {.title = CommissionModel::tr("After"),
         .why = CommissionModel::tr(
             "From the failure until the limit was passed, or the figure was worst"),
         .side = CellSide::Right,
         .text = [](Row row) { return afterS(*row) < 0.0 ? QString() : lengthText(afterS(*row)); },
         .key = [](Row row) { return afterS(*row); }},
        {.title = CommissionModel::tr("At the end"),
         .why = CommissionModel::tr("Whether racks are off or slowed when the watch ends"),
         .text =
             [](Row row) {
                 return row->recovered ? CommissionModel::tr("all run")
                                       : CommissionModel::tr("not all run");
             }},
    };
}

}  // namespace

QString commissionStory(const CommissionRow& row) {
    QStringList lines{words(row.test.name)};
    if (!row.fault.code.empty()) {
        lines << shownText(row.fault.message);
    }
    for (const CommissionCheck& check : row.checks) {
        lines << (check.held() ? QString() : QStringLiteral("! ")) +
                     shownText(engine::checkText(check));
    }
    for (const std::string& line : row.story) {
        lines << words(line);
    }
    return lines.join('\n');
}

CommissionModel::CommissionModel(QObject* parent) : RecordTable(commissionColumns(), parent) {
    setTip([](const Row& row) { return commissionStory(*row); });
}

void CommissionModel::setResult(std::shared_ptr<const engine::Commission> result) {
    std::vector<Row> rows;
    if (result) {
        for (const CommissionRow& row : result->rows) {
            rows.push_back(&row);
        }
    }
    const auto before = std::exchange(result_, std::move(result));  // until the rows are replaced
    reset(std::move(rows));
}

}  // namespace headroom::ui
