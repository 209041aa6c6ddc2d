// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/branch_dialog.h"

#include "engine/document/setting.h"
#include "engine/replay/player.h"
#include "engine/run/frame/story.h"
#include "engine/run/order_text.h"
#include "engine/watch/run_past.h"
#include "models/facility/drill.h"
#include "ui/events/event_look.h"
#include "ui/kit/file_dialog.h"
#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/subject_names.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <string_view>

namespace headroom::ui {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSpared = 300;
constexpr int kFieldEdgesPx = 18;

/// Told apart by lightness as well (Okabe and Ito, "Color universal design", 2008).
constexpr auto kColours = std::to_array<std::pair<const char*, const char*>>({
    {QT_TRANSLATE_NOOP("BranchDialog", "Vermilion"), "#d55e00"},
    {QT_TRANSLATE_NOOP("BranchDialog", "Blue"), "#0072b2"},
    {QT_TRANSLATE_NOOP("BranchDialog", "Green"), "#009e73"},
    {QT_TRANSLATE_NOOP("BranchDialog", "Orange"), "#e69f00"},
    {QT_TRANSLATE_NOOP("BranchDialog", "Sky blue"), "#56b4e9"},
    {QT_TRANSLATE_NOOP("BranchDialog", "Purple"), "#cc79a7"},
    {QT_TRANSLATE_NOOP("BranchDialog", "Yellow"), "#f0e442"},
});

/// An event that a branch may leave out: a failure or a trip of its own, or equipment that somebody or a drill switched.
/// Weather, load, controllers and indicators are not a choice of anybody.
bool startsAChain(const engine::Event& event) {
    const bool isSwitched =
        event.kind == engine::EventKind::Note &&
        (event.area == engine::EventArea::Power || event.area == engine::EventArea::Cooling ||
         event.area == engine::EventArea::Network || event.area == engine::EventArea::Storage ||
         event.area == engine::EventArea::Servers);
    return event.cause < 0 && (event.kind == engine::EventKind::Failure ||
                               event.kind == engine::EventKind::Trip || isSwitched);
}

fs::path freeName(const fs::path& recording) {
    std::error_code ignored;
    for (int n = 1;; ++n) {
        const fs::path file = recording.parent_path() / (recording.stem().string() + "-branch" +
                                                         (n > 1 ? std::to_string(n) : "") + ".db");
        if (!fs::exists(file, ignored)) {
            return file;
        }
    }
}

QString valueOf(const engine::Object& object, std::size_t i) {
    const models::Value& value = object.values[i];
    if (const auto* text = std::get_if<std::string>(&value)) {
        return QString::fromStdString(*text);
    }
    if (const auto* number = std::get_if<double>(&value)) {
        return numberText(*number, 6);
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return QString::number(*whole);
    }
    if (const auto* is = std::get_if<bool>(&value)) {
        return *is ? QStringLiteral("true") : QStringLiteral("false");
    }
    return {};
}

}  // namespace

