// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/array_dialog.h"

#include "engine/floor/layout.h"
#include "ui/floor/plan_objects.h"
#include "ui/kit/number_box.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/workspace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr int kManyRacks = 5000;  // above which it warns

double pitchOf(const models::RackBlockSpec& spec, const models::RackSpec& rack) {
    return std::isnan(spec.rackPitchM) ? rack.widthM : spec.rackPitchM;
}

}  // namespace

void ArrayPreview::show(const models::RackBlockSpec& spec, const models::RackSpec& rack) {
    spec_ = spec;
    spec_.xM = spec_.yM = 0.0;
    rack_ = rack;
    update();
}

void ArrayPreview::paintEvent(QPaintEvent*) {
    const ThemeColours& colours = Theme::instance().colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), colours.floor);
    const auto place = [&](int row, int column) {
        return areaOf(
            engine::rackPlace(spec_, rack_, pitchOf(spec_, rack_), 0.0, 0.0, row, column));
    };
    const QRectF whole = place(0, 0).united(place(spec_.rows - 1, spec_.racksPerRow - 1));
    const double scale =
        std::min((width() - 24.0) / whole.width(), (height() - 24.0) / whole.height());
    const auto shown = [&](const QRectF& r) {
        return QRectF(
            (width() - whole.width() * scale) / 2.0 + (r.x() - whole.x()) * scale,
            (height() + whole.height() * scale) / 2.0 - (r.y() + r.height() - whole.y()) * scale,
            r.width() * scale, r.height() * scale);
    };
    for (int row = 0; row < spec_.rows; ++row) {
        // Racks too small to distinguish are one bar.
        const bool single = pitchOf(spec_, rack_) * scale > 3.0;
        const int parts = single ? spec_.racksPerRow : 1;
        for (int column = 0; column < parts; ++column) {
            const QRectF r =
                shown(single ? place(row, column)
                             : place(row, 0).united(place(row, spec_.racksPerRow - 1)));
            painter.fillRect(single ? r.adjusted(0.5, 0.5, -0.5, -0.5) : r, colours.idleRack);
            QRectF front = r;
            const double edge = 2.0;
            switch (spec_.facingOf(row)) {
                case models::Facing::South:
                    front.setTop(r.bottom() - edge);
                    break;
                case models::Facing::North:
                    front.setBottom(r.top() + edge);
                    break;
                case models::Facing::West:
                    front.setRight(r.left() + edge);
                    break;
                case models::Facing::East:
                    front.setLeft(r.right() - edge);
                    break;
            }
            painter.fillRect(front, colours.text);
        }
    }
}

