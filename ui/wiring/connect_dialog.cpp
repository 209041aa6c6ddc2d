// SPDX-License-Identifier: Apache-2.0
#include "ui/wiring/connect_dialog.h"

#include "engine/resolve/design.h"
#include "engine/sizing/propose_fabric.h"
#include "models/facility/fabric.h"
#include "ui/floor/fabric_placing.h"
#include "ui/inspector/attribute_text.h"
#include "ui/kit/number_box.h"
#include "ui/kit/task.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace headroom::ui {

namespace {

constexpr int kIdRole = Qt::UserRole;
constexpr int kSoonMs = 80;  // several changes are looked at together
constexpr int kWidth = 640, kHeight = 460;
constexpr double kFull = 1.0, kNearlyFull = 0.9;  // of the rating

/// Marks the choice of a fabric that does not exist yet. Ids contain no blank.
constexpr const char* kNewFabric = "new fabric";

enum FeedColumn { Feed, Kind, Rating, Now, After };

/// "1 object would change.", and of a new fabric its parts.
QString changeWords(const std::vector<engine::Edit>& edits, const Workspace& workspace) {
    QStringList parts;
    int changed = 0;
    for (const engine::Edit& edit : edits) {
        const auto* add = std::get_if<engine::AddObject>(&edit);
        changed += add == nullptr ? 1 : 0;
        if (add == nullptr || add->object.type->id != "fabric") {
            continue;
        }
        for (const char* key : {"switch", "host_link", "switch_link"}) {
            const models::Attribute* attribute = add->object.type->find(key);
            parts << QStringLiteral("%1: %2").arg(
                tableText(attribute->label),
                valueShown(*attribute, add->object.value(key), workspace.project(),
                           workspace.catalogue()));
        }
    }
    const QString count = changed == 1 ? ConnectDialog::tr("1 object would change.")
                                       : ConnectDialog::tr("%1 objects would change.").arg(changed);
    return parts.isEmpty() ? count : parts.join('\n') + '\n' + count;
}

QString percent(double share) {
    return std::isfinite(share) ? quantityText(share, models::unit::percent, 3)
                                : QStringLiteral("–");
}

QString power(double va) {
    return std::isfinite(va) ? quantityText(va, models::unit::kilovoltampere, 4)
                             : QStringLiteral("–");
}

QString titleOf(ConnectDialog::What what) {
    switch (what) {
        case ConnectDialog::What::Power:
            return ConnectDialog::tr("Connect Power");
        case ConnectDialog::What::Coolant:
            return ConnectDialog::tr("Connect Coolant");
        case ConnectDialog::What::Network:
            break;
    }
    return ConnectDialog::tr("Connect Network");
}

}  // namespace