BranchDialog::BranchDialog(Workspace* workspace, QWidget* parent)
    : QDialog(parent),
      workspace_(workspace),
      atS_(workspace->frame() ? workspace->frame()->timeS : 0.0),
      name_(new QLineEdit(this)),
      colour_(new QComboBox(this)),
      object_(new QComboBox(this)),
      attribute_(new QComboBox(this)),
      value_(new QLineEdit(this)),
      changes_(new QListWidget(this)),
      action_(new QComboBox(this)),
      target_(new QComboBox(this)),
      at_(new QLineEdit(this)),
      order_(new QLineEdit(this)),
      orders_(new QListWidget(this)),
      spared_(new QListWidget(this)),
      file_(new QLineEdit(this)),
      note_(new QLabel(this)) {
    setObjectName("branchDialog");
    setWindowTitle(tr("Branch from %1").arg(momentText(atS_)));
    name_->setObjectName("branchName");
    name_->setPlaceholderText(tr("from its changes"));
    colour_->setObjectName("branchColour");
    for (const auto& [name, colour] : kColours) {
        QPixmap picture(14, 14);
        picture.fill(QColor(colour));
        colour_->addItem(QIcon(picture), tr(name), QString(colour));
    }
    const engine::RunPast* past = workspace->runs().past();
    colour_->setCurrentIndex(
        past != nullptr ? static_cast<int>(past->branches().size() % kColours.size()) : 0);
    file_->setObjectName("branchFile");
    auto* files = new QWidget(this);
    auto* fileRow = new QHBoxLayout(files);
    fileRow->setContentsMargins(0, 0, 0, 0);
    auto* browse = new QToolButton(files);
    browse->setText(tr("…"));
    browse->setAccessibleName(tr("Choose a file"));
    connect(browse, &QToolButton::clicked, this, &BranchDialog::browse);
    fileRow->addWidget(file_);
    fileRow->addWidget(browse);
    if (workspace->runs().isRewound()) {
        files->setEnabled(false);
        file_->setPlaceholderText(tr("kept while the run is open"));
    } else if (past != nullptr) {
        file_->setText(QString::fromStdString(freeName(past->file()).string()));
    }
    auto* form = new QFormLayout;
    form->addRow(tr("&Name"), name_);
    form->addRow(tr("&Colour"), colour_);
    form->addRow(tr("Design &from then on"), makeChanges());
    form->addRow(tr("&Orders"), makeOrders());
    form->addRow(tr("Does &not happen"), makeSpared());
    form->addRow(tr("&Record into"), files);
    note_->setWordWrap(true);
    note_->setObjectName("branchNote");
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    ok_ = buttons->addButton(tr("&Branch"), QDialogButtonBox::AcceptRole);
    ok_->setObjectName("branchOk");
    ok_->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(note_);
    layout->addWidget(buttons);
    connect(file_, &QLineEdit::textChanged, this, &BranchDialog::check);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (!value_->text().isEmpty() && value_->isModified()) {
            addChange();  // written, and not added yet
        }
        if (order_->isModified() && !order_->text().trimmed().isEmpty()) {
            addOrder();
            if (!order_->text().isEmpty()) {
                return;  // it cannot be read: the note says why
            }
        }
        workspace_->runs().branch(wish(), file());
        accept();
    });
    resize(620, sizeHint().height());
    check();
}

QWidget* BranchDialog::makeChanges() {
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* row = new QHBoxLayout;
    object_->setObjectName("branchObject");
    attribute_->setObjectName("branchAttribute");
    value_->setObjectName("branchValue");
    value_->setMinimumWidth(110);
    object_->setEditable(true);
    object_->setInsertPolicy(QComboBox::NoInsert);
    object_->completer()->setFilterMode(Qt::MatchContains);
    object_->completer()->setCompletionMode(QCompleter::PopupCompletion);
    object_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    attribute_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    object_->setMinimumContentsLength(16);
    attribute_->setMinimumContentsLength(20);
    for (const engine::Object& object : workspace_->project().objects) {
        if (object.type != nullptr && !object.id.empty() && !object.type->attributes.empty()) {
            const QString id = QString::fromStdString(object.id);
            const QString name = workspace_->nameOfObject(object.id);
            object_->addItem(name == id ? id : QStringLiteral("%1 (%2)").arg(name, id), id);
        }
    }
    auto* add = new QPushButton(tr("&Add"), box);
    add->setObjectName("branchAdd");
    add->setAutoDefault(false);
    row->addWidget(object_, 3);
    row->addWidget(attribute_, 3);
    row->addWidget(value_, 1);
    row->addWidget(add);
    layout->addLayout(row);
    changes_->setObjectName("branchChanges");
    changes_->setAccessibleName(tr("Changes of the design"));
    changes_->setToolTip(tr("Delete takes one out"));
    changes_->setFixedHeight(3 * (fontMetrics().height() + 6));
    layout->addWidget(changes_);
    auto* remove = new QAction(changes_);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    changes_->addAction(remove);
    connect(remove, &QAction::triggered, this, [this] { delete changes_->currentItem(); });
    connect(object_, &QComboBox::currentIndexChanged, this, &BranchDialog::fillAttributes);
    connect(attribute_, &QComboBox::currentIndexChanged, this, &BranchDialog::showValue);
    connect(add, &QPushButton::clicked, this, &BranchDialog::addChange);
    fillAttributes();
    // A long name is read from its beginning.
    object_->lineEdit()->setCursorPosition(0);
    return box;
}

