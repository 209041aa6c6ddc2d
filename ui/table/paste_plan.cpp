// SPDX-License-Identifier: Apache-2.0
#include "ui/table/paste_plan.h"

#include "engine/document/values.h"
#include "ui/inspector/attribute_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <optional>
#include <utility>

namespace headroom::ui {

namespace {

constexpr int kNoColumn = -2;

QString tr(const char* text) {
    return QCoreApplication::translate("planPaste", text);
}

struct Column {
    int attribute = kNoColumn;
    QString unit;  ///< that the header states, where it is not the one shown now
};

/// "Width (ft)" is the label and a unit.
std::optional<Column> columnOf(const models::ComponentType& type, const QString& head) {
    static const QRegularExpression withUnit("^(.*?)\\s*(?:[(\\[](.*)[)\\]])?\\s*$");
    const auto match = withUnit.match(head.trimmed());
    const QString name = match.captured(1);
    const QString unit = match.captured(2);
    if (name.compare("id", Qt::CaseInsensitive) == 0) {
        return Column{PasteTarget::kIdColumn, {}};
    }
    for (std::size_t i = 0; i < type.attributes.size(); ++i) {
        const models::Attribute& a = type.attributes[i];
        if (name.compare(tableText(a.key), Qt::CaseInsensitive) == 0) {
            // Keys carry the unit of the file: "width_m".
            return Column{static_cast<int>(i), unit.isEmpty() ? tableText(a.unit.symbol) : unit};
        }
        if (name.compare(tableText(a.label), Qt::CaseInsensitive) == 0) {
            return Column{static_cast<int>(i), unit == shownSymbol(a) ? QString() : unit};
        }
    }
    return std::nullopt;
}

std::vector<Column> headerOf(const models::ComponentType& type, const QStringList& line) {
    std::vector<Column> columns;
    bool any = false;
    for (const QString& cell : line) {
        if (cell.trimmed().isEmpty()) {
            columns.push_back({});
            continue;
        }
        const auto column = columnOf(type, cell);
        if (!column) {
            return {};
        }
        columns.push_back(*column);
        any = true;
    }
    return any ? columns : std::vector<Column>{};
}

class Planner {
  public:
    Planner(const engine::Project& project, const engine::Catalogue& catalogue,
            const models::ComponentType& type, const PasteTarget& target)
        : trial_(project), catalogue_(catalogue), type_(type), target_(target) {}

    PastePlan plan(const std::vector<QStringList>& lines) {
        std::size_t first = 0;
        if (lines.size() > 1) {
            columns_ = headerOf(type_, lines.front());
        }
        plan_.hasHeader = !columns_.empty();
        if (plan_.hasHeader) {
            first = 1;
        } else if (!lines.empty()) {
            columnsFromTarget(lines);
        }
        const std::size_t rows = lines.size() - std::min(first, lines.size());
        std::vector<std::string> ids(rows);
        for (std::size_t i = 0; i < rows; ++i) {
            ids[i] = rowId(lines[first + i], static_cast<int>(i), static_cast<int>(first + i) + 1);
        }
        for (std::size_t i = 0; i < rows; ++i) {
            if (!ids[i].empty()) {
                takeLine(lines[first + i], ids[i], static_cast<int>(first + i) + 1);
            }
        }
        addObjects();
        std::stable_sort(plan_.faults.begin(), plan_.faults.end(),
                         [](const PasteFault& a, const PasteFault& b) {
                             return std::pair(a.line, a.column) < std::pair(b.line, b.column);
                         });
        return std::move(plan_);
    }

  private:
    struct NewObject {
        engine::Object object;
        int line;
        int cells = 0;
    };

    void columnsFromTarget(const std::vector<QStringList>& lines) {
        qsizetype width = 0;
        for (const QStringList& line : lines) {
            width = std::max(width, line.size());
        }
        for (qsizetype i = 0; i < width; ++i) {
            const auto at = static_cast<std::size_t>(target_.column + i);
            columns_.push_back({at < target_.columns.size() ? target_.columns[at] : kNoColumn, {}});
        }
    }

    void fault(int line, std::size_t column, const QString& cell, const QString& reason) {
        plan_.faults.push_back({line, static_cast<int>(column) + 1, cell, reason});
    }

