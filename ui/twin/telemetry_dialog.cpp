// SPDX-License-Identifier: Apache-2.0
#include "ui/twin/telemetry_dialog.h"

#include "engine/telemetry/live/live_source.h"
#include "ui/kit/file_dialog.h"
#include "ui/kit/kept_entries.h"
#include "ui/kit/number_box.h"
#include "ui/kit/theme.h"
#include "ui/workspace/workspace.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace headroom::ui {

namespace {

constexpr int kWidth = 640;
constexpr double kUsualSpeed = 60.0;

QString pathText(const std::filesystem::path& path) {
    return QString::fromStdString(path.string());
}

std::filesystem::path pathOf(const QLineEdit* field) {
    return field->text().trimmed().toStdString();
}

}  // namespace

TelemetryDialog::TelemetryDialog(Workspace* workspace, QWidget* parent)
    : QDialog(parent),
      workspace_(workspace),
      keeps_(new QCheckBox(tr("&Keep readings and alarms"), this)),
      note_(new QLabel(this)) {
    setObjectName("telemetryDialog");
    setWindowTitle(tr("Open Telemetry"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    telemetry_ = addFile(form, "telemetryFile", tr("&Readings"),
                         tr("Recorded readings (CSV, JSON lines, answers of Redfish or Prometheus; "
                            "gzip is allowed), a list of sources, or an "
                            "address: http://HOST/PATH, mqtt://HOST/TOPIC, modbus://HOST/UNIT, "
                            "snmp://HOST/COMMUNITY"),
                         tr("Readings and lists of sources (*.csv *.csv.gz *.json *.jsonl *.ndjson "
                            "*.gz *.txt);;All files (*)"),
                         false);
    replays_ = new QCheckBox(tr("Replay as if they &came now, at this speed:"), this);
    replays_->setObjectName("telemetryReplays");
    replays_->setToolTip(
        tr("The readings of the file are handed on by their own times, and the twin keeps up with "
           "them; without it all of "
           "them are followed at once"));
    speed_ = new NumberBox(models::unit::none, 0.1, 1e6, this);
    speed_->setObjectName("telemetrySpeed");
    speed_->setAccessibleName(tr("Speed of the replay"));
    speed_->showValue(kUsualSpeed);
    auto* replay = new QHBoxLayout;
    replay->addWidget(replays_);
    replay->addWidget(speed_);
    replay->addStretch(1);
    form->addRow(QString(), replay);
    map_ = addFile(form, "telemetryMap", tr("&Map"),
                   tr("Which column is which quantity of which object, and in which unit; see the "
                      "manual, The living twin"),
                   tr("Maps (*.json);;All files (*)"), false);
    keeps_->setObjectName("telemetryKeeps");
    keeps_->setToolTip(
        tr("In one file, with who has seen which alarm; the same readings again add nothing to it. "
           "Without it they are "
           "forgotten with the window"));
    form->addRow(QString(), keeps_);
    store_ = addFile(form, "telemetryStore", tr("&In"), tr("An existing file is continued"),
                     tr("Telemetry (*.db)"), true);
    note_->setObjectName("telemetryNote");
    note_->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    ok_ = buttons->addButton(tr("&Follow"), QDialogButtonBox::AcceptRole);
    ok_->setObjectName("telemetryOk");
    ok_->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(note_);
    layout->addStretch(1);
    layout->addWidget(buttons);
    resize(kWidth, sizeHint().height());
    const TwinWish last = workspace->twin().lastWish();
    telemetry_->setText(QString::fromStdString(last.telemetry));
    replays_->setChecked(last.replaySpeed > 0.0);
    if (last.replaySpeed > 0.0) {
        speed_->showValue(last.replaySpeed);
    }
    map_->setText(pathText(last.map));
    store_->setText(pathText(last.store));
    keeps_->setChecked(!last.store.empty());
    for (QLineEdit* field : {telemetry_, map_, store_}) {
        connect(field, &QLineEdit::textChanged, this, &TelemetryDialog::check);
    }
    connect(replays_, &QCheckBox::toggled, this, &TelemetryDialog::check);
    connect(speed_, &NumberBox::refused, this, &TelemetryDialog::check);
    connect(keeps_, &QCheckBox::toggled, this, [this](bool on) {
        if (on && store_->text().isEmpty() && QFileInfo(telemetry_->text()).isFile()) {
            const std::filesystem::path readings = pathOf(telemetry_);
            store_->setText(
                pathText(readings.parent_path() / (readings.stem().string() + "-telemetry.db")));
        }
        check();
    });
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        emit wanted(wish());
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
    new KeptEntries(this);
}

QLineEdit* TelemetryDialog::addFile(QFormLayout* form, const char* name, const QString& label,
                                    const QString& tip, const QString& filter, bool isNew) {
    auto* box = new QWidget(this);
    auto* field = new QLineEdit(box);
    field->setObjectName(name);
    field->setToolTip(tip);
    auto* browse = new QToolButton(box);
    browse->setObjectName(QString::fromLatin1(name) + "Browse");
    browse->setIcon(Theme::icon("open"));
    browse->setToolTip(tr("Choose a file"));
    browse->setAccessibleName(browse->toolTip());
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(field, 1);
    row->addWidget(browse);
    auto* words = new QLabel(label, this);
    words->setBuddy(field);
    form->addRow(words, box);
    connect(browse, &QToolButton::clicked, this, [this, field, filter, isNew] {
        const QString at =
            field->text().isEmpty() ? pathText(workspace_->project().folder()) : field->text();
        const QString chosen = isNew ? askSaveFile(this, windowTitle(), at, filter, false)
                                     : askOpenFile(this, windowTitle(), filter, at);
        if (!chosen.isEmpty()) {
            field->setText(chosen);
        }
    });
    return field;
}

void TelemetryDialog::setFiles(const QString& readings, const QString& map) {
    if (!readings.isEmpty()) {
        telemetry_->setText(readings);
    }
    if (!map.isEmpty()) {
        map_->setText(map);
    }
}

TwinWish TelemetryDialog::wish() const {
    return {telemetry_->text().trimmed().toStdString(), pathOf(map_),
            keeps_->isChecked() ? pathOf(store_) : std::filesystem::path(),
            replays_->isEnabled() && replays_->isChecked() ? speed_->value() : 0.0};
}

void TelemetryDialog::check() {
    store_->parentWidget()->setEnabled(keeps_->isChecked());
    const auto isFile = [](const QLineEdit* field) {
        return QFileInfo(field->text().trimmed()).isFile();
    };
    const std::string from = telemetry_->text().trimmed().toStdString();
    const bool isAddress = engine::isAddress(from);
    const bool isList = !isAddress && TwinWish::isSourceList(from);
    replays_->setEnabled(!isAddress && !isList);
    speed_->setEnabled(replays_->isEnabled() && replays_->isChecked());
    QString wrong;
    bool isBad = true;
    if (from.empty()) {
        wrong = tr("Choose a file of readings, a list of sources, or type an address.");
        isBad = false;
    } else if (!isAddress && !isFile(telemetry_)) {
        wrong = tr("There is no file of readings of that name.");
    } else if (speed_->isEnabled() && !speed_->isFine()) {
        wrong = speed_->reason();
    } else if (map_->text().trimmed().isEmpty()) {
        wrong = tr("Choose the map that says what the readings are.");
        isBad = false;
    } else if (!isFile(map_)) {
        wrong = tr("There is no map of that name.");
    } else if (keeps_->isChecked() && !QFileInfo(store_->text().trimmed()).dir().exists()) {
        wrong = tr("There is no folder for the file in which readings are kept.");
    } else if (keeps_->isChecked() && store_->text().trimmed().isEmpty()) {
        wrong = tr("Name the file in which readings are kept.");
    }
    const bool goesOn = isAddress || isList || speed_->isEnabled();
    note_->setText(!wrong.isEmpty() ? wrong
                   : goesOn ? tr("The twin continues until you stop it: readings are stored as "
                                 "they come, and all views show the building as "
                                 "the models follow it. The run of this window waits meanwhile.")
                            : tr("Measured loads, weather and set-points drive a run of the open "
                                 "design; all other measurements are compared with the models."));
    QPalette palette = note_->palette();
    const ThemeColours& c = Theme::instance().colours();
    palette.setColor(QPalette::WindowText, !wrong.isEmpty() && isBad ? c.bad : c.muted);
    note_->setPalette(palette);
    ok_->setEnabled(wrong.isEmpty());
}

}  // namespace headroom::ui