void BranchDialog::fillAttributes() {
    attribute_->clear();
    const engine::Object* object =
        workspace_->project().find(object_->currentData().toString().toStdString());
    for (std::size_t i = 0; object != nullptr && i < object->type->attributes.size(); ++i) {
        const models::Attribute& a = object->type->attributes[i];
        const bool isList = a.kind == models::ValueKind::NumberList ||
                            a.kind == models::ValueKind::ReferenceList ||
                            a.kind == models::ValueKind::Curve;
        if (isList || a.key == "id" || a.key == "name") {
            continue;
        }
        const QString unit = utf8Text(a.unit.symbol);
        attribute_->addItem(unit.isEmpty() ? utf8Text(a.label)
                                           : QStringLiteral("%1 [%2]").arg(utf8Text(a.label), unit),
                            static_cast<int>(i));
        attribute_->setItemData(attribute_->count() - 1, utf8Text(a.doc), Qt::ToolTipRole);
    }
    showValue();
}

void BranchDialog::showValue() {
    const engine::Object* object =
        workspace_->project().find(object_->currentData().toString().toStdString());
    const int at = attribute_->currentData().toInt();
    value_->clear();
    value_->setModified(false);
    value_->setPlaceholderText(object == nullptr || attribute_->count() == 0
                                   ? QString()
                                   : valueOf(*object, static_cast<std::size_t>(at)));
}

/// "warm.supply_setpoint_c=36"; errors are reported at once.
void BranchDialog::addChange() {
    const engine::Object* object =
        workspace_->project().find(object_->currentData().toString().toStdString());
    if (object == nullptr || attribute_->count() == 0 || value_->text().trimmed().isEmpty()) {
        return;
    }
    const auto& attribute =
        object->type->attributes[static_cast<std::size_t>(attribute_->currentData().toInt())];
    const std::string setting = object->id + "." + std::string(attribute.key) + "=" +
                                value_->text().trimmed().toStdString();
    if (const auto edit = engine::settingOf(workspace_->project(), setting); !edit) {
        note_->setText(shownText(edit.error().message + " " + edit.error().remedy));
        return;
    }
    changes_->addItem(QString::fromStdString(setting));
    value_->clear();
    value_->setModified(false);
    check();
}

