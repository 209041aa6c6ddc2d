// SPDX-License-Identifier: Apache-2.0
#include "models/air/psychrometrics.h"

#include "engine/validate/kinds.h"

#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kTemperatureLimitK = 0.01;
constexpr double kMoistAirLimit = 1e-4;

}  // namespace

Result<void> validatePsychrometrics(const CaseFile& file, Rows& rows) {
    auto table = CaseTable::read(file.path);
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const double dryC = table->number(i, "t_dry_c");
        const double pressurePa = table->number(i, "p_pa");
        const double w = models::humidityRatio(dryC, table->number(i, "rel_hum"), pressurePa);
        const std::string id = table->placeOf(i);
        const std::string note = table->text(i, "t_dry_c") + " °C, humidity " +
                                 table->text(i, "rel_hum") + ", " + table->text(i, "p_pa") + " Pa";

        struct Column {
            std::string_view name;
            const char* quantity;
            const char* unit;
            double got;
        };

        const std::array kColumns = {
            Column{"t_wet_c", "wet bulb", "°C", models::wetBulbC(dryC, w, pressurePa)},
            Column{"t_dew_c", "dew point", "°C", models::dewPointC(dryC, w, pressurePa)},
            Column{"hum_ratio_kg_kg", "humidity ratio", "kg/kg", w},
            Column{"enthalpy_j_kg", "enthalpy", "J/kg", models::enthalpyJPerKg(dryC, w)},
            Column{"volume_m3_kg", "specific volume", "m3/kg",
                   models::specificVolumeM3PerKg(dryC, w, pressurePa)},
            Column{"vap_pres_pa", "vapour pressure", "Pa",
                   models::vapourPressurePa(w, pressurePa)}};
        for (const Column& column : kColumns) {
            const auto expected = table->optionalNumber(i, column.name);
            if (!expected) {
                continue;
            }
            const double limit = std::string_view(column.unit) == "°C"
                                     ? kTemperatureLimitK
                                     : kMoistAirLimit * std::abs(*expected);
            rows.push_back(comparedRow(
                file, id, {column.quantity, column.unit, *expected, column.got, limit}, note));
        }
    }
    if (table->fault()) {
        return tl::unexpected(*table->fault());
    }
    return {};
}

}  // namespace headroom::engine
