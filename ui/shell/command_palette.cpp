// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/command_palette.h"

#include "ui/help/help_book.h"
#include "ui/kit/theme.h"
#include "ui/shell/fuzzy_match.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSet>
#include <QSettings>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr int kMostShown = 60;
constexpr int kMostScore = 1'000'000;  // above every score of letters
constexpr int kMostRecent = 12;
constexpr int kPaletteWidth = 620, kPaletteHeight = 420;
const QString kRecentKey = QStringLiteral("palette/recent");

constexpr int kMostBeside = 8;  // objects, and pages, below the commands
constexpr qsizetype kLeastLetters = 3;

/// Weights of phrases for a command: its name, the glossary's for the first of a row and each later one less, its menu, its tip.
constexpr double kOfName = 1.0, kOfTerm = 0.98, kOfLaterTerm = 0.04, kOfMenu = 0.7, kOfTip = 0.5;

/// Letters of an object's name count that many times those of its type.
constexpr int kOfType = 4;

/// Points of a letter below which fuzzy letters are scattered over the name and mean nothing.
constexpr int kLeastFuzzy = 650;

/// "Serve" of "Serve…".
QString plainName(const QAction* action) {
    return action->text().remove('&').remove(QChar(0x2026)).trimmed();
}

/// Whether the glossary's name means the entry: "Save Run", or with the last part of its menu: "Panes > Power".
bool isNamed(const CommandSet::Entry& entry, const QString& name) {
    const QString plain = plainName(entry.action);
    return plain == name ||
           entry.path.section(QStringLiteral(" › "), -1) + QStringLiteral(" > ") + plain == name;
}

struct Ranked {
    int score;
    int order;
    CommandPalette::Found found;
};

QList<CommandPalette::Found> bestOf(std::vector<Ranked> all) {
    std::stable_sort(all.begin(), all.end(), [](const Ranked& a, const Ranked& b) {
        return std::pair(-a.score, a.order) < std::pair(-b.score, b.order);
    });
    QList<CommandPalette::Found> best;
    for (std::size_t i = 0; i < all.size() && i < kMostShown; ++i) {
        best << std::move(all[i].found);
    }
    return best;
}

CommandPalette::Found foundOf(const CommandSet::Entry& entry) {
    CommandPalette::Found found;
    found.text = entry.action->text().remove('&');
    found.place = entry.path;
    found.keys = entry.action->shortcut().toString(QKeySequence::NativeText);
    found.enabled = entry.action->isEnabled();
    found.run = [id = entry.id, action = entry.action] {
        QStringList used = QSettings().value(kRecentKey).toStringList();
        used.removeAll(id);
        used.prepend(id);
        QSettings().setValue(kRecentKey, QStringList(used.mid(0, kMostRecent)));
        action->trigger();
    };
    return found;
}

}  // namespace

