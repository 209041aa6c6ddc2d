// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/condition_paint.h"

#include "ui/kit/condition_mark.h"

#include <QPainter>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace headroom::ui {

using engine::Condition;

namespace {

constexpr double kLeastRack = 7.0;  // pixels of a rack from which it bears its own mark
constexpr double kLeastMachine = 5.0;
constexpr double kWordsFrom = 34.0;  // pixels of a machine from which its word is next to it
constexpr double kMostRadius = 11.0;

double radiusOn(double size) {
    return std::clamp(0.36 * size, 3.0, kMostRadius);
}

/// Place of the label of those in `label.area`: above them, inside of the view.
void place(ConditionLabel& label, const QRectF& view, const QFont& font) {
    QRectF box(QPointF(), conditionLabelSize(font, label.words()));
    box.moveCenter({label.area.center().x(), label.area.top() - box.height() - 4.0});
    box.moveLeft(std::clamp(box.left(), view.left() + 4.0,
                            std::max(view.left() + 4.0, view.right() - box.width() - 4.0)));
    box.moveTop(std::max(box.top(), view.top() + 4.0));
    label.box = box;
}

}  // namespace

QString ConditionLabel::words() const {
    return QStringLiteral("%1 %2").arg(count).arg(conditionWord(condition).toLower());
}

std::vector<ConditionLabel> placeConditionLabels(std::vector<ConditionLabel> groups,
                                                 const QRectF& view, const QFont& font) {
    std::vector<ConditionLabel> placed;
    for (ConditionLabel& label : groups) {
        place(label, view, font);
        // Parts in the same state whose labels would touch share one label: "12 partly out" of three halls far
        // away.
        for (auto other = placed.begin(); other != placed.end();) {
            if (other->condition != label.condition || !other->box.intersects(label.box)) {
                ++other;
                continue;
            }
            label.count += other->count;
            label.area = label.area.united(other->area);
            placed.erase(other);
            place(label, view, font);
            other = placed.begin();  // it moved, and may touch one that it did not before
        }
        placed.push_back(std::move(label));
    }
    // Others make room: the lighter below the heavier.
    for (std::size_t i = 0; i < placed.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            if (placed[k].box.intersects(placed[i].box)) {
                placed[i].box.moveTop(placed[k].box.bottom() + 2.0);
            }
        }
    }
    return placed;
}

RackMarks rackMarks(const QRectF& view, const QFont& font, const engine::Layout& layout,
                    std::span<const Condition> conditions,
                    const std::function<MarkPlace(std::size_t)>& placeOf) {
    RackMarks marks;
    // The heaviest first: their labels find room first.
    std::map<std::pair<int, int>, ConditionLabel, std::greater<>> groups;
    for (std::size_t i = 0; i < std::min(conditions.size(), layout.racks.size()); ++i) {
        if (conditions[i] == Condition::Normal) {
            continue;
        }
        ConditionLabel& group = groups[{static_cast<int>(conditions[i]), layout.racks[i].block}];
        group.condition = conditions[i];
        ++group.count;
        const MarkPlace place = placeOf(i);
        if (place.size <= 0.0 || !view.contains(place.centre)) {
            continue;
        }
        const QRectF at(place.centre - QPointF(1, 1), QSizeF(2, 2));
        group.area = group.area.isNull() ? at : group.area.united(at);
        marks.marks.push_back({place.centre, place.size, conditions[i]});
    }
    std::vector<ConditionLabel> seen;
    for (const auto& [key, group] : groups) {
        if (!group.area.isNull()) {
            seen.push_back(group);
        }
    }
    marks.labels = placeConditionLabels(std::move(seen), view, font);
    return marks;
}

