// SPDX-License-Identifier: Apache-2.0
#include "ui/exchange/preview_dialog.h"

#include "ui/kit/file_dialog.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/sheet_table.h"
#include "ui/kit/task.h"
#include "ui/kit/theme.h"
#include "ui/kit/when_edited.h"
#include "ui/units/unit_words.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace headroom::ui {

namespace {

constexpr QSize kSize(900, 560);

QString text(std::string_view words) {
    return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

/// "Rack blocks": the section of a table in words.
QString sectionWords(const std::string& section) {
    for (const models::ComponentType* type : models::documentTypes()) {
        if (type->section == section) {
            return text(type->label);
        }
    }
    return {};
}

QLabel* wrapped(const char* name, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

}  // namespace

PreviewDialog::PreviewDialog(engine::SiteClock site, bool hasProject, QWidget* parent)
    : QDialog(parent),
      site_(std::move(site)),
      hasProject_(hasProject),
      file_(new QLineEdit(this)),
      format_(wrapped("previewFormat", this)),
      table_(new SheetTable(QStringLiteral("previewTable"), this)),
      notes_(wrapped("previewNotes", this)),
      uses_(new QComboBox(this)),
      usesLabel_(new QLabel(tr("&Use as"), this)),
      does_(wrapped("previewDoes", this)),
      task_(new Task(this)) {
    setObjectName("previewDialog");
    setWindowTitle(tr("Import"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(kSize);
    file_->setObjectName("previewFile");
    file_->setPlaceholderText(
        tr("Any file: weather, telemetry, prices, jobs, racks, tables, drawings"));
    auto* label = new QLabel(tr("&File"), this);
    label->setBuddy(file_);
    auto* browse = new QToolButton(this);
    browse->setObjectName("previewBrowse");
    browse->setIcon(Theme::icon("open"));
    browse->setToolTip(tr("Choose a file"));
    browse->setAccessibleName(browse->toolTip());
    auto* top = new QHBoxLayout;
    top->addWidget(label);
    top->addWidget(file_, 1);
    top->addWidget(browse);
    table_->setWarnings([](const std::string& cell) { return engine::isSkippedCell(cell); });
    uses_->setObjectName("previewUses");
    usesLabel_->setBuddy(uses_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    use_ = buttons->addButton(tr("Import"), QDialogButtonBox::ActionRole);
    use_->setObjectName("previewUse");
    use_->setDefault(true);
    auto* row = new QHBoxLayout;
    row->addWidget(usesLabel_);
    row->addWidget(uses_);
    row->addWidget(does_, 1);
    auto* all = new QVBoxLayout(this);
    all->addLayout(top);
    all->addWidget(format_);
    all->addWidget(table_, 1);
    all->addWidget(notes_);
    all->addLayout(row);
    all->addWidget(buttons);
    connect(browse, &QToolButton::clicked, this, &PreviewDialog::choose);
    whenEdited(file_, this, [this] { setFile(file_->text().trimmed()); });
    connect(uses_, &QComboBox::currentIndexChanged, this, &PreviewDialog::showOffer);
    connect(use_, &QPushButton::clicked, this, [this] { emit used(file(), offer()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    table_->clear(tr(
        "Choose a file, or drop one on the window. Nothing changes before you press the button."));
    showOffer();
}

void PreviewDialog::choose() {
    const QString path =
        askOpenFile(this, tr("File to Import"), tr("All files (*)"), file_->text());
    if (!path.isEmpty()) {
        setFile(path);
    }
}

QString PreviewDialog::file() const {
    return preview_ ? QString::fromStdString(preview_->file.string()) : QString();
}

bool PreviewDialog::isBusy() const {
    return task_->isBusy();
}

void PreviewDialog::setFile(const QString& file) {
    if (file.isEmpty() || (preview_ && file == this->file()) ||
        (task_->isBusy() && file == wanted_)) {
        return;
    }
    file_->setText(file);
    wanted_ = file;
    if (task_->isBusy()) {
        task_->cancel();
        return;
    }
    preview_.reset();
    showOffer();
    format_->setText(tr("Reading %1…").arg(QFileInfo(file).fileName()));
    notes_->clear();
    task_->run(
        [file, site = site_](const Task::Link& link) {
            engine::ExplainOptions options;
            options.site = site;
            options.cancel = &link.isCancelled();
            options.progress = [&link](double share) {
                link.tell(share);
                return !link.isCancelled();
            };
            return engine::previewFile(file.toStdString(), options);
        },
        [this, file](engine::Result<engine::FilePreview> preview) {
            if (wanted_ != file) {
                setFile(std::exchange(wanted_, {}));
                return;
            }
            show(std::move(preview));
        });
}

void PreviewDialog::show(engine::Result<engine::FilePreview> preview) {
    uses_->clear();
    if (!preview) {
        const engine::Error& error = preview.error();
        format_->setText(tr("%1 cannot be read.").arg(QFileInfo(wanted_).fileName()));
        notes_->setText(shownText(error.text()));
        table_->clear(QString());
        showOffer();
        emit read();
        return;
    }
    preview_ = std::move(*preview);
    const engine::Explanation& e = preview_->explanation;
    format_->setText(tr("<b>%1</b> is %2.")
                         .arg(QFileInfo(file()).fileName().toHtmlEscaped(),
                              QString::fromStdString(e.format).toHtmlEscaped()));
    const engine::Sheet sheet = engine::explanationSheet(e);
    if (sheet.rows.empty()) {
        table_->clear(QString::fromStdString(sheet.why));
    } else {
        table_->show(sheet);
    }
    QStringList notes;
    for (const std::string& note : e.notes) {
        notes << QString::fromStdString(note);
    }
    notes_->setText(notes.join('\n'));
    for (const engine::FileOffer& offer : preview_->offers) {
        QString words = text(engine::fileUseInfo(offer.use).button);
        words.remove(QChar(0x2026));
        if (const QString verb = tr("Use as "); words.startsWith(verb)) {
            words.remove(0, verb.size());  // the label of the list says so
        }
        const QString section = sectionWords(offer.section);
        uses_->addItem(section.isEmpty() ? words : tr("%1: %2").arg(words, section));
    }
    showOffer();
    emit read();
}

engine::FileOffer PreviewDialog::offer() const {
    const int at = uses_->currentIndex();
    return preview_ && at >= 0 ? preview_->offers[static_cast<std::size_t>(at)]
                               : engine::FileOffer{};
}

void PreviewDialog::showOffer() {
    const engine::FileUseInfo& info = engine::fileUseInfo(offer().use);
    const bool isMissing = info.needsProject && !hasProject_ && !info.button.empty();
    const bool hasChoice = preview_ && preview_->offers.size() > 1;
    uses_->setVisible(hasChoice);
    usesLabel_->setVisible(hasChoice);
    use_->setVisible(!info.button.empty());
    use_->setEnabled(preview_.has_value() && !isMissing);
    use_->setText(text(info.button));
    if (!preview_) {
        does_->clear();
    } else if (info.button.empty()) {
        does_->setText(tr("The command line reads this file: %1")
                           .arg(QString::fromStdString(preview_->explanation.use)));
    } else {
        does_->setText(isMissing ? tr("Open a project first.") : text(info.does));
    }
}

void PreviewDialog::refuse(const engine::Error& error) {
    does_->setText(shownText(error.message + ". " + error.remedy + "."));
}

}  // namespace headroom::ui