ConnectDialog::ConnectDialog(What what, Workspace* workspace, std::vector<std::string> ids,
                             QWidget* parent)
    : QDialog(parent),
      what_(what),
      workspace_(workspace),
      ids_(std::move(ids)),
      says_(new QLabel(this)),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this)),
      task_(new Task(this)) {
    setObjectName("connectDialog");
    setWindowTitle(titleOf(what));
    // A title bar has its buttons next to the title.
    setMinimumWidth(2 * fontMetrics().horizontalAdvance(windowTitle()) + 160);
    setAttribute(Qt::WA_DeleteOnClose);
    QStringList names;
    for (const std::string& id : ids_) {
        names << workspace_->nameOfObject(id);
    }
    constexpr qsizetype kNamed = 4;
    auto* about =
        new QLabel(names.size() <= kNamed
                       ? names.join(QStringLiteral(", "))
                       : tr("%1 and %n more", nullptr, static_cast<int>(names.size() - kNamed))
                             .arg(QStringList(names.mid(0, kNamed)).join(QStringLiteral(", "))),
                   this);
    about->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(about);
    if (what_ == What::Power) {
        makePower(layout);
    } else {
        auto* form = new QFormLayout;
        layout->addLayout(form);
        if (what_ == What::Network) {
            makeFabric(form);
        } else {
            cduGroup_ = makeChoice("connectCduGroup", tr("Racks get their coolant &from"),
                                   "cdu_group", {"cdu_group"}, form);
            loop_ =
                makeChoice("connectLoop", tr("CDUs and halls give their heat &to"), "cooling_loop",
                           {std::begin(engine::kLoopKeys), std::end(engine::kLoopKeys)}, form);
        }
        layout->addStretch(1);
    }
    says_->setObjectName("connectSays");
    says_->setWordWrap(true);
    says_->setTextFormat(Qt::PlainText);
    layout->addWidget(says_);
    layout->addWidget(buttons_);
    connect(buttons_, &QDialogButtonBox::accepted, this, &ConnectDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    soon_.setSingleShot(true);
    soon_.setInterval(kSoonMs);
    connect(&soon_, &QTimer::timeout, this, &ConnectDialog::preview);
    preview();
}

void ConnectDialog::makePower(QVBoxLayout* layout) {
    resize(kWidth, kHeight);
    part_ = new QComboBox(this);
    part_->setObjectName("connectPart");
    for (const models::Attribute* part : engine::fedParts(workspace_->project(), ids_)) {
        const auto words = [](std::string_view text) {
            return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
        };
        part_->addItem(words(part->label), words(part->key));
        part_->setItemData(part_->count() - 1, words(part->doc), Qt::ToolTipRole);
    }
    auto* what = new QFormLayout;
    what->addRow(tr("Co&nnection"), part_);
    layout->addLayout(what);
    what->setRowVisible(part_, part_->count() > 1);
    connect(part_, &QComboBox::currentIndexChanged, this, [this] {
        takePresent();
        soon_.start();
    });
    feeds_ = new QTreeWidget(this);
    feeds_->setObjectName("connectFeeds");
    feeds_->setAccessibleName(tr("Possible supplies"));
    feeds_->setHeaderLabels({tr("Feed"), tr("Kind"), tr("Rating"), tr("Design load"), tr("Then")});
    feeds_->setRootIsDecorated(false);
    const engine::Project& project = workspace_->project();
    connect(feeds_, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem*, int column) {
        if (column == Feed) {
            soon_.start();
        }
    });
    layout->addWidget(feeds_, 1);
    cords_ = new NumberBox(models::unit::none, 0, 8, this);
    cords_->setObjectName("connectCords");
    cords_->setWhole(true);
    cords_->setWordForLowest(tr("all that are ticked"));
    if (const auto* object = project.find(ids_.front());
        object != nullptr && object->type->find("cords") != nullptr) {
        if (const auto* cords = std::get_if<std::int64_t>(&object->value("cords"))) {
            cords_->showValue(static_cast<double>(*cords));
        }
    }
    cords_->setToolTip(
        tr("Where a rack has fewer cords than feeds are ticked, rows take the "
           "combinations in turn: the load alternates by rows"));
    connect(cords_, &NumberBox::valueChanged, this, [this] { soon_.start(); });
    auto* form = new QFormLayout;
    form->addRow(tr("&Cords of one rack"), cords_);
    layout->addLayout(form);
    takePresent();
}

std::string ConnectDialog::part() const {
    return part_->currentData().toString().toStdString();
}

/// Ticks what the first object has; what others have is seen when it is changed.
void ConnectDialog::takePresent() {
    const engine::Project& project = workspace_->project();
    const std::vector<std::string> having = engine::thatHave(project, ids_, part());
    present_.clear();
    if (!having.empty()) {
        const auto* names =
            std::get_if<std::vector<std::string>>(&project.find(having.front())->value(part()));
        present_ = names != nullptr ? *names : present_;
    }
    const QSignalBlocker quiet(feeds_);
    for (int i = 0; i < feeds_->topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = feeds_->topLevelItem(i);
        const std::string id = item->data(Feed, kIdRole).toString().toStdString();
        const bool isOn = std::find(present_.begin(), present_.end(), id) != present_.end();
        item->setCheckState(Feed, isOn ? Qt::Checked : Qt::Unchecked);
    }
    if (cords_ != nullptr) {
        cords_->setEnabled(part() == "feeds" && !engine::thatHave(project, ids_, "cords").empty());
    }
}