void paintRackMarks(QPainter& painter, const RackMarks& marks, const ThemeColours& colours) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const RackMarks::Mark& mark : marks.marks) {
        if (mark.size >= kLeastRack) {
            paintConditionMark(painter, mark.centre, radiusOn(mark.size), mark.condition, colours);
        } else {
            painter.setPen(Qt::NoPen);
            painter.setBrush(conditionColour(mark.condition, colours));
            painter.drawRect(QRectF(mark.centre - QPointF(1.5, 1.5), QSizeF(3.0, 3.0)));
        }
    }
    for (const ConditionLabel& label : marks.labels) {
        paintConditionLabel(painter, label.box.center(), label.condition, label.words(), colours);
    }
    painter.restore();
}

QString MachineLabel::words() const {
    return count == 1 ? conditionWord(condition)
                      : QStringLiteral("%1 × %2").arg(count).arg(conditionWord(condition));
}

std::vector<MachineLabel> machineLabels(const QRectF& view, const QFont& font,
                                        std::span<const Condition> conditions,
                                        const std::function<MarkPlace(std::size_t)>& placeOf) {
    std::vector<MachineLabel> labels;
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        if (conditions[i] == Condition::Normal) {
            continue;
        }
        const MarkPlace place = placeOf(i);
        if (place.size < kWordsFrom || !view.contains(place.centre)) {
            continue;
        }
        MachineLabel label{conditions[i], 1, {}};
        QRectF reach(QPointF(), conditionLabelSize(font, label.words()));
        reach.moveCenter(place.centre + place.toWords);
        label.box = reach;
        for (auto other = labels.begin(); other != labels.end();) {
            if (other->condition != label.condition || !other->box.intersects(reach)) {
                ++other;
                continue;
            }
            label.count += other->count;
            label.box = label.box.united(other->box);
            labels.erase(other);
            reach = label.box;
            other = labels.begin();  // it grew, and may touch one that it did not before
        }
        labels.push_back(label);
    }
    // A joined label lies at the centre of the labels that it replaces.
    for (MachineLabel& label : labels) {
        QRectF box(QPointF(), conditionLabelSize(font, label.words()));
        box.moveCenter(label.box.center());
        label.box = box;
    }
    return labels;
}

std::vector<QRectF> machineMarkAreas(const QRectF& view, const QFont& font,
                                     std::span<const Condition> conditions,
                                     const std::function<MarkPlace(std::size_t)>& placeOf) {
    std::vector<QRectF> areas;
    for (const MachineLabel& label : machineLabels(view, font, conditions, placeOf)) {
        areas.push_back(label.box);
    }
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        const MarkPlace place = conditions[i] == Condition::Normal ? MarkPlace{} : placeOf(i);
        if (place.size >= kLeastMachine && view.contains(place.centre)) {
            const double radius = radiusOn(1.4 * place.size);
            const QPointF at = place.centre + place.toMark;
            areas.emplace_back(at - QPointF(radius, radius), at + QPointF(radius, radius));
        }
    }
    return areas;
}

void paintMachineConditions(QPainter& painter, const QRectF& view,
                            std::span<const Condition> conditions,
                            const std::function<MarkPlace(std::size_t)>& placeOf,
                            const ThemeColours& colours) {
    const std::vector<MachineLabel> labels =
        machineLabels(view, painter.font(), conditions, placeOf);
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        if (conditions[i] == Condition::Normal) {
            continue;
        }
        const MarkPlace place = placeOf(i);
        if (place.size < kLeastMachine || !view.contains(place.centre)) {
            continue;
        }
        // A part with a joined label keeps its mark.
        const bool isNamed =
            std::any_of(labels.begin(), labels.end(), [&](const MachineLabel& label) {
                return label.count == 1 && label.condition == conditions[i] &&
                       label.box.center() == place.centre + place.toWords;
            });
        if (!isNamed) {
            paintConditionMark(painter, place.centre + place.toMark, radiusOn(1.4 * place.size),
                               conditions[i], colours);
        }
    }
    for (const MachineLabel& label : labels) {
        paintConditionLabel(painter, label.box.center(), label.condition, label.words(), colours);
    }
}

}  // namespace headroom::ui
