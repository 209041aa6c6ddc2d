// SPDX-License-Identifier: Apache-2.0
#include "ui/events/event_table.h"

#include "ui/events/event_look.h"
#include "ui/events/event_model.h"
#include "ui/kit/theme.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/subject_names.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QMenu>

#include <algorithm>
#include <array>
#include <vector>

namespace headroom::ui {

namespace {

// Data of the choice: a gravity below, or kKinds and a kind.
constexpr int kKinds = 100;
constexpr std::size_t kKindCount = static_cast<std::size_t>(engine::EventKind::JobPreempted) + 1;

}  // namespace

EventTable::EventTable(Workspace* workspace, CommandSet* commands, QWidget* parent)
    : EventTable(workspace, commands, new SubjectNames(workspace), parent) {}

EventTable::EventTable(Workspace* workspace, CommandSet* commands, SubjectNames* names,
                       QWidget* parent)
    : EventTable(workspace, commands, names, new EventModel(names), parent) {}

EventTable::EventTable(Workspace* workspace, CommandSet* commands, SubjectNames* names,
                       EventModel* model, QWidget* parent)
    : FilteredTable(model, tr("Events"),
                    tr("Nothing has happened yet. Job starts, failures, repairs and limits are "
                       "listed here."),
                    parent),
      workspace_(workspace),
      model_(model),
      names_(names),
      choice_(new QComboBox(this)) {
    setObjectName("eventTable");
    model->setParent(this);
    names->setParent(this);
    setWidths({124, 140, 190});
    sortBy(EventModel::Time, Qt::DescendingOrder);
    choice_->setObjectName("eventChoice");
    choice_->setAccessibleName(tr("Which events"));
    choice_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    addToHead(choice_);
    countKinds();
    setRowFilter([this](int row) { return shows(row); });
    connect(choice_, &QComboBox::currentIndexChanged, this, [this] { refilter(); });
    const auto begin = [this] {
        model_->clear();
        at_ = -1;
        countKinds();
    };
    connect(workspace, &Workspace::opened, this, begin);
    connect(workspace, &Workspace::closed, this, begin);
    connect(workspace, &Workspace::slowTick, this, [this] {
        if (const auto frame = workspace_->frame()) {
            const std::size_t before = model_->rows().size();
            model_->addEvents(*frame);
            if (model_->rows().size() != before) {
                countKinds();
            }
            setRemark(model_->left() > 0
                          ? tr("%1 older ones are only in a recording").arg(model_->left())
                          : QString());
        }
    });
    connect(this, &FilteredTable::rowChosen, this, &EventTable::select);
    connect(this, &FilteredTable::rowActivated, this, [this](int row) {
        select(row);
        emit placeRequested();
    });
    setMenu([this](QMenu& menu, int row) { fillMenu(menu, row); });
    if (commands != nullptr) {
        commands->on("event.next", this, [this] { go(+1); });
        commands->on("event.previous", this, [this] { go(-1); });
    }
}

bool EventTable::shows(int row) const {
    const int wanted = choice_->currentData().toInt();
    const engine::EventKind kind = model_->eventAt(row).kind;
    return wanted >= kKinds ? static_cast<int>(kind) == wanted - kKinds
                            : static_cast<int>(gravityOf(kind)) >= wanted;
}

/// The entries of the choice, each with how many there are.
void EventTable::countKinds() {
    std::array<int, kKindCount> counts{};
    std::array<int, 3> graver{};
    for (const engine::Event& event : model_->rows()) {
        ++counts[static_cast<std::size_t>(event.kind)];
        for (int g = 0; g <= static_cast<int>(gravityOf(event.kind)); ++g) {
            ++graver[static_cast<std::size_t>(g)];
        }
    }

    struct Entry {
        QString text;
        int code;
    };

    const auto entry = [](const QString& word, int count, int code) {
        return Entry{QStringLiteral("%1 (%2)").arg(word).arg(count), code};
    };
    std::vector<Entry> entries{entry(tr("All events"), graver[0], 0),
                               entry(tr("Limits and worse"), graver[1], 1),
                               entry(tr("Failures, trips, lost jobs"), graver[2], 2)};
    const int wanted = choice_->currentData().toInt();
    for (std::size_t kind = 0; kind < kKindCount; ++kind) {
        const int code = kKinds + static_cast<int>(kind);
        if (counts[kind] > 0 || code == wanted) {
            entries.push_back(
                entry(eventKindText(static_cast<engine::EventKind>(kind)), counts[kind], code));
        }
    }
    const QSignalBlocker quiet(choice_);
    while (choice_->count() > static_cast<int>(entries.size())) {
        choice_->removeItem(choice_->count() - 1);
    }
    for (int i = 0; i < static_cast<int>(entries.size()); ++i) {
        const Entry& e = entries[static_cast<std::size_t>(i)];
        if (i >= choice_->count()) {
            choice_->addItem(e.text, e.code);
        } else if (choice_->itemText(i) != e.text || choice_->itemData(i).toInt() != e.code) {
            choice_->setItemText(i, e.text);
            choice_->setItemData(i, e.code);
        }
    }
    choice_->setCurrentIndex(std::max(0, choice_->findData(wanted)));
}

void EventTable::go(int steps) {
    const auto& rows = model_->rows();
    const auto count = static_cast<int>(rows.size());
    int row = steps > 0 ? -1 : count;  // from none: before the oldest, or behind the newest
    if (at_ >= 0) {
        row = static_cast<int>(
            std::partition_point(rows.begin(), rows.end(),
                                 [this](const engine::Event& e) { return e.id < at_; }) -
            rows.begin());
    }
    do {
        row += steps > 0 ? 1 : -1;
    } while (row >= 0 && row < count && !shows(row));
    if (row < 0 || row >= count) {
        return;
    }
    const engine::Event event = rows[static_cast<std::size_t>(row)];
    at_ = event.id;
    showRow(row);
    select(row);
    workspace_->causes().show(event.id);
}

void EventTable::select(int row) {
    const engine::Event& event = model_->eventAt(row);
    at_ = event.id;
    const engine::Layout& layout = workspace_->layout();
    Selection& selection = workspace_->selection();
    if (event.rack >= 0 && event.rack < static_cast<int>(layout.racks.size())) {
        const auto block =
            static_cast<std::size_t>(layout.racks[static_cast<std::size_t>(event.rack)].block);
        selection.select({Selected::Kind::Rack, event.rack, layout.blocks[block], -1});
    } else if (event.job >= 0) {
        selection.select({Selected::Kind::Job, -1, {}, event.job});
    } else if (const std::string object = names_->objectOf(event.subject); !object.empty()) {
        selection.select({Selected::Kind::Object, -1, object, -1});
    }
}

void EventTable::fillMenu(QMenu& menu, int row) {
    const engine::Event& event = model_->eventAt(row);
    menu.addSection(names_->nameOf(event.subject));
    CauseFocus& causes = workspace_->causes();
    causes.addTo(menu, event.id);
    const std::size_t effects = causes.graph().consequences(event.id);
    QAction* followed =
        menu.addAction(effects == 0   ? tr("Nothing Followed")
                       : effects == 1 ? tr("What Followed? (1 Event)")
                                      : tr("What Followed? (%1 Events)").arg(effects),
                       this, [this, id = event.id] { workspace_->causes().explain(id); });
    followed->setEnabled(effects > 0);
    QAction* place = menu.addAction(Theme::icon("fit-selection"), tr("Go To"), this, [this, row] {
        select(row);
        emit placeRequested();
    });
    place->setEnabled(event.rack >= 0 || !names_->objectOf(event.subject).empty());
}

}  // namespace headroom::ui