/// Orders, to what, and when: the pickers write the words of `headroom-cli branch --order`, which can
/// be completed by hand (machine, part, count, share, for how long).
QWidget* BranchDialog::makeOrders() {
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* row = new QHBoxLayout;
    action_->setObjectName("branchAction");
    action_->setAccessibleName(tr("Orders"));
    const auto& actions = models::DrillSpec::type().find("action")->choices;
    for (std::size_t a = 0; a < actions.size(); ++a) {
        action_->addItem(utf8Text(actions[a]), false);
        QStringList takers;
        for (const engine::OrderTargetInfo& info : engine::orderTargets()) {
            if (engine::orderKind(static_cast<models::DrillAction>(a), info.target) != nullptr) {
                takers << utf8Text(info.plural);
            }
        }
        action_->setItemData(action_->count() - 1, takers.join("; "), Qt::ToolTipRole);
    }
    for (const engine::JobAction action : engine::kWordedJobActions) {
        action_->addItem(utf8Text(wordOf(action)) + QStringLiteral(" job"), true);
    }
    target_->setObjectName("branchTarget");
    target_->setAccessibleName(tr("To what"));
    target_->setEditable(true);
    target_->setInsertPolicy(QComboBox::NoInsert);
    target_->completer()->setFilterMode(Qt::MatchContains);
    target_->completer()->setCompletionMode(QCompleter::PopupCompletion);
    target_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    target_->setMinimumContentsLength(16);
    at_->setObjectName("branchOrderAt");
    at_->setAccessibleName(tr("When, since the start of the run"));
    at_->setPlaceholderText(tr("at once, or 3h10m"));
    at_->setToolTip(tr("Since the start of the run: 90s, 15min, 3h10m"));
    at_->setMinimumWidth(at_->fontMetrics().horizontalAdvance(at_->placeholderText()) +
                         kFieldEdgesPx);
    row->addWidget(action_, 2);
    row->addWidget(target_, 4);
    row->addWidget(at_, 1);
    layout->addLayout(row);
    auto* words = new QHBoxLayout;
    order_->setObjectName("branchOrder");
    order_->setAccessibleName(tr("The order in words"));
    order_->setPlaceholderText(tr("fail ups-a at 45min for 10min"));
    order_->setToolTip(tr("As headroom-cli branch --order takes it: %1").arg(engine::kOrderForm));
    auto* add = new QPushButton(tr("A&dd"), box);
    add->setObjectName("branchOrderAdd");
    add->setAutoDefault(false);
    words->addWidget(order_, 1);
    words->addWidget(add);
    layout->addLayout(words);
    orders_->setObjectName("branchOrders");
    orders_->setAccessibleName(tr("Orders that are given in the branch"));
    orders_->setToolTip(tr("Delete takes one out"));
    orders_->setFixedHeight(3 * (fontMetrics().height() + 6));
    layout->addWidget(orders_);
    auto* remove = new QAction(orders_);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    orders_->addAction(remove);
    connect(remove, &QAction::triggered, this, [this] { delete orders_->currentItem(); });
    connect(action_, &QComboBox::activated, this, [this] {
        fillTargets();
        composeOrder();
    });
    connect(target_, &QComboBox::activated, this, &BranchDialog::composeOrder);
    connect(at_, &QLineEdit::textEdited, this, &BranchDialog::composeOrder);
    connect(add, &QPushButton::clicked, this, &BranchDialog::addOrder);
    fillTargets();
    return box;
}

/// Jobs for orders to jobs, else the objects that take the action.
void BranchDialog::fillTargets() {
    target_->clear();
    if (action_->currentData().toBool()) {
        if (const auto frame = workspace_->frame()) {
            for (const engine::JobRow& job : frame->jobs) {
                target_->addItem(
                    QStringLiteral("%1 (%2)").arg(QString::fromStdString(job.name)).arg(job.id),
                    QString::number(job.id));
            }
        }
        return;
    }
    // The actions come first, in the order of their enumerators.
    const auto action = static_cast<models::DrillAction>(action_->currentIndex());
    for (const engine::Object& object : workspace_->project().objects) {
        if (object.type != nullptr && engine::takesOrder(object.type->id, action)) {
            const QString id = QString::fromStdString(object.id);
            const QString name = workspace_->nameOfObject(object.id);
            target_->addItem(name == id ? id : QStringLiteral("%1 (%2)").arg(name, id), id);
        }
    }
}

void BranchDialog::composeOrder() {
    const QString target = target_->currentData().toString();
    if (target.isEmpty()) {
        return;
    }
    QString words = action_->currentText() + ' ' + target;
    if (action_->currentText().startsWith(utf8Text(wordOf(engine::JobAction::Send)) + ' ')) {
        const auto sites = workspace_->project().objectsOf("remote_site");
        words +=
            QStringLiteral(" to ") +
            (sites.empty() ? QStringLiteral("SITE") : QString::fromStdString(sites.front()->id));
    }
    const QString at = at_->text().trimmed();
    order_->setText(words + (at.isEmpty() ? QString() : " at " + at));
    order_->setModified(true);
}

/// A fault of the words is reported at once; acceptance of the order, when the branch is made.
void BranchDialog::addOrder() {
    const std::string words = order_->text().trimmed().toStdString();
    if (words.empty()) {
        return;
    }
    const auto order = engine::orderFromText(words, atS_);
    if (!order) {
        note_->setText(QString::fromStdString(order.error()));
        return;
    }
    if (order->timeS < atS_) {
        note_->setText(tr("The order is at %1, before the branch.").arg(momentText(order->timeS)));
        return;
    }
    orders_->addItem(QString::fromStdString(words));
    order_->clear();
    order_->setModified(false);
    check();
}