    /// The object of a line; a new one is put into the trial, so that other lines may name it.
    std::string rowId(const QStringList& line, int offset, int number) {
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            if (columns_[c].attribute != PasteTarget::kIdColumn) {
                continue;
            }
            const QString cell = line.value(static_cast<qsizetype>(c)).trimmed();
            const std::string id = cell.toStdString();
            if (const engine::Object* known = trial_.find(id)) {
                if (known->type != &type_) {
                    fault(number, c, cell,
                          tr("Something else has this id already: a %1.")
                              .arg(tableText(known->type->label).toLower()));
                    return {};
                }
                return id;
            }
            if (!engine::isValidId(id)) {
                fault(number, c, cell,
                      tr("An id has small letters, digits and hyphens, and begins with a letter "
                         "or digit."));
                return {};
            }
            engine::Object made;
            made.id = id;
            made.type = &type_;
            made.values.resize(type_.attributes.size());
            trial_.objects.push_back(made);
            new_.push_back({made, number, 0});
            return id;
        }
        const auto row = static_cast<std::size_t>(target_.row + offset);
        if (row < target_.ids.size()) {
            return target_.ids[row];
        }
        fault(number, 0, line.value(0),
              tr("There is no row here. To add objects, paste with a first line of column names, "
                 "one of them “id”."));
        return {};
    }

    NewObject* newObject(const std::string& id) {
        const auto found = std::find_if(new_.begin(), new_.end(),
                                        [&](const NewObject& n) { return n.object.id == id; });
        return found == new_.end() ? nullptr : &*found;
    }

    void takeLine(const QStringList& line, const std::string& id, int number) {
        NewObject* made = newObject(id);
        for (std::size_t c = 0; c < columns_.size() && c < static_cast<std::size_t>(line.size());
             ++c) {
            const Column& column = columns_[c];
            QString cell = line[static_cast<qsizetype>(c)].trimmed();
            if (column.attribute == kNoColumn && !cell.isEmpty()) {
                fault(number, c, cell, tr("There is no column here."));
            }
            if (column.attribute < 0) {
                continue;
            }
            const auto place = static_cast<std::size_t>(column.attribute);
            const models::Attribute& attribute = type_.attributes[place];
            const auto value =
                valueFromText(attribute, united(cell, column, attribute), trial_, &catalogue_);
            if (!value) {
                fault(number, c, cell, value.error());
            } else if (made != nullptr) {
                made->object.values[place] = *value;
                ++made->cells;
            } else if (*value != trial_.find(id)->values[place]) {
                plan_.edits.push_back(engine::SetAttribute{id, std::string(attribute.key), *value});
                ++plan_.cells;
            }
        }
    }

    /// A number under a header that states another unit than the one shown is in that unit.
    static QString united(const QString& cell, const Column& column,
                          const models::Attribute& attribute) {
        const bool needs = attribute.kind == models::ValueKind::Number && !column.unit.isEmpty() &&
                           !cell.isEmpty() && column.unit != shownSymbol(attribute) &&
                           (cell.back().isDigit() || cell.back() == '.');
        return needs ? cell + ' ' + column.unit : cell;
    }

    void addObjects() {
        std::vector<engine::Edit> adds;
        for (const NewObject& n : new_) {
            QStringList missing;
            for (std::size_t i = 0; i < n.object.values.size(); ++i) {
                if (type_.attributes[i].required &&
                    std::holds_alternative<std::monostate>(n.object.values[i])) {
                    missing << tableText(type_.attributes[i].label);
                }
            }
            if (!missing.isEmpty()) {
                fault(n.line, 0, QString::fromStdString(n.object.id),
                      tr("A new object must state %1.").arg(missing.join(", ")));
                continue;
            }
            adds.push_back(engine::AddObject{n.object});
            ++plan_.added;
            plan_.cells += n.cells;
        }
        // New objects first: cells of others may name them.
        plan_.edits.insert(plan_.edits.begin(), adds.begin(), adds.end());
    }

    engine::Project trial_;
    const engine::Catalogue& catalogue_;
    const models::ComponentType& type_;
    const PasteTarget& target_;
    std::vector<Column> columns_;
    std::vector<NewObject> new_;
    PastePlan plan_;
};

}  // namespace

std::vector<QStringList> clipboardCells(const QString& text) {
    std::vector<QStringList> lines;
    QStringList line;
    QString cell;
    bool quoted = false;
    const auto endCell = [&] {
        line << cell;
        cell.clear();
    };
    const auto endLine = [&] {
        endCell();
        lines.push_back(line);
        line.clear();
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (quoted) {
            if (c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
                cell += c;
                ++i;
            } else if (c == '"') {
                quoted = false;
            } else {
                cell += c;
            }
        } else if (c == '"' && cell.isEmpty()) {
            quoted = true;
        } else if (c == '\t') {
            endCell();
        } else if (c == '\n') {
            endLine();
        } else if (c != '\r') {
            cell += c;
        }
    }
    if (!cell.isEmpty() || !line.isEmpty()) {
        endLine();
    }
    return lines;
}

PastePlan planPaste(const engine::Project& project, const engine::Catalogue& catalogue,
                    const models::ComponentType& type, const PasteTarget& target,
                    const QString& text) {
    return Planner(project, catalogue, type, target).plan(clipboardCells(text));
}

}  // namespace headroom::ui
