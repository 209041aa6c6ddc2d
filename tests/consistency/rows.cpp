// SPDX-License-Identifier: Apache-2.0
#include "tests/consistency/rows.h"

namespace headroom::consistency {

namespace {

constexpr double kSame = 1e-12;     // one number, written in full
constexpr double kSummed = 1e-9;    // the same terms, added in another order
constexpr const char* kOneRun = "one run: the same state is summed once";
constexpr const char* kOneDesign = "one design: the same sums";

}  // namespace

const std::vector<Row>& rows() {
    static const std::vector<Row> kRows{
        // A run, told by all who tell of it.
        {"state hash", 0.0, kOneRun,
         {{"run:/state_hash"}, {"replay:/state_hash"}, {"frame:state_hash"}, {"python:/state_hash"}}},
        {"IT energy", kSame, kOneRun,
         {{"run:/it_energy_kwh", "kWh"}, {"replay:/it_energy_kwh", "kWh"},
          {"compare:/run[key=it_energy_kwh]/values/1", "kWh"}, {"python:/it_energy_kwh", "kWh"},
          {"report:IT energy"}}},
        {"facility energy", kSame, kOneRun,
         {{"run:/facility_energy_kwh", "kWh"}, {"replay:/facility_energy_kwh", "kWh"},
          {"compare:/run[key=facility_energy_kwh]/values/1", "kWh"},
          {"python:/facility_energy_kwh", "kWh"}, {"report:Facility energy"}}},
        {"PUE of the run", kSame, kOneRun,
         {{"run:/pue"}, {"run:/facility_energy_kwh over run:/it_energy_kwh"}, {"replay:/pue"},
          {"compare:/run[key=pue]/values/1"}, {"campaign:/figures/pue/mean"}, {"python:/pue"}}},
        {"WUE of the run", kSame, kOneRun,
         {{"run:/wue_l_per_kwh", "L/kWh"}, {"replay:/wue_l_per_kwh", "L/kWh"},
          {"compare:/run[key=wue_l_per_kwh]/values/1", "L/kWh"},
          {"campaign:/figures/wue_l_per_kwh/mean", "L/kWh"}, {"python:/wue_l_per_kwh", "L/kWh"},
          {"report:WUE"}}},
        {"tokens trained", kSame, kOneRun,
         {{"run:/tokens"}, {"replay:/tokens"}, {"compare:/run[key=tokens]/values/1"},
          {"campaign:/figures/tokens/mean"}, {"python:/tokens"}, {"report:Tokens trained"}}},
        {"carbon", kSame, kOneRun,
         {{"run:/carbon_kg", "kg"}, {"replay:/carbon_kg", "kg"},
          {"compare:/run[key=carbon_kg]/values/1", "kg"}, {"python:/carbon_kg", "kg"},
          {"report:Carbon"}}},
        {"cost of the run", kSame, kOneRun,
         {{"run:/cost/total_usd"}, {"replay:/cost/total_usd"},
          {"compare:/run[key=cost.total_usd]/values/1"}, {"python:/cost/total_usd"},
          {"report:Cost so far"}}},
        {"MFU of the run", kSame, kOneRun,
         {{"run:/mfu"}, {"replay:/mfu"}, {"compare:/run[key=mfu]/values/1"}, {"python:/mfu"},
          {"report:Model FLOP utilisation"}}},
        {"IT power, mean", kSame, kOneRun,
         {{"run:/it_power_mean_kw", "kW"}, {"replay:/it_power_mean_kw", "kW"},
          {"compare:/run[key=it_power_mean_kw]/values/1", "kW"}, {"report:IT power, mean"}}},

        // The design point.
        {"IT power at the design point", kSummed, kOneDesign,
         {{"design:it_mw"}, {"compare:/design[key=it_mw]/values/0", "MW"}, {"report:IT power"},
          {"brief:/it_mw", "MW"}}},
        {"facility power at the design point", kSummed, kOneDesign,
         {{"design:facility_mw"}, {"compare:/design[key=facility_mw]/values/0", "MW"},
          {"report:Facility power"}, {"brief:/facility_mw", "MW"},
          {"power:+/losses[part=Utility|Fuel cell]/output kW", "kW"}}},
        {"IT power is that of racks, network and storage", 0.0, "the printed digits",
         {{"power:+/losses[part=Racks|Network and storage]/output kW", "kW"}, {"design:it_mw"}}},
        {"PUE at the design point", kSummed, kOneDesign,
         {{"design:pue"}, {"compare:/design[key=pue]/values/0"}, {"report:PUE"},
          {"brief:/design_pue"}}},
        {"racks", 0.0, "counted",
         {{"design:racks"}, {"compare:/design[key=racks]/values/0"}, {"report:Racks"},
          {"brief:/racks"}, {"power:/losses[part=Racks]/units"},
          {"cost:+/capital_lines[what=rack PDUs]/quantity"}}},
        {"accelerators", 0.0, "counted",
         {{"design:accelerators"}, {"compare:/design[key=accelerators]/values/0"},
          {"run:/accelerators"}, {"campaign:/accelerators"}, {"python:/accelerators"},
          {"report:Accelerators"}, {"brief:/accelerators"}}},
        {"floor of the halls", kSummed, kOneDesign,
         {{"design:floor_m2"}, {"compare:/design[key=floor_m2]/values/0"}, {"brief:/hall_m2"}}},
        {"errors of the design", 0.0, "counted",
         {{"check:/errors"}, {"compare:/design[key=errors]/values/0"}, {"compare:/design[key=errors]/values/1"},
          {"report:Errors"}}},
        {"warnings of the design", 0.0, "counted",
         {{"check:/warnings"}, {"compare:/design[key=warnings]/values/0"}, {"compare:/design[key=warnings]/values/1"},
          {"report:Warnings"}}},

        // Networks.
        {"switches", 0.0, "counted",
         {{"bill:switch"}, {"fabric:$/figures[figure=switches]/value"},
          {"cost:+/capital_lines[system=network&what~switches&unit=pieces]/quantity"}}},
        {"host links", 0.0, "counted",
         {{"fabric:+/figures[figure=host cables]/value"}, {"fabric:+/cables[link=host]/links"}}},
        {"links between switches", 0.0, "counted",
         {{"fabric:+/figures[figure=cables between switches]/value"},
          {"fabric:+/cables[link~ to ]/links"}}},
        {"transceivers", 0.0, "counted",
         {{"bill:, modules"}, {"cost:+/capital_lines[what~, modules]/quantity"}}},

        // Money.
        {"price of electricity", kSummed, "one tariff",
         {{"run:/cost/energy_usd over run:/energy_kwh/utility", "kWh"}, {"design:utility_usd_per_j"}}},
        {"price of piped fuel", kSummed, "one tariff",
         {{"run:/cost/fuel_usd over run:/piped_fuel_kwh", "kWh"}, {"design:fuel_usd_per_j"}}},
        {"energy of a year at the design point", kSummed, kOneDesign,
         {{"design:energy_usd_per_year"}, {"compare:/design[key=energy_usd_per_year]/values/0", "USD/year"},
          {"compare:/design[key=energy_usd_per_year]/values/1", "USD/year"}}},
        {"capital", kSummed, "the same lines, added up",
         {{"cost:/capital"}, {"cost:+/capital_lines[]/amount"}, {"cost:/cash_flow/0/total"}}},

        {"cost of an accelerator-hour", kSummed, "the annuity over the hours",
         {{"cost:/outputs[key=accelerator_hour]/each"},
          {"cost:/annualised over cost:/outputs[key=accelerator_hour]/per_year"}}},

        {"cost of a million tokens", kSummed, "the same cost over the same tokens",
         {{"offer:/outputs[key=million_tokens_trained]/each"}, {"offer:/places[kind=own]/per_million_tokens"}}},
        {"break-even share of the hours", 0.001, "one law; hours are simulated days",
         {{"offer:/outputs[key=accelerator_hour]/each over offer:/places[kind=cloud]/per_used_hour"},
          {"offer:/places[kind=cloud]/break_even_utilisation"}}},

        // Air: zones of the run with the inlets of the field, and the field in three dimensions.
        {"hottest inlet of the hall", 0.1, "the field at design load, the run at its own",
         {{"frame:hall/hall-1/hottest_inlet_c"}, {"airflow:/halls/0/hottest_inlet_c"}}},

        // A training job by itself, and in the run with its network.
        {"step time of the first training", 0.1, "the run adds the network, throttling and checkpoints",
         {{"frame:job/first/step_s"}, {"estimate:/step_s"}}},
        {"MFU of the first training", 0.1, "as its step time",
         {{"frame:job/first/mfu"}, {"estimate:/mfu"}}},
    };
    return kRows;
}

const std::vector<Known>& known() {
    static const std::vector<Known> kKnown;
    return kKnown;
}

}  // namespace headroom::consistency
