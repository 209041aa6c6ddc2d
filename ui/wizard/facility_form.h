// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/sizing/brief.h"

#include <QList>
#include <QWidget>

#include <memory>
#include <string>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QRadioButton;

namespace headroom::ui {

class NumberBox;

/// The fields of a facility brief: target, racks, power and cooling, site and network, jobs.
class FacilityForm : public QWidget {
    Q_OBJECT

  public:
    /// `like`: see NewFacilityDialog.
    FacilityForm(std::shared_ptr<const engine::Catalogue> catalogue, engine::FacilityBrief like,
                 QWidget* parent = nullptr);

    engine::FacilityBrief brief() const;

    /// Why a number that was typed cannot be used, with the name of its field. Empty if all can.
    QString refusal() const;

    void focusFirst();

  signals:
    /// brief() or refusal() is another one.
    void changed();

  private:
    void addTarget(QFormLayout* form);
    void addRacks(QFormLayout* form);
    void addPower(QFormLayout* form);
    void addSite(QFormLayout* form);
    void addWork(QFormLayout* form);
    QComboBox* parts(const char* name, const char* type, const QString& label,
                     const QString& standard);
    NumberBox* number(const char* name, const models::Unit& unit, double low, double high,
                      double standard, const QString& label, const QString& tip);
    template <class Field>
    Field* named(Field* field, const char* name, const QString& label, const QString& tip);
    void beginLike();
    void change();

    std::shared_ptr<const engine::Catalogue> catalogue_;
    engine::FacilityBrief like_;
    QList<NumberBox*> numbers_;
    QLineEdit* name_ = nullptr;
    QRadioButton* byPower_ = nullptr;
    QRadioButton* byCount_ = nullptr;
    NumberBox* power_ = nullptr;
    NumberBox* accelerators_ = nullptr;
    QComboBox* rack_ = nullptr;
    QComboBox* secondRack_ = nullptr;
    NumberBox* share_ = nullptr;
    QComboBox* redundancy_ = nullptr;
    QCheckBox* generators_ = nullptr;
    QComboBox* cooling_ = nullptr;
    QCheckBox* coolingSpare_ = nullptr;
    QComboBox* climate_ = nullptr;
    QComboBox* grid_ = nullptr;
    QComboBox* fabric_ = nullptr;
    NumberBox* oversubscription_ = nullptr;
    NumberBox* hallPower_ = nullptr;
    QCheckBox* work_ = nullptr;
    QComboBox* load_ = nullptr;
};

}  // namespace headroom::ui
