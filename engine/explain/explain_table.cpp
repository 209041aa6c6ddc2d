// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/explain.h"
#include "engine/explain/explain_models.h"
#include "engine/explain/explain_networks.h"
#include "engine/explain/explain_prices.h"
#include "engine/explain/explain_telemetry.h"
#include "engine/explain/explain_traces.h"
#include "engine/explain/explain_weather.h"

#include <array>

namespace headroom::engine {

namespace {

// One row a format of engine/border/formats.cpp; formats without a row are explained as tables.
constexpr auto kExplainers = std::to_array<FormatExplainer>({
    {"epw", &explainWeather},
    {"tmy3", &explainWeather},
    {"nsrdb", &explainWeather},
    {"open-meteo", &explainWeather},
    {"pvgis", &explainWeather},
    {"nasa-power", &explainWeather},
    {"dwd", &explainWeather},
    {"meteostat", &explainWeather},
    {"noaa-lcd", &explainWeather},
    {"asos", &explainWeather},
    {"urdb", &explainTariff},
    {"prometheus", &explainPrometheus},
    {"exposition", &explainExposition},
    {"redfish", &explainRedfish},
    {"sacct", &explainJobs},
    {"slurm-records", &explainJobs},
    {"pbs-records", &explainJobs},
    {"sacct-json", &explainJobs},
    {"kubernetes", &explainJobs},
    {"philly", &explainJobs},
    {"swf", &explainJobs},
    {"opendc-tasks", &explainJobs},
    {"openb", &explainJobs},
    {"pai", &explainJobs},
    {"acme", &explainJobs},
    {"jobs", &explainJobs},
    {"azure-requests", &explainRequests},
    {"burstgpt", &explainRequests},
    {"mooncake", &explainRequests},
    {"requests", &explainRequests},
    {"epanet", &explainEpanet},
    {"opendss", &explainFeeder},
    {"matpower", &explainPowerCase},
    {"pandapower", &explainPowerCase},
    {"slurm-topology", &explainTopology},
    {"ibnetdiscover", &explainTopology},
    {"model-config", &explainModelConfig},
    {"training-log", &explainRunLog},
    {"vllm-bench", &explainRunLog},
    {"nccl-tests", &explainRunLog},
    {"netbox-racks", &explainInventory},
    {"netbox-feeds", &explainInventory},
    {"netbox-cables", &explainInventory},
    {"kubernetes-yaml", &explainUnread},
    {"squeue", &explainUnread},
    {"ipmi-power", &explainUnread},
    {"netbox-devices", &explainInventory},
    {"opendcim", &explainInventory},
    {"device-type", &explainDeviceType},
});

}  // namespace

std::span<const FormatExplainer> formatExplainers() {
    return kExplainers;
}

}  // namespace headroom::engine