/// Later events by themselves or by somebody's hand, which can be left out: the first of a chain.
QWidget* BranchDialog::makeSpared() {
    spared_->setObjectName("branchSpared");
    spared_->setAccessibleName(tr("Events left out of the branch"));
    spared_->setFixedHeight(6 * (fontMetrics().height() + 6));
    spared_->setUniformItemSizes(true);
    std::size_t count = 0;
    const SubjectNames names(workspace_);
    if (const auto frame = workspace_->frame(); frame && frame->story) {
        frame->story->forEach([&](const engine::Event& event) {
            if (!startsAChain(event) || event.timeS < atS_ || ++count > kMostSpared) {
                return;
            }
            auto* item =
                new QListWidgetItem(Theme::icon(lookOf(event.kind).icon),
                                    QStringLiteral("%1   %2: %3")
                                        .arg(momentText(event.timeS), names.nameOf(event.subject),
                                             shownText(event.text)),
                                    spared_);
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsSelectable);
            item->setCheckState(Qt::Unchecked);
            item->setData(Qt::UserRole, static_cast<qlonglong>(event.id));
        });
    }
    if (count == 0) {
        auto* none =
            new QListWidgetItem(tr("Nothing fails or is switched later in the run"), spared_);
        none->setFlags(Qt::NoItemFlags);
    }
    return spared_;
}

void BranchDialog::browse() {
    const QString path =
        askSaveFile(this, tr("Record Branch Into"), file_->text(), tr("Recordings (*.db)"));
    if (!path.isEmpty()) {
        file_->setText(path);
    }
}

void BranchDialog::check() {
    std::error_code ignored;
    const fs::path path = file();
    const engine::RunPast* past = workspace_->runs().past();
    QString wrong;
    if (!workspace_->runs().isRewound() && path.empty()) {
        wrong = tr("Name a file for the branch.");
    } else if (past != nullptr && !path.empty() && fs::equivalent(path, past->file(), ignored)) {
        wrong = tr("This is the recording itself: name another file.");
    } else if (!path.empty() && !path.parent_path().empty() &&
               !fs::is_directory(path.parent_path(), ignored)) {
        wrong = tr("There is no such folder.");
    }
    QString note = wrong.isEmpty()
                       ? tr("The branch waits paused at that instant: orders and edits are given "
                            "there too, as to any run. Everything else stays unchanged.")
                       : wrong;
    if (wrong.isEmpty() && workspace_->runs().isRewound()) {
        note += ' ' + tr("The run that it leaves waits: “Runs” above the views goes back to it.");
    }
    if (wrong.isEmpty() && fs::exists(path, ignored)) {
        note += ' ' + tr("The file is there and will be replaced.");
    }
    note_->setText(note);
    ok_->setEnabled(wrong.isEmpty());
}

engine::BranchWish BranchDialog::wish() const {
    engine::BranchWish wish;
    wish.atS = atS_;
    wish.name = name_->text().trimmed().toStdString();
    wish.colour = colour_->currentData().toString().toStdString();
    for (int i = 0; i < changes_->count(); ++i) {
        wish.settings.push_back(changes_->item(i)->text().toStdString());
    }
    for (int i = 0; i < orders_->count(); ++i) {
        const std::string words = orders_->item(i)->text().toStdString();
        if (const auto order = engine::orderFromText(words, atS_)) {
            wish.orders.push_back({*order, words});
        }
    }
    for (int i = 0; i < spared_->count(); ++i) {
        if (spared_->item(i)->checkState() == Qt::Checked) {
            wish.without.push_back(spared_->item(i)->data(Qt::UserRole).toLongLong());
        }
    }
    return wish;
}

fs::path BranchDialog::file() const {
    return workspace_->runs().isRewound() ? fs::path{}
                                          : fs::path(file_->text().trimmed().toStdString());
}

}  // namespace headroom::ui
