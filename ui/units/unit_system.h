// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/unit.h"

#include <QObject>
#include <QString>

#include <string_view>
#include <vector>

namespace headroom::ui {

/// A unit of the chosen system: shown = si / toSi + offset. Only temperatures have an offset.
struct DisplayUnit {
    QString symbol;
    double toSi = 1.0;
    double offset = 0.0;

    double shown(double si) const { return si / toSi + offset; }

    double si(double shown) const { return (shown - offset) * toSi; }
};

/// In which units the whole window shows and takes quantities. Files and models are unchanged.
enum class UnitChoice {
    Si,    ///< as the attribute tables state them
    Us,    ///< US customary; electrical power and energy stay kW and kWh, as US plants use them
    Mixed  ///< US customary lengths, areas, flows and temperatures; the rest SI
};

/// The one choice of units. quantityText() follows it. shownUnit() knows no offset and therefore
/// leaves temperatures in degrees Celsius: axes and legends take shown() where converts() is true.
/// Code that keeps texts listens to changed().
class UnitSystem : public QObject {
    Q_OBJECT

  public:
    static UnitSystem& instance();

    UnitChoice choice() const { return choice_; }

    void choose(UnitChoice choice);

    /// The choice of last time, from the settings of the user; and from now on every choice is
    /// kept there.
    void keepInSettings();

    /// The unit in which values of `unit` are shown, before any prefix; its own in SI.
    DisplayUnit shown(const models::Unit& unit) const { return shownIn(choice_, unit); }

    static DisplayUnit shownIn(UnitChoice choice, const models::Unit& unit);

    /// The unit of that symbol, if any choice shows it in another one; else null.
    static const models::Unit* convertible(std::string_view symbol);
    /// The symbols of all of them.
    static std::vector<std::string_view> convertible();

    /// Values of this unit are shown in another one now.
    bool converts(const models::Unit& unit) const;

  signals:
    void changed();

  private:
    UnitSystem() = default;
    UnitChoice choice_ = UnitChoice::Si;
    bool keeps_ = false;
};

}  // namespace headroom::ui
