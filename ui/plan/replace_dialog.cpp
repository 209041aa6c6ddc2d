// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/replace_dialog.h"

#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "ui/kit/text_table.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/workspace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::ui {

namespace {

QString text(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

/// The part that an attribute names; null where it names an object of the project.
const engine::CatalogueEntry* partOf(const engine::Catalogue& catalogue,
                                     const models::Attribute& attribute,
                                     const models::Value& value) {
    const auto* id = std::get_if<std::string>(&value);
    const engine::CatalogueEntry* found = nullptr;
    if (attribute.kind == models::ValueKind::Reference && id != nullptr) {
        models::forEachTarget(attribute.target, [&](std::string_view type) {
            if (found == nullptr) {
                found = catalogue.find(type, *id);
            }
        });
    }
    return found;
}

QString placesText(std::size_t places) {
    return places == 1 ? ReplaceDialog::tr("1 place") : ReplaceDialog::tr("%1 places").arg(places);
}

}  // namespace

ReplaceDialog::ReplaceDialog(Workspace* workspace, std::vector<std::string> ids, QWidget* parent)
    : QDialog(parent),
      workspace_(workspace),
      from_(new QComboBox(this)),
      to_(new QComboBox(this)),
      jobs_(new QCheckBox(this)),
      changes_(
          new TextTable({{tr("Design point"), {}},
                         {tr("Now"), tr("Design figure of the present project"), CellSide::Right},
                         {tr("Then"), tr("Design figure after the replacement"), CellSide::Right},
                         {tr("Change"), tr("Figure after the replacement less the present one"),
                          CellSide::Right}},
                        this)),
      count_(new QLabel(this)) {
    setObjectName("replaceDialog");
    setWindowTitle(tr("Replace Model"));
    resize(560, 420);
    from_->setObjectName("replaceFrom");
    from_->setAccessibleName(tr("Model to be replaced"));
    to_->setObjectName("replaceTo");
    to_->setAccessibleName(tr("Model in its place"));
    auto* table = new QTableView(this);
    table->setModel(changes_);
    table->setObjectName("replaceTable");
    table->setAccessibleName(tr("Changes of the replacement"));
    count_->setWordWrap(true);
    jobs_->setObjectName("replaceJobs");
    jobs_->setToolTip(
        tr("Jobs, services and generators that ask for the accelerator of the old racks ask for "
           "that of "
           "the new ones"));
    auto* form = new QFormLayout;
    form->addRow(tr("&Replace"), from_);
    form->addRow(tr("&By"), to_);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table->verticalHeader()->hide();
    table->setSelectionMode(QAbstractItemView::NoSelection);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Replace"));
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(jobs_);
    layout->addWidget(count_);
    layout->addWidget(table, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(from_, &QComboBox::currentIndexChanged, this, &ReplaceDialog::listOthers);
    to_->setPlaceholderText(tr("Choose a model"));
    replace_ = buttons->button(QDialogButtonBox::Ok);
    connect(to_, &QComboBox::currentIndexChanged, this, &ReplaceDialog::offerJobs);
    connect(jobs_, &QCheckBox::toggled, this, &ReplaceDialog::compare);
    findUses(ids);
    const auto known = workspace->design().view();
    before_ = engine::viewDesign(workspace->project(), *workspace->catalogue(),
                                 engine::CheckDepth::Quick, known.get());
    for (const Use& use : uses_) {
        from_->addItem(QStringLiteral("%1, %2").arg(QString::fromStdString(use.part->name),
                                                    placesText(use.places.size())));
    }
    listOthers();
}

void ReplaceDialog::findUses(const std::vector<std::string>& ids) {
    const engine::Catalogue& catalogue = *workspace_->catalogue();
    for (const engine::Object& object : workspace_->project().objects) {
        if (!ids.empty() && std::find(ids.begin(), ids.end(), object.id) == ids.end()) {
            continue;
        }
        for (std::size_t i = 0; i < object.values.size(); ++i) {
            const models::Attribute& a = object.type->attributes[i];
            const auto* part = partOf(catalogue, a, object.values[i]);
            if (part == nullptr) {
                continue;
            }
            auto use = std::find_if(uses_.begin(), uses_.end(),
                                    [&](const Use& known) { return known.part == part; });
            if (use == uses_.end()) {
                use = uses_.insert(uses_.end(), Use{part, {}});
            }
            use->places.emplace_back(object.id, std::string(a.key));
        }
    }
    std::stable_sort(uses_.begin(), uses_.end(), [](const Use& a, const Use& b) {
        const auto weight = [](const Use& use) { return use.part->type->id == "rack" ? 0 : 1; };
        return weight(a) < weight(b);
    });
}

int ReplaceDialog::choices() const {
    return from_->count();
}

void ReplaceDialog::listOthers() {
    const QSignalBlocker quiet(to_);
    to_->clear();
    if (from_->currentIndex() >= 0) {
        const Use& use = uses_[static_cast<std::size_t>(from_->currentIndex())];
        for (const auto* entry : workspace_->catalogue()->entriesOf(use.part->type->id)) {
            if (entry != use.part) {
                to_->addItem(QString::fromStdString(entry->name),
                             QString::fromStdString(entry->id));
            }
        }
    }
    to_->setCurrentIndex(-1);
    offerJobs();
}

std::pair<std::string, std::string> ReplaceDialog::accelerators() const {
    if (from_->currentIndex() < 0 || to_->currentIndex() < 0) {
        return {};
    }
    const auto of = [this](const std::string& id) {
        const engine::Catalogue& catalogue = *workspace_->catalogue();
        const auto* rack = catalogue.spec<models::RackSpec>(id);
        const auto* server =
            rack == nullptr ? nullptr : catalogue.spec<models::ServerSpec>(rack->server);
        return server == nullptr ? std::string() : server->accelerator;
    };
    const Use& use = uses_[static_cast<std::size_t>(from_->currentIndex())];
    if (use.part->type->id != "rack") {
        return {};
    }
    return {of(use.part->id), of(to_->currentData().toString().toStdString())};
}

std::vector<std::pair<std::string, std::string>> ReplaceDialog::askingFor(
    const std::string& accelerator) const {
    std::vector<std::pair<std::string, std::string>> found;
    for (const engine::Object& object : workspace_->project().objects) {
        for (std::size_t i = 0; i < object.values.size() && !accelerator.empty(); ++i) {
            const models::Attribute& a = object.type->attributes[i];
            const auto* id = std::get_if<std::string>(&object.values[i]);
            if (a.kind == models::ValueKind::Reference && a.target == "accelerator" &&
                id != nullptr && *id == accelerator) {
                found.emplace_back(object.id, std::string(a.key));
            }
        }
    }
    return found;
}

/// Work that asks for the old accelerator would find none once the last of its racks is gone.
void ReplaceDialog::offerJobs() {
    const auto [old, next] = accelerators();
    const std::size_t asking = old == next || next.empty() ? 0 : askingFor(old).size();
    const QSignalBlocker quiet(jobs_);
    jobs_->setVisible(asking > 0);
    jobs_->setChecked(asking > 0);
    jobs_->setText(asking == 1 ? tr("&Take the job of these racks along")
                               : tr("&Take the %1 jobs of these racks along").arg(asking));
    compare();
}

std::vector<engine::Edit> ReplaceDialog::edits() const {
    std::vector<engine::Edit> edits;
    if (from_->currentIndex() < 0 || to_->currentIndex() < 0) {
        return edits;
    }
    const std::string next = to_->currentData().toString().toStdString();
    for (const auto& [id, key] : uses_[static_cast<std::size_t>(from_->currentIndex())].places) {
        edits.push_back(engine::SetAttribute{id, key, next});
    }
    if (const auto [old, accelerator] = accelerators(); jobs_->isChecked()) {
        for (const auto& [id, key] : askingFor(old)) {
            edits.push_back(engine::SetAttribute{id, key, accelerator});
        }
    }
    return edits;
}

QString ReplaceDialog::words() const {
    return tr("Replace by %1").arg(to_->currentText());
}

void ReplaceDialog::compare() {
    changes_->reset({});
    count_->clear();
    const auto changes = edits();
    replace_->setEnabled(!changes.empty());
    if (changes.empty()) {
        count_->setText(
            tr("Choose the model that takes its place; what it changes is shown before "
               "anything is done."));
        return;
    }
    engine::Project trial = workspace_->project();
    if (const auto done = engine::applyAll(trial, *workspace_->catalogue(), changes); !done) {
        count_->setText(shownText(done.error().message));
        return;
    }
    const auto after =
        engine::viewDesign(trial, *workspace_->catalogue(), engine::CheckDepth::Quick, &before_);
    std::vector<TextRow> rows;
    for (const engine::Figure* row : engine::figuresIn(engine::kInDesign)) {
        const engine::Figure& figure = *row;
        const double now = figure.value(before_.headline);
        const double then = figure.value(after.headline);
        if (std::isnan(now) && std::isnan(then)) {
            continue;  // neither has it
        }
        const double change = then - now;
        QString words;
        if (std::abs(change) > 1e-9 * std::max(1.0, std::abs(now))) {
            words = (change > 0.0 ? QStringLiteral("+") : QString()) +
                    quantityText(change, figure.unit, 4);
        }
        rows.push_back({{{text(figure.label)},
                         {quantityText(now, figure.unit, 4)},
                         {quantityText(then, figure.unit, 4)},
                         {words}}});
    }
    changes_->reset(std::move(rows));
    count_->setText(tr("Changed in %1.").arg(placesText(changes.size())));
}

}  // namespace headroom::ui
