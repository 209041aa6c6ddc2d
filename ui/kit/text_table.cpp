// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/text_table.h"

namespace headroom::ui {

namespace {

std::vector<TableColumn<TextRow>> columnsOf(const std::vector<RecordModel::Head>& heads) {
    std::vector<TableColumn<TextRow>> columns;
    for (std::size_t i = 0; i < heads.size(); ++i) {
        columns.push_back({.title = heads[i].title,
                           .why = heads[i].why,
                           .side = heads[i].side,
                           .text = [i](const TextRow& row) { return row.cells[i].text; },
                           .key =
                               [i](const TextRow& row) {
                                   const TextCell& cell = row.cells[i];
                                   return cell.key.isValid() ? cell.key : QVariant(cell.text);
                               },
                           .tip =
                               [i](const TextRow& row) {
                                   const TextCell& cell = row.cells[i];
                                   return cell.tip.isEmpty() ? cell.text : cell.tip;
                               },
                           .mark =
                               [i](const TextRow& row) {
                                   const TextCell& cell = row.cells[i];
                                   return cell.icon.isEmpty() ? QVariant()
                                                              : iconMark(cell.icon, cell.colour);
                               },
                           .colour = [i](const TextRow& row) { return row.cells[i].ink; },
                           .isBold = [](const TextRow& row) { return row.isBold; },
                           .more =
                               [i](const TextRow& row, int role) {
                                   const TextCell& cell = row.cells[i];
                                   return role == kWhyRole && !cell.why.isEmpty()
                                              ? QVariant(cell.why)
                                              : QVariant();
                               }});
    }
    return columns;
}

}  // namespace

TextTable::TextTable(const std::vector<Head>& heads, QObject* parent)
    : RecordTable(columnsOf(heads), parent) {}

}  // namespace headroom::ui
