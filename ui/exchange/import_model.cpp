// SPDX-License-Identifier: Apache-2.0
#include "ui/exchange/import_model.h"

#include "ui/kit/theme.h"
#include "ui/units/unit_words.h"

#include <QFileInfo>

#include <utility>

namespace headroom::ui {

namespace {

using engine::ImportAction;
using engine::ImportFault;
using engine::ImportRow;

QString placeText(const std::string& file, int line) {
    const QString name = QFileInfo(QString::fromStdString(file)).fileName();
    if (line == 0) {
        return name;
    }
    return name.isEmpty() ? ImportModel::tr("line %1").arg(line)
                          : QStringLiteral("%1:%2").arg(name).arg(line);
}

QString actionText(ImportAction action) {
    switch (action) {
        case ImportAction::Add:
            return ImportModel::tr("New");
        case ImportAction::Change:
            return ImportModel::tr("Changed");
        case ImportAction::Remove:
            return ImportModel::tr("Removed");
        case ImportAction::Same:
            return ImportModel::tr("The same");
        case ImportAction::Refuse:
            return ImportModel::tr("Left out");
    }
    return {};
}

/// Shape and colour both tell what becomes of a line.
QVariant markOf(const ImportLine& line) {
    const ThemeColours& c = Theme::instance().colours();
    if (line.fault != nullptr) {
        return line.fault->isWarning ? iconMark("warning", c.caution) : iconMark("error", c.bad);
    }
    switch (line.change->action) {
        case ImportAction::Add:
            return iconMark("import-add", c.good);
        case ImportAction::Change:
            return iconMark("import-change", c.accent);
        case ImportAction::Remove:
            return iconMark("import-remove", c.caution);
        case ImportAction::Same:
            return iconMark("ok", c.muted);
        case ImportAction::Refuse:
            return iconMark("error", c.bad);
    }
    return {};
}

QString stateText(const ImportLine& line) {
    return line.fault == nullptr   ? actionText(line.change->action)
           : line.fault->isWarning ? ImportModel::tr("Warning")
                                   : ImportModel::tr("Fault");
}

QString placeOf(const ImportLine& line) {
    if (line.fault == nullptr) {
        return placeText(line.change->file, line.change->line);
    }
    const QString place = placeText(line.fault->file, line.fault->line);
    const QString name = QString::fromStdString(line.fault->columnName);
    return name.isEmpty() ? place : ImportModel::tr("%1, %2").arg(place, name);
}

QString whatOf(const ImportLine& line) {
    if (line.fault != nullptr) {
        return shownText(line.fault->message);
    }
    const QString id = QString::fromStdString(line.change->id);
    const QString words = QString::fromStdString(line.change->words);
    return words.isEmpty() ? id : QStringLiteral("%1: %2").arg(id, words);
}

std::vector<TableColumn<ImportLine>> importColumns() {
    using M = ImportModel;
    return {
        {.title = M::tr("State"), .text = stateText, .mark = markOf},
        {.title = M::tr("Line"), .text = placeOf},
        {.title = M::tr("What"), .text = whatOf},
        {.title = M::tr("Remedy"),
         .text =
             [](const ImportLine& line) {
                 return line.fault != nullptr ? shownText(line.fault->remedy) : QString();
             }},
    };
}

}  // namespace

ImportModel::ImportModel(QObject* parent) : RecordTable(importColumns(), parent) {
    setTip([](const ImportLine& line) {
        return QString::fromStdString(line.fault != nullptr ? line.fault->text()
                                                            : line.change->words);
    });
}

void ImportModel::setDraft(engine::ImportDraft draft) {
    reset({});  // its rows point into the draft before
    draft_ = std::move(draft);
    std::vector<ImportLine> lines;
    for (const ImportFault& fault : draft_.faults) {
        lines.push_back({&fault, nullptr});
    }
    for (const ImportRow& row : draft_.rows) {
        if (row.action != ImportAction::Same) {
            lines.push_back({nullptr, &row});
        }
    }
    reset(std::move(lines));
}

}  // namespace headroom::ui