CommandPalette::CommandPalette(CommandSet* commands, Workspace* workspace, const HelpBook* manual,
                               QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint),
      commands_(commands),
      workspace_(workspace),
      manual_(manual),
      typed_(new QLineEdit(this)),
      list_(new QTreeWidget(this)) {
    setObjectName("commandPalette");
    setWindowTitle(tr("Find Command"));
    setAttribute(Qt::WA_DeleteOnClose);
    typed_->setObjectName("paletteText");
    typed_->setAccessibleName(tr("Text to find"));
    typed_->setPlaceholderText(
        tr("Words for a command, an object (@) or a page of the manual (?)"));
    typed_->addAction(Theme::icon("search"), QLineEdit::LeadingPosition);
    typed_->installEventFilter(this);
    list_->setObjectName("paletteList");
    list_->setAccessibleName(tr("Search results"));
    list_->setColumnCount(3);
    list_->setHeaderHidden(true);
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setFocusPolicy(Qt::NoFocus);
    Theme::instance().keepIconSize(list_, 18);
    list_->setAllColumnsShowFocus(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    layout->addWidget(typed_);
    layout->addWidget(list_, 1);
    indexCommands();
    resize(kPaletteWidth, kPaletteHeight);
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list_->header()->setSectionResizeMode(1, QHeaderView::Fixed);
    list_->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    connect(typed_, &QLineEdit::textChanged, this, &CommandPalette::refill);
    connect(list_, &QTreeWidget::itemClicked, this, &CommandPalette::runCurrent);
    refill();
    if (parent != nullptr) {
        const QWidget* window = parent->window();
        move(window->mapToGlobal(QPoint((window->width() - kPaletteWidth) / 2, 28)));
    }
    typed_->setFocus();
}

QStringList CommandPalette::texts() const {
    QStringList all;
    for (const Found& found : found_) {
        all << found.text;
    }
    return all;
}

void CommandPalette::indexCommands() {
    const QList<CommandSet::Entry>& entries = commands_->entries();
    const auto add = [&](qsizetype entry, const QString& phrase, double weight) {
        index_.add(static_cast<std::size_t>(entry), phrase.toStdString(), weight);
    };
    for (qsizetype i = 0; i < entries.size(); ++i) {
        if (entries[i].id == "help.palette") {
            continue;
        }
        const QString name = plainName(entries[i].action);
        add(i, name, kOfName);
        add(i, entries[i].path + ' ' + name, kOfMenu);
        add(i, entries[i].action->statusTip(), kOfTip);
        for (const GlossaryTerm& term : manual_->glossary()) {
            const auto named =
                std::find_if(term.commands.begin(), term.commands.end(),
                             [&](const QString& each) { return isNamed(entries[i], each); });
            for (const QString& phrase :
                 named == term.commands.end() ? QStringList() : term.words) {
                add(i, phrase,
                    kOfTerm - kOfLaterTerm * static_cast<double>(named - term.commands.begin()));
            }
        }
    }
}

/// By whole words and their beginnings.
QList<CommandPalette::Found> CommandPalette::commandsOf(const QString& typed) const {
    QList<Found> all;
    for (const auto& found : index_.find(typed.toStdString())) {
        if (all.size() < kMostShown) {
            all << foundOf(commands_->entries()[static_cast<qsizetype>(found.item)]);
        }
    }
    return all;
}

/// By letters in their order.
QList<CommandPalette::Found> CommandPalette::commandsLike(const QString& typed) const {
    const QStringList recent = QSettings().value(kRecentKey).toStringList();
    std::vector<Ranked> all;
    int order = 0;
    for (const CommandSet::Entry& entry : commands_->entries()) {
        int score = fuzzyScore(typed, plainName(entry.action));
        if (score < kLeastFuzzy * typed.size() || entry.id == "help.palette") {
            continue;
        }
        const qsizetype use = recent.indexOf(entry.id);
        if (typed.isEmpty()) {
            score = use >= 0 ? kMostRecent - static_cast<int>(use) : 0;
        } else if (use >= 0) {
            score += score / 10;
        }
        all.push_back({score, order++, foundOf(entry)});
    }
    return bestOf(std::move(all));
}

QList<CommandPalette::Found> CommandPalette::objectsLike(const QString& typed) {
    std::vector<Ranked> all;
    int order = 0;
    const auto add = [&](int score, const QString& text, const QString& place, Selected what) {
        Found found;
        found.icon = what.kind == Selected::Kind::Rack ? "rack" : "hall";
        found.text = text;
        found.place = place;
        found.run = [this, what] {
            workspace_->selection().select(what);
            emit objectChosen();
        };
        all.push_back({score, order++, std::move(found)});
    };
    for (const engine::Object& object : workspace_->project().objects) {
        if (object.type->single) {
            continue;
        }
        const QString id = QString::fromStdString(object.id);
        const QString name = workspace_->nameOfObject(object.id);
        const QString type = QString::fromUtf8(object.type->id.data(),
                                               static_cast<qsizetype>(object.type->id.size()));
        // -1 if the letters do not occur; a division would make it 0, which is a match.
        const int byType = fuzzyScore(typed, type);
        const int score = std::max({fuzzyScore(typed, name), fuzzyScore(typed, id),
                                    byType < 0 ? byType : byType / kOfType});
        if (score >= 0) {
            add(score, name, name == id ? type : QStringLiteral("%1 · %2").arg(type, id),
                {Selected::Kind::Object, -1, object.id, -1});
        }
    }
    // Machines of plants, each name once: "Chilled water · Pump".
    const engine::Layout& layout = workspace_->layout();
    QSet<QString> machines;
    for (std::size_t i = 0; i < layout.equipment.size(); ++i) {
        const Selected what{Selected::Kind::Equipment, static_cast<int>(i), layout.equipment[i].id,
                            -1};
        const QString name = workspace_->nameOf(what);
        const int score = fuzzyScore(typed, name);
        const bool isListed =
            fuzzyScore(typed, workspace_->nameOfObject(layout.equipment[i].id)) >= 0;
        if (score >= 0 && !isListed && !machines.contains(name)) {
            machines << name;
            add(score, name, QString::fromStdString(layout.equipment[i].id), what);
        }
    }
    // Racks may be a hundred thousand: only by the beginning of their name.
    for (std::size_t i = 0; i < layout.racks.size() && !typed.isEmpty() && order < kMostShown;
         ++i) {
        const QString name = QString::fromStdString(layout.racks[i].name());
        if (name.startsWith(typed, Qt::CaseInsensitive)) {
            const std::string& block =
                layout.blocks[static_cast<std::size_t>(layout.racks[i].block)];
            add(1, name, workspace_->nameOfObject(block),
                {Selected::Kind::Rack, static_cast<int>(i), block, -1});
        }
    }
    return bestOf(std::move(all));
}

/// Places that the search of the manual finds, then pages with these letters in their title.
QList<CommandPalette::Found> CommandPalette::pagesLike(const QString& typed) {
    std::vector<Ranked> all;
    int order = 0;
    const auto add = [&](int score, const QString& text, const QString& place,
                         const QString& topic) {
        Found found;
        found.icon = "help";
        found.text = text;
        found.place = place;
        found.run = [this, topic] { emit pageChosen(topic); };
        all.push_back({score, order++, std::move(found)});
    };
    QSet<QString> topics;
    for (const HelpHit& hit : manual_->search(typed)) {
        const bool isTop = hit.section->anchor.isEmpty();
        const QString topic = isTop ? hit.page->name : hit.page->name + '#' + hit.section->anchor;
        topics << topic;
        add(0, isTop ? hit.page->title : hit.section->heading,
            isTop ? hit.page->name : hit.page->title, topic);
    }
    for (const HelpPage& page : manual_->pages()) {
        const int score = std::max(fuzzyScore(typed, page.title), fuzzyScore(typed, page.name));
        if (score >= 0 && !topics.contains(page.name)) {
            add(score - kMostScore, page.title, page.name, page.name);
        }
    }
    return bestOf(std::move(all));
}

/// The object of that name, commands by words, commands by letters, objects and pages that have the words.
QList<CommandPalette::Found> CommandPalette::allLike(const QString& typed) {
    QList<Found> all, objects, pages;
    if (typed.size() >= kLeastLetters) {
        objects = objectsLike(typed);
        pages = pagesLike(typed);
    }
    const auto isSame = [](const Found& a, const Found& b) {
        return a.text == b.text && a.place == b.place;
    };
    const auto add = [&](const Found& found) {
        if (std::none_of(all.begin(), all.end(),
                         [&](const Found& f) { return isSame(f, found); })) {
            all << found;
        }
    };
    for (const Found& found : objects) {
        if (found.text.compare(typed, Qt::CaseInsensitive) == 0) {
            add(found);
        }
    }
    for (const Found& found : commandsOf(typed) + commandsLike(typed)) {
        add(found);
    }
    objects.removeIf(
        [words = engine::manual::significantWords(typed.toStdString())](const Found& f) {
            const QString text = f.text + ' ' + f.place;
            return !std::all_of(words.begin(), words.end(), [&](const std::string& word) {
                return text.contains(QString::fromStdString(word), Qt::CaseInsensitive);
            });
        });
    for (const Found& found : objects.mid(0, kMostBeside) + pages.mid(0, kMostBeside)) {
        add(found);
    }
    return all;
}

void CommandPalette::refill() {
    const QString typed = typed_->text();
    found_ = typed.startsWith('@')       ? objectsLike(typed.mid(1).trimmed())
             : typed.startsWith('?')     ? pagesLike(typed.mid(1).trimmed())
             : typed.trimmed().isEmpty() ? commandsLike({})
                                         : allLike(typed.trimmed());
    list_->clear();
    for (const Found& found : found_) {
        auto* item = new QTreeWidgetItem(list_, {found.text, found.place, found.keys});
        item->setForeground(1, palette().placeholderText());
        item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
        item->setDisabled(!found.enabled);
        if (!found.icon.isEmpty()) {
            item->setIcon(0, Theme::icon(found.icon));
        }
    }
    if (found_.isEmpty()) {
        auto* none =
            new QTreeWidgetItem(list_, {typed.startsWith('@') && !workspace_->isOpen()
                                            ? tr("No project is open")
                                            : tr("No command, object or page has this name")});
        none->setFlags(Qt::NoItemFlags);
        none->setFirstColumnSpanned(true);
        return;
    }
    // A page with a long title may not take the room of the names.
    list_->resizeColumnToContents(1);
    list_->setColumnWidth(1, std::min(list_->columnWidth(1), kPaletteWidth / 3));
    list_->setCurrentItem(list_->topLevelItem(0));
}

void CommandPalette::runCurrent() {
    const int row = list_->indexOfTopLevelItem(list_->currentItem());
    if (row < 0 || row >= found_.size() || !found_[row].enabled) {
        return;
    }
    const auto run = found_[row].run;
    hide();
    // Once the popup is gone: what it starts may open a window of its own.
    QTimer::singleShot(0, this, [this, run] {
        run();
        close();
    });
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == typed_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        switch (key->key()) {
            case Qt::Key_Up:
            case Qt::Key_Down:
            case Qt::Key_PageUp:
            case Qt::Key_PageDown:
                QApplication::sendEvent(list_, event);
                return true;
            case Qt::Key_Return:
            case Qt::Key_Enter:
                runCurrent();
                return true;
            default:
                break;
        }
    }
    return QDialog::eventFilter(watched, event);
}

}  // namespace headroom::ui
