// SPDX-License-Identifier: Apache-2.0
#include "ui/exchange/import_dialog.h"

#include "engine/border/text_encoding.h"
#include "engine/exchange/netbox.h"
#include "engine/exchange/object_table.h"
#include "ui/exchange/import_model.h"
#include "ui/kit/file_dialog.h"
#include "ui/kit/when_edited.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace headroom::ui {

namespace {

/// A file that cannot be read is one fault of the draft, like all others.
std::string readInto(const QString& path, engine::ImportDraft& draft) {
    auto text = engine::readDecoded(path.toStdString());
    if (text) {
        return std::move(text->text);
    }
    engine::ImportFault fault;
    fault.file = path.toStdString();
    fault.code = text.error().code;
    fault.message = text.error().message;
    fault.remedy = text.error().remedy;
    draft.faults.push_back(std::move(fault));
    return {};
}

}  // namespace

ImportDialog::ImportDialog(const engine::Project& project, const engine::Catalogue& catalogue,
                           QWidget* parent)
    : QDialog(parent),
      project_(project),
      catalogue_(catalogue),
      form_(new QFormLayout),
      kind_(new QComboBox(this)),
      section_(new QComboBox(this)),
      like_(new QComboBox(this)),
      removeMissing_(new QCheckBox(tr("Remove objects that the tables lack"), this)),
      summary_(new QLabel(this)),
      view_(new QTableView(this)),
      model_(new ImportModel(this)) {
    setObjectName("importDialog");
    setWindowTitle(tr("Import"));
    resize(980, 620);
    kind_->setObjectName("importKind");
    kind_->addItems(
        {tr("Table of one section"), tr("Folder of tables"), tr("NetBox"), tr("Device type")});
    section_->setObjectName("importSection");
    for (const models::ComponentType* type : models::documentTypes()) {
        const auto section =
            QString::fromUtf8(type->section.data(), static_cast<qsizetype>(type->section.size()));
        const auto label =
            QString::fromUtf8(type->label.data(), static_cast<qsizetype>(type->label.size()));
        section_->addItem(QStringLiteral("%1 (%2)").arg(label, section), section);
    }
    like_->setObjectName("importLike");
    like_->addItem(tr("Choose a server"), QString());
    for (const engine::CatalogueEntry* server : catalogue_.entriesOf("server")) {
        like_->addItem(QString::fromStdString(server->name), QString::fromStdString(server->id));
    }
    section_->setCurrentIndex(section_->findData("rack_blocks"));
    removeMissing_->setObjectName("importRemoveMissing");
    form_->addRow(tr("&Kind"), kind_);
    form_->addRow(tr("&Section"), section_);
    table_ = addFile(form_, "importTable", tr("&File"), false);
    folder_ = addFile(form_, "importFolder", tr("F&older"), true);
    racks_ = addFile(form_, "importRacks", tr("&Racks"), false);
    devices_ = addFile(form_, "importDevices", tr("&Devices"), false);
    parts_ = addFile(form_, "importParts", tr("&Parts"), false);
    parts_->setPlaceholderText(tr("Optional: device_type,server,rack"));
    type_ = addFile(form_, "importDeviceType", tr("&Device type"), false);
    form_->addRow(tr("&Like"), like_);
    like_->setToolTip(
        tr("The server that lends what a device type does not state: accelerators, "
           "power of the host, cooling"));
    form_->addRow(QString(), removeMissing_);

    view_->setObjectName("importTableView");
    view_->setAccessibleName(tr("Changes of the import"));
    view_->setModel(model_);
    view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    view_->setAlternatingRowColors(true);
    view_->setShowGrid(false);
    view_->setWordWrap(true);
    view_->verticalHeader()->hide();
    view_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    view_->horizontalHeader()->setSectionResizeMode(ImportModel::WhatColumn, QHeaderView::Stretch);
    view_->setColumnWidth(ImportModel::StateColumn, 110);
    view_->setColumnWidth(ImportModel::PlaceColumn, 200);
    view_->setColumnWidth(ImportModel::RemedyColumn, 280);
    summary_->setObjectName("importSummary");
    summary_->setWordWrap(true);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    apply_ = buttons->addButton(tr("Apply"), QDialogButtonBox::AcceptRole);
    apply_->setObjectName("importApply");
    connect(buttons, &QDialogButtonBox::accepted, this, &ImportDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* all = new QVBoxLayout(this);
    all->addLayout(form_);
    all->addWidget(view_, 1);
    all->addWidget(summary_);
    all->addWidget(buttons);

    connect(kind_, &QComboBox::currentIndexChanged, this, [this] {
        showKind();
        read();
    });
    connect(section_, &QComboBox::currentIndexChanged, this, &ImportDialog::read);
    connect(like_, &QComboBox::currentIndexChanged, this, &ImportDialog::read);
    connect(removeMissing_, &QCheckBox::toggled, this, &ImportDialog::read);
    showKind();
    showSummary();
}

QLineEdit* ImportDialog::addFile(QFormLayout* form, const char* name, const QString& label,
                                 bool folder) {
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* edit = new QLineEdit(row);
    edit->setObjectName(name);
    auto* choose = new QToolButton(row);
    choose->setText(QStringLiteral("…"));
    choose->setToolTip(folder ? tr("Choose a folder") : tr("Choose a file"));
    choose->setAccessibleName(choose->toolTip());
    layout->addWidget(edit, 1);
    layout->addWidget(choose);
    form->addRow(label, row);
    if (auto* text = qobject_cast<QLabel*>(form->labelForField(row))) {
        text->setBuddy(edit);
    }
    whenEdited(edit, this, [this] { read(); });
    connect(choose, &QToolButton::clicked, this, [this, edit, folder] {
        const QString path =
            folder ? QFileDialog::getExistingDirectory(this, tr("Folder of Tables"), edit->text())
                   : askOpenFile(this, tr("File to Import"),
                                 edit == type_ ? tr("Device types (*.yaml *.yml);;All (*)")
                                               : tr("Tables (*.csv *.tsv *.txt *.json);;All (*)"),
                                 edit->text());
        if (!path.isEmpty()) {
            edit->setText(path);
            read();
        }
    });
    return edit;
}

void ImportDialog::setKind(Kind kind) {
    kind_->setCurrentIndex(static_cast<int>(kind));
}

ImportDialog::Kind ImportDialog::kind() const {
    return static_cast<Kind>(kind_->currentIndex());
}

void ImportDialog::setFiles(const QString& first, const QString& second) {
    switch (kind()) {
        case Kind::Table:
            table_->setText(first);
            break;
        case Kind::Folder:
            folder_->setText(first);
            break;
        case Kind::Netbox:
            racks_->setText(first);
            devices_->setText(second);
            break;
        case Kind::DeviceType:
            type_->setText(first);
            break;
    }
    read();
}

void ImportDialog::setSection(const QString& section) {
    section_->setCurrentIndex(section_->findData(section));
}

void ImportDialog::setLike(const QString& server) {
    like_->setCurrentIndex(like_->findData(server));
}

void ImportDialog::showKind() {
    const Kind kind = this->kind();
    const auto show = [this](QWidget* field, bool on) {
        QWidget* row = form_->indexOf(field) >= 0 ? field : field->parentWidget();
        row->setVisible(on);
        if (QWidget* label = form_->labelForField(row)) {
            label->setVisible(on);
        }
    };
    show(section_, kind == Kind::Table);
    show(table_, kind == Kind::Table);
    show(folder_, kind == Kind::Folder);
    for (QWidget* field : {racks_, devices_, parts_}) {
        show(field, kind == Kind::Netbox);
    }
    show(type_, kind == Kind::DeviceType);
    show(like_, kind == Kind::DeviceType);
    show(removeMissing_, kind == Kind::Table || kind == Kind::Folder);
}

engine::ImportDraft ImportDialog::readTables() const {
    engine::ImportDraft draft;
    std::vector<engine::ObjectTableFile> tables;
    if (kind() == Kind::Folder) {
        if (folder_->text().isEmpty()) {
            return draft;
        }
        auto read = engine::readObjectTables(folder_->text().toStdString());
        if (!read) {
            engine::ImportFault fault;
            fault.file = read.error().file;
            fault.code = read.error().code;
            fault.message = read.error().message;
            fault.remedy = read.error().remedy;
            draft.faults.push_back(std::move(fault));
            return draft;
        }
        tables = std::move(*read);
    } else {
        if (table_->text().isEmpty()) {
            return draft;
        }
        std::string text = readInto(table_->text(), draft);
        if (!draft.faults.empty()) {
            return draft;
        }
        tables.push_back({engine::typeOfSection(section_->currentData().toString().toStdString()),
                          table_->text().toStdString(), std::move(text)});
    }
    return engine::parseObjectTables(tables, project_, catalogue_, removeMissing_->isChecked());
}

engine::ImportDraft ImportDialog::readNetbox() const {
    engine::ImportDraft draft;
    if (racks_->text().isEmpty() || devices_->text().isEmpty()) {
        return draft;
    }
    engine::NetboxExport files;
    files.racks = {racks_->text().toStdString(), readInto(racks_->text(), draft)};
    files.devices = {devices_->text().toStdString(), readInto(devices_->text(), draft)};
    if (!parts_->text().isEmpty()) {
        files.parts = {parts_->text().toStdString(), readInto(parts_->text(), draft)};
    }
    return draft.faults.empty() ? engine::parseNetbox(files, project_, catalogue_) : draft;
}

engine::ImportDraft ImportDialog::readDeviceType() {
    engine::ImportDraft draft;
    const std::string like = like_->currentData().toString().toStdString();
    if (type_->text().isEmpty() || like.empty()) {
        return draft;
    }
    const std::string text = readInto(type_->text(), draft);
    if (!draft.faults.empty()) {
        return draft;
    }
    const std::string file = type_->text().toStdString();
    device_ = engine::parseDeviceType(text, file, like, catalogue_);
    draft.rows = device_.rows(file, catalogue_);
    draft.faults = device_.faults;
    return draft;
}

void ImportDialog::read() {
    device_ = {};
    model_->setDraft(kind() == Kind::Netbox       ? readNetbox()
                     : kind() == Kind::DeviceType ? readDeviceType()
                                                  : readTables());
    showSummary();
}

void ImportDialog::showSummary() {
    const engine::ImportDraft& draft = model_->draft();
    // Its parts are written next to the project.
    const bool needsPlace = kind() == Kind::DeviceType && project_.file.empty();
    apply_->setEnabled(!draft.edits.empty() || (deviceType() != nullptr && !needsPlace));
    if (needsPlace) {
        summary_->setText(tr("Save the project first: the parts are written next to its file."));
        return;
    }
    if (draft.rows.empty() && draft.faults.empty()) {
        summary_->setText(tr("Choose what to import. Nothing changes before you apply it."));
        return;
    }
    const QString faults =
        draft.errors() == 0 ? QString() : ' ' + tr("Faults: %1.").arg(draft.errors());
    summary_->setText(QString::fromStdString(draft.summary()) + '.' + faults);
}

const engine::ImportDraft& ImportDialog::draft() const {
    return model_->draft();
}

QString ImportDialog::words() const {
    const QString path = kind() == Kind::Table    ? table_->text()
                         : kind() == Kind::Folder ? folder_->text()
                         : kind() == Kind::Netbox ? racks_->text()
                                                  : type_->text();
    return tr("Import of %1").arg(QFileInfo(path).fileName());
}

bool ImportDialog::confirm(const QString& question) {
    return QMessageBox::question(this, tr("Import"), question,
                                 QMessageBox::Apply | QMessageBox::Cancel,
                                 QMessageBox::Cancel) == QMessageBox::Apply;
}

void ImportDialog::accept() {
    const engine::ImportDraft& draft = model_->draft();
    if (!apply_->isEnabled()) {
        return;
    }
    const int left = draft.refusals();
    if (left > 0 &&
        !confirm(
            (left == 1
                 ? tr("One line has faults and is left out. Apply the others?")
                 : tr("%1 lines have faults and are left out. Apply the others?").arg(left)))) {
        return;
    }
    QDialog::accept();
}

}  // namespace headroom::ui