/// Once, when the first look at the design is there.
void ConnectDialog::listFeeds(const std::vector<engine::FeedChoice>& choices) {
    const QSignalBlocker quiet(feeds_);
    for (const engine::FeedChoice& choice : choices) {
        auto* item = new QTreeWidgetItem(feeds_);
        item->setData(Feed, kIdRole, QString::fromStdString(choice.id));
        item->setText(Feed, choice.units == 1 ? QString::fromStdString(choice.name)
                                              : QStringLiteral("%1 × %2")
                                                    .arg(choice.units)
                                                    .arg(QString::fromStdString(choice.name)));
        item->setText(Kind, QString::fromStdString(choice.kind));
        item->setText(Rating, power(choice.ratedVa));
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        const bool isOn = std::find(present_.begin(), present_.end(), choice.id) != present_.end();
        item->setCheckState(Feed, isOn ? Qt::Checked : Qt::Unchecked);
        for (const int column : {Rating, Now, After}) {
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        }
    }
    isListed_ = true;
}

std::vector<std::string_view> ConnectDialog::keysOf(What what) {
    switch (what) {
        case What::Power:
            return {"feeds"};
        case What::Coolant:
            return {"cdu_group", engine::kLoopKeys[0], engine::kLoopKeys[1]};
        case What::Network:
            break;
    }
    return {"fabric"};
}

/// Where there is one thing to choose and nothing was, it is chosen already.
QComboBox* ConnectDialog::makeChoice(const char* name, const QString& label, const char* type,
                                     const std::vector<std::string_view>& keys, QFormLayout* form) {
    const engine::Project& project = workspace_->project();
    std::vector<std::string> having;
    std::string key;
    for (const std::string_view one : keys) {
        const auto some = engine::thatHave(project, ids_, one);
        key = having.empty() && !some.empty() ? std::string(one) : key;
        having.insert(having.end(), some.begin(), some.end());
    }
    auto* box = new QComboBox(this);
    box->setObjectName(name);
    box->addItem(tr("None"), QString());
    for (const engine::Object* object : project.objectsOf(type)) {
        box->addItem(workspace_->nameOfObject(object->id), QString::fromStdString(object->id));
    }
    box->setEnabled(!having.empty());
    if (!having.empty()) {
        const auto* present = std::get_if<std::string>(&project.find(having.front())->value(key));
        constexpr int kNone = 1;  // entries, where there is nothing to choose
        box->setCurrentIndex(present != nullptr
                                 ? std::max(0, box->findData(QString::fromStdString(*present)))
                             : box->count() == kNone + 1 ? kNone
                                                         : 0);
    }
    connect(box, &QComboBox::currentIndexChanged, this, [this] { soon_.start(); });
    form->addRow(label, box);
    return box;
}

std::vector<std::string> ConnectDialog::chosenFeeds() const {
    std::vector<std::string> chosen;
    for (int i = 0; i < feeds_->topLevelItemCount(); ++i) {
        const QTreeWidgetItem* item = feeds_->topLevelItem(i);
        if (item->checkState(Feed) == Qt::Checked) {
            chosen.push_back(item->data(Feed, kIdRole).toString().toStdString());
        }
    }
    return chosen;
}

std::vector<engine::Edit> ConnectDialog::edits() const {
    return wanted().value_or(std::vector<engine::Edit>{});
}