ArrayDialog::ArrayDialog(Workspace* workspace, const std::string& block, QWidget* parent)
    : QDialog(parent),
      object_(workspace->project().find(block)),
      before_(engine::specOf<models::RackBlockSpec>(*object_)),
      preview_(new ArrayPreview(this)),
      sum_(new QLabel(this)),
      warning_(new QLabel(this)) {
    setObjectName("arrayDialog");
    setWindowTitle(tr("Array of %1").arg(workspace->nameOfObject(block)));
    if (const auto* rack = workspace->catalogue()->spec<models::RackSpec>(before_.rack)) {
        rack_ = *rack;
    }
    racks_ = count("arrayRacks", 1, 1000, before_.racksPerRow);
    rows_ = count("arrayRows", 1, 1000, before_.rows);
    rackPitch_ = length("arrayRackPitch", 0.1, 20.0, pitchOf(before_, rack_));
    rowPitch_ = length("arrayRowPitch", 0.5, 100.0, before_.rowPitchM);
    facing_ = new QComboBox(this);
    facing_->setObjectName("arrayFacing");
    facing_->addItems({tr("South"), tr("West"), tr("North"), tr("East")});
    facing_->setCurrentIndex(static_cast<int>(before_.facing));
    alternate_ = new QCheckBox(tr("Every other row faces the other way"), this);
    alternate_->setObjectName("arrayAlternate");
    alternate_->setChecked(before_.alternate);
    prefix_ = new QLineEdit(QString::fromStdString(before_.rowPrefix), this);
    prefix_->setObjectName("arrayPrefix");
    letters_ = new QCheckBox(tr("Rows by letter: A, B, … Z, AA"), this);
    letters_->setObjectName("arrayLetters");
    letters_->setChecked(before_.rowLetters);
    firstRow_ = count("arrayFirstRow", 1, 10000, before_.firstRow);
    firstPosition_ = count("arrayFirstPosition", 0, 10000, before_.firstPosition);
    auto* form = new QFormLayout;
    form->addRow(tr("Racks in a &row"), racks_);
    form->addRow(tr("Ro&ws"), rows_);
    form->addRow(tr("&Pitch of racks"), rackPitch_);
    form->addRow(tr("Pitch of row&s"), rowPitch_);
    form->addRow(tr("First row &faces"), facing_);
    form->addRow(QString(), alternate_);
    form->addRow(tr("Row prefi&x"), prefix_);
    form->addRow(QString(), letters_);
    form->addRow(tr("First row n&umber"), firstRow_);
    form->addRow(tr("First p&osition"), firstPosition_);
    sum_->setObjectName("arraySum");
    sum_->setWordWrap(true);
    warning_->setObjectName("arrayWarning");
    warning_->setWordWrap(true);
    auto* right = new QVBoxLayout;
    right->addWidget(preview_, 1);
    right->addWidget(sum_);
    right->addWidget(warning_);
    auto* middle = new QHBoxLayout;
    middle->addLayout(form);
    middle->addLayout(right, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(middle, 1);
    layout->addWidget(buttons);
    ok_ = buttons->button(QDialogButtonBox::Ok);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(facing_, &QComboBox::currentIndexChanged, this, &ArrayDialog::refresh);
    connect(alternate_, &QCheckBox::toggled, this, &ArrayDialog::refresh);
    connect(letters_, &QCheckBox::toggled, this, &ArrayDialog::refresh);
    connect(prefix_, &QLineEdit::textChanged, this, &ArrayDialog::refresh);
    refresh();
}

NumberBox* ArrayDialog::number(NumberBox* box, const char* name, double value) {
    box->setObjectName(name);
    box->showValue(value);
    numbers_ << box;
    connect(box, &NumberBox::valueChanged, this, &ArrayDialog::refresh);
    connect(box, &NumberBox::refused, this, &ArrayDialog::refresh);
    return box;
}

NumberBox* ArrayDialog::count(const char* name, int low, int high, int value) {
    auto* box = new NumberBox(models::unit::none, low, high, this);
    box->setWhole(true);
    return number(box, name, value);
}

NumberBox* ArrayDialog::length(const char* name, double low, double high, double value) {
    return number(new NumberBox(models::unit::metre, low, high, this), name, value);
}

models::RackBlockSpec ArrayDialog::spec() const {
    models::RackBlockSpec spec = before_;
    spec.rows = rows_->whole();
    spec.racksPerRow = racks_->whole();
    // Values that were only shown stay stated, or not stated.
    if (rackPitch_->value() != pitchOf(before_, rack_)) {
        spec.rackPitchM = rounded(rackPitch_->value());
    }
    if (rowPitch_->value() != before_.rowPitchM) {
        spec.rowPitchM = rounded(rowPitch_->value());
    }
    spec.facing = static_cast<models::Facing>(facing_->currentIndex());
    spec.alternate = alternate_->isChecked();
    spec.rowPrefix = prefix_->text().toStdString();
    spec.rowLetters = letters_->isChecked();
    spec.firstRow = firstRow_->whole();
    spec.firstPosition = firstPosition_->whole();
    return spec;
}

void ArrayDialog::refresh() {
    if (ok_ == nullptr) {
        return;  // still being built
    }
    const models::RackBlockSpec s = spec();
    preview_->show(s, rack_);
    prefix_->setEnabled(!s.rowLetters);
    const int racks = s.rows * s.racksPerRow;
    sum_->setText(tr("%1 racks, %2, numbered %3 to %4")
                      .arg(racks)
                      .arg(quantityText(racks * rack_.ratedPowerW, models::unit::watt, 4),
                           QString::fromStdString(s.rackName(0, 0)),
                           QString::fromStdString(s.rackName(s.rows - 1, s.racksPerRow - 1))));
    const bool overlap = pitchOf(s, rack_) < rack_.widthM || s.rowPitchM < rack_.depthM;
    const auto refused = std::find_if(numbers_.begin(), numbers_.end(),
                                      [](const NumberBox* box) { return !box->isFine(); });
    ok_->setEnabled(refused == numbers_.end());
    if (refused != numbers_.end()) {
        warning_->setText(tr("⚠ %1").arg((*refused)->reason()));
        return;
    }
    warning_->setText(racks > kManyRacks
                          ? tr("⚠ More than %1 racks: is that meant?").arg(kManyRacks)
                      : overlap ? tr("⚠ The racks overlap: the pitch is less than their size.")
                                : QString());
}

std::vector<engine::Edit> ArrayDialog::edits() const {
    const models::RackBlockSpec next = spec();
    std::vector<engine::Edit> edits;
    for (const models::Attribute& a : object_->type->attributes) {
        const models::Value value = a.get(a, &next);
        if (value != a.get(a, &before_)) {
            edits.push_back(engine::SetAttribute{object_->id, std::string(a.key), value});
        }
    }
    return edits;
}

}  // namespace headroom::ui
