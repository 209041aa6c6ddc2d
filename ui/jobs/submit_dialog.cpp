// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/submit_dialog.h"

#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "models/workload/training_job.h"
#include "ui/jobs/job_text.h"
#include "ui/kit/kept_entries.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_parse.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <set>

namespace headroom::ui {

namespace {

using models::TrainingJobSpec;

constexpr double kMostRunS = 10.0 * 365.0 * 86400.0;
constexpr int kMostPriority = 1000000;

const models::Attribute& countAttribute() {
    return *TrainingJobSpec::type().find("accelerators");
}

QString text(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

}  // namespace

std::vector<InstalledKind> installedKinds(const Workspace& workspace) {
    std::vector<InstalledKind> kinds;
    const engine::Catalogue* catalogue = workspace.catalogue();
    const engine::Layout& layout = workspace.layout();
    for (std::size_t b = 0; catalogue != nullptr && b < layout.blockRacks.size(); ++b) {
        const auto* rack = catalogue->spec<models::RackSpec>(layout.blockRacks[b]);
        const auto* server =
            rack == nullptr ? nullptr : catalogue->spec<models::ServerSpec>(rack->server);
        if (server == nullptr || server->accelerators <= 0) {
            continue;
        }
        const auto racks = std::count_if(
            layout.racks.begin(), layout.racks.end(),
            [b](const engine::RackBox& box) { return box.block == static_cast<int>(b); });
        auto known = std::find_if(kinds.begin(), kinds.end(), [server](const InstalledKind& kind) {
            return kind.id == server->accelerator;
        });
        if (known == kinds.end()) {
            const auto* entry = catalogue->find("accelerator", server->accelerator);
            kinds.push_back(
                {server->accelerator, entry == nullptr ? server->accelerator : entry->name, 0});
            known = kinds.end() - 1;
        }
        known->count += static_cast<std::int64_t>(racks) * rack->servers * server->accelerators;
    }
    return kinds;
}

SubmitDialog::SubmitDialog(Workspace* workspace, const std::optional<engine::JobRow>& like,
                           QWidget* parent)
    : QDialog(parent), workspace_(workspace) {
    setObjectName("submitDialog");
    setWindowTitle(tr("Submit Job"));
    build();
    fillChoices();
    prefill(like);
    for (QLineEdit* edit : {name_, count_, run_, priority_}) {
        connect(edit, &QLineEdit::textChanged, this, &SubmitDialog::check);
    }
    for (QComboBox* box : {pattern_, accelerator_, profile_}) {
        connect(box, &QComboBox::currentIndexChanged, this, &SubmitDialog::check);
    }
    connect(likeJob_, &QRadioButton::toggled, this, &SubmitDialog::check);
    check();
    new KeptEntries(this, like ? QString::fromStdString(like->name) : QString());
    (isPattern() ? static_cast<QWidget*>(pattern_) : name_)->setFocus();
}

QLineEdit* SubmitDialog::line(const char* name, const QString& label, const QString& hint) {
    auto* edit = new QLineEdit(this);
    edit->setObjectName(name);
    edit->setAccessibleName(QString(label).remove('&'));
    edit->setToolTip(hint);
    form_->addRow(label, edit);
    return edit;
}

QComboBox* SubmitDialog::combo(const char* name, const QString& label, const QString& tip) {
    auto* box = new QComboBox(this);
    box->setObjectName(name);
    box->setAccessibleName(QString(label).remove('&'));
    box->setToolTip(tip);
    form_->addRow(label, box);
    return box;
}

void SubmitDialog::build() {
    likeJob_ = new QRadioButton(tr("&Like a training job of the project"), this);
    likeJob_->setObjectName("submitLike");
    likeJob_->setToolTip(tr("Model, plan and tokens are those of that job"));
    fixed_ = new QRadioButton(tr("Fixed &run time"), this);
    fixed_->setObjectName("submitFixed");
    fixed_->setToolTip(tr("Runs for this time; its profile states its power"));
    auto* kinds = new QHBoxLayout;
    kinds->addWidget(likeJob_);
    kinds->addWidget(fixed_);
    kinds->addStretch(1);
    form_ = new QFormLayout;
    form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    pattern_ = combo("submitPattern", tr("&Training job"), tr("Its pattern"));
    name_ = line("submitName", tr("&Name"), tr("Display name of the job"));
    tenant_ = combo("submitTenant", tr("&Owner"), tr("Tenant that it counts for; may be new"));
    tenant_->setEditable(true);
    accelerator_ =
        combo("submitAccelerator", tr("A&ccelerator"), tr("Kinds in the racks of this project"));
    count_ = line("submitCount", tr("&How many"), text(countAttribute().doc));
    run_ = line("submitRun", tr("Run ti&me"), tr("\"90 min\", \"2 h\", \"1 d 12 h\""));
    profile_ =
        combo("submitProfile", tr("Pro&file"), text(TrainingJobSpec::type().find("profile")->doc));
    priority_ = line("submitPriority", tr("&Priority"), tr("A whole number; higher goes first"));
    faults_ = new QLabel(this);
    faults_->setObjectName("submitFaults");
    faults_->setWordWrap(true);
    faults_->setMinimumHeight(3 * fontMetrics().height() + 4);
    faults_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    ok_ = buttons->addButton(tr("&Submit"), QDialogButtonBox::AcceptRole);
    ok_->setObjectName("submitButton");
    ok_->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (faults().empty()) {
            emit submitted(order());
            accept();
        }
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(10);
    layout->addLayout(kinds);
    layout->addLayout(form_);
    layout->addWidget(faults_);
    layout->addStretch(1);
    layout->addWidget(buttons);
    setMinimumWidth(480);
}

void SubmitDialog::fillChoices() {
    for (const engine::Object* job : workspace_->project().objectsOf("training_job")) {
        pattern_->addItem(workspace_->nameOfObject(job->id), QString::fromStdString(job->id));
    }
    for (const InstalledKind& kind : installedKinds(*workspace_)) {
        accelerator_->addItem(tr("%1 — %2 in the racks")
                                  .arg(QString::fromStdString(kind.name))
                                  .arg(QLocale(QLocale::English).toString(qlonglong{kind.count})),
                              QString::fromStdString(kind.id));
    }
    if (const engine::Catalogue* catalogue = workspace_->catalogue()) {
        for (const engine::CatalogueEntry* entry : catalogue->entriesOf("job_profile")) {
            profile_->addItem(QString::fromStdString(entry->name),
                              QString::fromStdString(entry->id));
        }
    }
    std::set<std::string> tenants;
    for (const engine::Object* tenant : workspace_->project().objectsOf("tenant")) {
        tenants.insert(tenant->id);
    }
    if (const auto frame = workspace_->frame()) {
        for (const engine::JobRow& job : frame->jobs) {
            tenants.insert(job.tenant);
        }
    }
    tenants.erase("");
    tenant_->addItem({});
    for (const std::string& tenant : tenants) {
        tenant_->addItem(QString::fromStdString(tenant));
    }
}

void SubmitDialog::prefill(const std::optional<engine::JobRow>& like) {
    likeJob_->setEnabled(pattern_->count() > 0);
    (pattern_->count() > 0 && !like ? likeJob_ : fixed_)->setChecked(true);
    if (pattern_->count() == 0) {
        pattern_->addItem(tr("The project has no training job"));
        pattern_->setEnabled(false);
    }
    count_->setText(QStringLiteral("8"));
    run_->setText(tr("1 h"));
    priority_->setText(QStringLiteral("0"));
    name_->setText(tr("by-hand"));
    if (!like) {
        return;
    }
    name_->setText(jobName(*like) + tr("-again"));
    tenant_->setCurrentText(QString::fromStdString(like->tenant));
    count_->setText(QString::number(like->accelerators));
    priority_->setText(QString::number(like->priority));
    if (const int i = accelerator_->findData(QString::fromStdString(like->accelerator)); i >= 0) {
        accelerator_->setCurrentIndex(i);
    }
    // A training job leads its copies: they have its name.
    for (int i = 0; i < pattern_->count() && pattern_->isEnabled(); ++i) {
        if (jobName(*like).startsWith(pattern_->itemText(i))) {
            pattern_->setCurrentIndex(i);
            likeJob_->setChecked(true);
        }
    }
}

bool SubmitDialog::isPattern() const {
    return likeJob_->isChecked();
}

std::vector<SubmitDialog::Wrong> SubmitDialog::faults() const {
    std::vector<Wrong> list;
    if (name_->text().trimmed().isEmpty()) {
        list.push_back({name_, tr("Name: it needs one.")});
    }
    bool ok = false;
    const qlonglong priority = priority_->text().trimmed().toLongLong(&ok);
    if (!ok || std::abs(priority) > kMostPriority) {
        list.push_back(
            {priority_, tr("Priority: a whole number from −%1 to %1.").arg(kMostPriority)});
    }
    if (isPattern()) {
        if (!pattern_->isEnabled()) {
            list.push_back({pattern_, tr("Training job: the project has none; choose a fixed run "
                                         "time.")});
        }
        return list;
    }
    if (accelerator_->count() == 0) {
        list.push_back({accelerator_, tr("Accelerator: the racks of this project have none.")});
    }
    if (profile_->count() == 0) {
        list.push_back({profile_, tr("Profile: the catalogue has none.")});
    }
    const qlonglong count = count_->text().trimmed().toLongLong(&ok);
    const models::Attribute& limits = countAttribute();
    if (!ok || static_cast<double>(count) < limits.minimum ||
        static_cast<double>(count) > limits.maximum) {
        list.push_back({count_, tr("How many: a whole number from %1 to %2.")
                                    .arg(limits.minimum, 0, 'f', 0)
                                    .arg(limits.maximum, 0, 'f', 0)});
    } else {
        const auto kinds = installedKinds(*workspace_);
        const auto chosen = static_cast<std::size_t>(std::max(0, accelerator_->currentIndex()));
        if (chosen < kinds.size() && count > kinds[chosen].count) {
            list.push_back({count_, tr("How many: the project has %1 of that kind, so it would "
                                       "wait for ever.")
                                        .arg(kinds[chosen].count)});
        }
    }
    const double runS = parseLength(run_->text());
    if (!(runS > 0.0) || runS > kMostRunS) {
        list.push_back({run_, tr("Run time: a length such as \"90 min\", \"2 h\" or \"1 d 12 h\", "
                                 "up to ten years.")});
    }
    return list;
}

QStringList SubmitDialog::wrong() const {
    QStringList lines;
    for (const Wrong& fault : faults()) {
        lines << fault.text;
    }
    return lines;
}

void SubmitDialog::check() {
    pattern_->setEnabled(isPattern() && likeJob_->isEnabled());
    for (QWidget* field : {static_cast<QWidget*>(accelerator_), static_cast<QWidget*>(count_),
                           static_cast<QWidget*>(run_), static_cast<QWidget*>(profile_)}) {
        field->setEnabled(!isPattern());
    }
    const ThemeColours& colours = Theme::instance().colours();
    for (QLineEdit* edit : {name_, count_, run_, priority_}) {
        edit->setPalette({});
    }
    const auto list = faults();
    QStringList lines;
    for (const Wrong& fault : list) {
        lines << fault.text;
        if (auto* edit = qobject_cast<QLineEdit*>(fault.field)) {
            QPalette palette = edit->palette();
            palette.setColor(QPalette::Text, colours.bad);
            edit->setPalette(palette);
        }
    }
    QPalette palette = faults_->palette();
    palette.setColor(QPalette::WindowText, list.empty() ? colours.muted : colours.bad);
    faults_->setPalette(palette);
    if (list.empty()) {
        const double runS = parseLength(run_->text());
        lines << (isPattern() ? tr("Runs until its tokens are trained.")
                              : tr("Holds %1 accelerators for %2 once it has started.")
                                    .arg(count_->text().trimmed(), lengthText(runS)));
    }
    faults_->setText(lines.join('\n'));
    ok_->setEnabled(list.empty());
}

engine::JobOrder SubmitDialog::order() const {
    engine::JobOrder order;
    order.name = name_->text().trimmed().toStdString();
    order.tenant = tenant_->currentText().trimmed().toStdString();
    order.priority = priority_->text().trimmed().toInt();
    if (isPattern()) {
        order.like = pattern_->currentData().toString().toStdString();
        if (const engine::Object* job = workspace_->project().find(order.like)) {
            const auto spec = engine::specOf<TrainingJobSpec>(*job);
            order.accelerators = spec.accelerators;
            order.accelerator = spec.accelerator;
            order.profile = spec.profile;
        }
    } else {
        order.accelerator = accelerator_->currentData().toString().toStdString();
        order.profile = profile_->currentData().toString().toStdString();
        order.accelerators = count_->text().trimmed().toInt();
        order.runS = parseLength(run_->text());
    }
    return order;
}

}  // namespace headroom::ui