engine::Result<std::vector<engine::Edit>> ConnectDialog::wanted() const {
    const engine::Project& project = workspace_->project();
    const auto chosen = [](const QComboBox* box) {
        return box->currentData().toString().toStdString();
    };
    switch (what_) {
        case What::Power:
            if (!isListed_) {
                return std::vector<engine::Edit>{};  // what is ticked is not known yet
            }
            return engine::connectPower(project, ids_, chosenFeeds(), cords_->whole(), part());
        case What::Coolant: {
            // A choice that is greyed out says nothing about what the objects have.
            std::vector<engine::Edit> all;
            const auto having = [&](const char* key) {
                return engine::thatHave(project, ids_, key);
            };
            for (const engine::Edit& edit :
                 engine::connectCoolant(project, ids_, chosen(cduGroup_), chosen(loop_))) {
                const auto& set = std::get<engine::SetAttribute>(edit);
                if (!having(set.key.c_str()).empty()) {
                    all.push_back(edit);
                }
            }
            return all;
        }
        case What::Network:
            return fabricEdits();
    }
    return std::vector<engine::Edit>{};
}

/// A fabric of the project, or a new one; that is chosen where the project has none.
void ConnectDialog::makeFabric(QFormLayout* form) {
    fabric_ = makeChoice("connectFabric", tr("&Fabric"), "fabric", {"fabric"}, form);
    const bool isFirst = fabric_->count() == 1;
    fabric_->addItem(Theme::icon("add"), tr("New fabric, as the adapters ask"),
                     QString::fromUtf8(kNewFabric));
    shape_ = new QComboBox(this);
    shape_->setObjectName("connectShape");
    const models::Attribute* shapes = models::FabricSpec::type().find("shape");
    shape_->setToolTip(tableText(shapes->doc));
    for (const models::FabricShape shape :
         {models::FabricShape::FatTree, models::FabricShape::RailOptimised}) {
        shape_->addItem(shapeWord(shapes->choices[static_cast<std::size_t>(shape)]),
                        static_cast<int>(shape));
    }
    form->addRow(tr("&Shape"), shape_);
    const auto follow = [this, form] {
        form->setRowVisible(shape_, fabric_->currentData() == QString::fromUtf8(kNewFabric));
    };
    connect(fabric_, &QComboBox::currentIndexChanged, this, follow);
    connect(shape_, &QComboBox::currentIndexChanged, this, [this] { soon_.start(); });
    if (isFirst) {
        fabric_->setCurrentIndex(fabric_->count() - 1);
    }
    follow();
}

engine::Result<std::vector<engine::Edit>> ConnectDialog::fabricEdits() const {
    const engine::Project& project = workspace_->project();
    const std::string chosen = fabric_->currentData().toString().toStdString();
    if (chosen != kNewFabric) {
        return engine::connectFabric(project, ids_, chosen);
    }
    engine::FabricWish wish;
    for (const std::string& id : ids_) {
        if (project.find(id)->type->id == "rack_block") {
            wish.blocks.push_back(id);
        }
    }
    wish.shape = static_cast<models::FabricShape>(shape_->currentData().toInt());
    return engine::proposeFabric(project, *workspace_->catalogue(), wish);
}

void ConnectDialog::preview() {
    const auto all = this->wanted();
    const std::vector<engine::Edit> wanted = all ? *all : std::vector<engine::Edit>{};
    const engine::Errors refused =
        all ? workspace_->editor().wouldRefuse(wanted) : engine::Errors{all.error()};
    buttons_->button(QDialogButtonBox::Ok)->setEnabled(!wanted.empty() && refused.empty());
    if (!refused.empty()) {
        says_->setText(shownText(refused.front().message + " " + refused.front().remedy));
        return;
    }
    says_->setText(wanted.empty() ? tr("Nothing would change.") : changeWords(wanted, *workspace_));
    if (what_ != What::Power) {
        return;
    }
    look(wanted);
}

/// On a worker: a large design takes a second. A request in the meantime is looked at next.
void ConnectDialog::look(const std::vector<engine::Edit>& wanted) {
    again_ = task_->isBusy();
    engine::DesignOptions options;
    options.study = false;
    if (const auto view = workspace_->design().view()) {
        options.fabrics = view->fabrics;  // power changes no network
    }
    task_->run(
        [options, wanted, project = workspace_->project(),
         catalogue = workspace_->sharedCatalogue()] {
            Look look;
            look.now = engine::feedChoices(engine::designOf(project, *catalogue, options));
            engine::Project after = project;
            if (wanted.empty() || !engine::applyAll(after, *catalogue, wanted)) {
                look.then = look.now;
                return look;
            }
            const engine::Design design = engine::designOf(after, *catalogue, options);
            look.then = engine::feedChoices(design);
            look.faults = design.power.wired ? engine::Errors{} : design.power.faults;
            return look;
        },
        [this](const Look& look) {
            if (!isListed_) {
                listFeeds(look.now);
            }
            if (std::exchange(again_, false)) {
                preview();
            } else {
                showFeeds(look);
            }
        });
    sayBusy();
}

void ConnectDialog::sayBusy() {
    says_->setText(says_->text() + '\n' + tr("Working out what each feed carries…"));
    for (int i = 0; i < feeds_->topLevelItemCount(); ++i) {
        feeds_->topLevelItem(i)->setText(After, QStringLiteral("…"));
    }
}

void ConnectDialog::showFeeds(const Look& look) {
    const std::vector<engine::FeedChoice>& before = look.now;
    const std::vector<engine::FeedChoice>& then = look.then;
    const ThemeColours& c = Theme::instance().colours();
    QStringList over;
    const QSignalBlocker quiet(feeds_);
    for (int i = 0; i < feeds_->topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = feeds_->topLevelItem(i);
        const std::string id = item->data(Feed, kIdRole).toString().toStdString();
        const auto same = [&](const engine::FeedChoice& choice) { return choice.id == id; };
        const auto old = std::find_if(before.begin(), before.end(), same);
        const auto made = std::find_if(then.begin(), then.end(), same);
        const auto words = [](const engine::FeedChoice& choice) {
            return QStringLiteral("%1  %2").arg(power(choice.loadVa), percent(choice.busiest));
        };
        item->setText(Now, old == before.end() ? QString() : words(*old));
        item->setText(After, made == then.end() ? QString() : words(*made));
        const double loading = made == then.end() ? 0.0 : made->busiest;
        item->setForeground(After, loading > kFull         ? c.bad
                                   : loading > kNearlyFull ? c.caution
                                                           : c.text);
        item->setToolTip(After,
                         tr("Apparent power at the design point; loading of its busiest unit"));
        if (loading > kFull) {
            over << item->text(Feed);
        }
    }
    for (int column = 0; column < feeds_->columnCount(); ++column) {
        feeds_->resizeColumnToContents(column);
    }
    QStringList lines{says_->text().section('\n', 0, 0)};
    if (const double spread = engine::imbalance(then, chosenFeeds()); std::isfinite(spread)) {
        lines << tr("The ticked feeds differ by %1 of their mean loading.").arg(percent(spread));
    }
    if (!over.isEmpty()) {
        lines << tr("Over the rating: %1.").arg(over.join(QStringLiteral(", ")));
    }
    if (!look.faults.empty()) {
        lines << shownText(look.faults.front().message);
    }
    if (feeds_->topLevelItemCount() == 0) {
        lines << tr(
            "There is nothing that could feed them: connect boards, UPSs or PDUs in the "
            "one-line diagram first.");
    }
    says_->setText(lines.join('\n'));
}

void ConnectDialog::accept() {
    const std::vector<engine::Edit> wanted = edits();
    if (wanted.empty() || workspace_->editor().apply(wanted, windowTitle())) {
        QDialog::accept();
    }
}

}  // namespace headroom::ui
