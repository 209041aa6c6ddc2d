// SPDX-License-Identifier: Apache-2.0
#include "engine/border/formats.h"

#include "engine/base/number.h"
#include "engine/border/foreign_tables.h"
#include "engine/border/text_encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace headroom::engine {

namespace {

constexpr std::size_t kShownBytes = std::size_t{1} << 16U;

bool has(const ShownText& shown, std::string_view word) {
    return shown.begin.find(word) != std::string_view::npos;
}

bool hasAll(const ShownText& shown, std::initializer_list<std::string_view> words) {
    return std::all_of(words.begin(), words.end(),
                       [&](std::string_view word) { return has(shown, word); });
}

/// The first line that is not blank.
std::string_view firstLine(const ShownText& shown) {
    const std::size_t from = std::min(shown.begin.find_first_not_of(" \t\r\n"), shown.begin.size());
    return shown.begin.substr(from, shown.begin.find_first_of("\r\n", from) - from);
}

bool isJson(const ShownText& shown) {
    const std::string_view line = firstLine(shown);
    return line.starts_with('{') || line.starts_with('[');
}

std::string lowerLine(const ShownText& shown) {
    std::string line(firstLine(shown));
    std::transform(line.begin(), line.end(), line.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return line;
}

std::vector<std::string> cellsOf(std::string_view line) {
    std::vector<std::string> cells;
    for (std::size_t at = 0; at <= line.size();) {
        const std::size_t end = std::min(line.find(',', at), line.size());
        cells.emplace_back(line.substr(at, end - at));
        at = end + 1;
    }
    return cells;
}

bool heads(const ShownText& shown, std::initializer_list<std::string_view> words) {
    const std::string_view line = firstLine(shown);
    return std::all_of(words.begin(), words.end(), [&](std::string_view word) {
        return line.find(word) != std::string_view::npos;
    });
}

// One row a format. Rows with the most certain mark come first; general tables come last.
constexpr auto kFormats = std::to_array<KnownFormat>({
    {"project", "a project of Headroom", "headroom-cli check FILE",
     [](const ShownText& t) { return isJson(t) && has(t, "\"headroom-project/"); }},
    {"telemetry-map", "a telemetry map of Headroom", "headroom-cli twin PROJECT --map FILE",
     [](const ShownText& t) { return isJson(t) && has(t, "\"headroom-telemetry/"); }},
    {"catalogue", "parts of a catalogue of Headroom", "headroom-cli check PROJECT, with the file in the project's folder catalog",
     [](const ShownText& t) { return isJson(t) && has(t, "\"headroom-catalogue/"); }},
    {"epw", "an EnergyPlus weather file", "headroom-cli run PROJECT --weather FILE",
     [](const ShownText& t) { return firstLine(t).starts_with("LOCATION,") || hasAll(t, {"\nLOCATION,", "DATA PERIODS"}); }},
    {"tmy3", "a weather file in the form of TMY3", "headroom-cli run PROJECT --weather FILE",
     [](const ShownText& t) { return hasAll(t, {"Date (MM/DD/YYYY)", "Dry-bulb (C)"}); }},
    {"nsrdb", "a CSV of the National Solar Radiation Database (NSRDB)", "headroom-cli run PROJECT --weather FILE",
     [](const ShownText& t) { return firstLine(t).starts_with("Source,Location ID,"); }},
    {"open-meteo", "a weather file of Open-Meteo", "headroom-cli run PROJECT --weather FILE",
     [](const ShownText& t) { return firstLine(t).starts_with("latitude,longitude,") && has(t, "temperature_2m"); }},
    {"pvgis", "a weather file of PVGIS", "headroom-cli run PROJECT --weather FILE",
     [](const ShownText& t) { return hasAll(t, {"time(UTC)", "T2m"}); }},
    {"nasa-power", "a weather file of NASA POWER", "headroom-cli run PROJECT --weather FILE",
     [](const ShownText& t) { return hasAll(t, {"NASA/POWER", "YEAR,", "T2M"}); }},
    {"dwd", "hourly weather of Deutscher Wetterdienst", "headroom-cli run PROJECT --weather FILE",
     [](const ShownText& t) { return heads(t, {"STATIONS_ID", "MESS_DATUM"}); }},
    {"meteostat", "hourly weather of Meteostat", "headroom-cli run PROJECT --weather FILE",
     [](const ShownText& t) { return heads(t, {"temp", "dwpt", "rhum"}); }},
    {"noaa-lcd", "Local Climatological Data of NOAA", "headroom-cli run PROJECT --weather FILE",
     [](const ShownText& t) { return heads(t, {"STATION", "HourlyDryBulbTemperature"}); }},
    {"asos", "weather of the ASOS archive of Iowa State University", "headroom-cli run PROJECT --weather FILE",
     [](const ShownText& t) { return has(t, "station,valid") && has(t, "tmpf"); }},
    {"urdb", "a tariff of the Utility Rate Database (URDB)", "headroom-cli import PROJECT --tariff FILE",
     [](const ShownText& t) { return isJson(t) && has(t, "\"energyratestructure\""); }},
    {"prometheus", "an answer of the HTTP API of Prometheus", "headroom-cli twin PROJECT --telemetry FILE",
     [](const ShownText& t) { return isJson(t) && hasAll(t, {"\"status\"", "\"resultType\""}); }},
    {"redfish", "a resource of Redfish", "headroom-cli twin PROJECT --telemetry FILE",
     [](const ShownText& t) { return isJson(t) && has(t, "\"@odata.id\""); }},
    {"exposition", "the text of a Prometheus exporter", "headroom-cli twin PROJECT --telemetry FILE",
     [](const ShownText& t) { return t.begin.starts_with("# HELP ") || t.begin.starts_with("# TYPE ") || has(t, "\n# TYPE "); }},
    {"influx-csv", "annotated CSV of InfluxDB", "headroom-cli twin PROJECT --telemetry FILE",
     [](const ShownText& t) { return t.begin.starts_with("#datatype") || t.begin.starts_with("#group") || heads(t, {"_time", "_value"}); }},
    {"influx-lines", "line protocol of InfluxDB", "headroom-cli twin PROJECT --telemetry FILE",
     [](const ShownText& t) { return isLineProtocol(t.begin); }},
    {"influx-json", "an answer of InfluxDB", "headroom-cli twin PROJECT --telemetry FILE",
     [](const ShownText& t) { return isJson(t) && hasAll(t, {"\"results\"", "\"series\"", "\"columns\"", "\"values\""}); }},
    {"grafana", "an answer of Grafana", "headroom-cli twin PROJECT --telemetry FILE",
     [](const ShownText& t) { return isJson(t) && (hasAll(t, {"\"schema\"", "\"fields\"", "\"values\""}) || hasAll(t, {"\"target\"", "\"datapoints\""})); }},
    {"haystack", "a grid of Haystack", "headroom-cli twin PROJECT --telemetry FILE",
     [](const ShownText& t) { return isZinc(t.begin) || (isJson(t) && hasAll(t, {"\"cols\"", "\"rows\"", "\"ver\""})); }},
    {"green-button", "readings of Green Button", "headroom-cli twin PROJECT --telemetry FILE",
     [](const ShownText& t) { return isGreenButton(t.begin); }},
    {"entso-e-xml", "prices of ENTSO-E in XML", "economics.price_file of a project",
     [](const ShownText& t) { return isEntsoeXml(t.begin); }},
    {"prometheus-error", "an error of the HTTP API of Prometheus", "correct the query, then ask again",
     [](const ShownText& t) { return isJson(t) && hasAll(t, {"\"status\"", "\"error\"", "\"errorType\""}); }},
    {"nvidia-smi", "the CSV output of nvidia-smi", "headroom-cli twin PROJECT --telemetry FILE",
     [](const ShownText& t) { return heads(t, {"timestamp", "."}) && (heads(t, {"power.draw"}) || heads(t, {"utilization.gpu"}) || heads(t, {"temperature.gpu"})); }},
    {"home-assistant", "a history of Home Assistant", "headroom-cli twin PROJECT --telemetry FILE",
     [](const ShownText& t) { return has(t, "entity_id") && has(t, "state") && has(t, "last_changed"); }},
    {"electricity-maps", "a file of Electricity Maps", "economics.carbon_file of a project",
     [](const ShownText& t) { return heads(t, {"Datetime (UTC)", "arbon"}); }},
    {"entso-e", "prices of the ENTSO-E Transparency Platform", "economics.price_file of a project",
     [](const ShownText& t) { return hasAll(t, {"MTU", "rice"}); }},
    {"epanet", "a pipe network of EPANET", "headroom-cli validate FILE, with a table of expected heads next to it",
     [](const ShownText& t) { return t.name.ends_with(".inp") || hasAll(t, {"[JUNCTIONS]", "[PIPES]"}); }},
    {"opendss", "a circuit of OpenDSS", "headroom-cli validate FILE, with a table of expected voltages next to it",
     [](const ShownText& t) { return t.name.ends_with(".dss"); }},
    {"pandapower", "a network of pandapower", "headroom-cli validate FILE, with tables of expected results next to it",
     [](const ShownText& t) { return isJson(t) && has(t, "pandapowerNet"); }},
    {"matpower", "a case of MATPOWER", "headroom-cli validate FILE, with tables of expected results next to it",
     [](const ShownText& t) { return has(t, "baseMVA") && has(t, "branch"); }},
    {"ibnetdiscover", "the output of ibnetdiscover", "headroom-cli fabric PROJECT --against FILE",
     [](const ShownText& t) { return has(t, "switchguid="); }},
    {"slurm-topology", "a topology of Slurm", "headroom-cli fabric PROJECT --against FILE",
     [](const ShownText& t) { return has(t, "SwitchName=") || has(t, "BlockName=") || (has(t, "topology:") && (has(t, "switches:") || has(t, "blocks:"))); }},
    {"training-log", "the log of a training run", "headroom-cli estimate training --log FILE",
     [](const ShownText& t) { return has(t, "elapsed time per iteration (ms)") || has(t, ":::MLLOG") || has(t, "train_step_timing in s") || (has(t, "step:") && (has(t, "tps:") || has(t, "wps:"))); }},
    {"vllm-bench", "the output of vLLM's serving benchmark", "headroom-cli estimate inference --log FILE",
     [](const ShownText& t) { return has(t, "Serving Benchmark Result") || (isJson(t) && hasAll(t, {"\"mean_ttft_ms\"", "\"output_throughput\""})); }},
    {"nccl-tests", "the output of nccl-tests", "headroom-cli estimate training --log FILE",
     [](const ShownText& t) { return has(t, "busbw") && has(t, "algbw"); }},
    {"model-config", "the config of a language model", "headroom-cli estimate training --model FILE",
     [](const ShownText& t) {
         return isJson(t) && ((has(t, "\"vocab_size\"") && (has(t, "\"num_hidden_layers\"") || has(t, "\"n_layer\""))) || hasAll(t, {"\"architectures\"", "\"model_type\""}));
     }},
    {"device-type", "a device type of NetBox's library", "headroom-cli import PROJECT --device-type FILE --like SERVER",
     [](const ShownText& t) { return (t.name.ends_with(".yaml") || t.name.ends_with(".yml")) && hasAll(t, {"manufacturer:", "model:", "u_height:"}); }},
    {"netbox-feeds", "power feeds of NetBox", "headroom-cli import PROJECT --netbox-racks FILE --netbox-devices FILE --netbox-feeds FILE",
     [](const ShownText& t) { return isJson(t) ? hasAll(t, {"\"power_panel\"", "\"amperage\""}) : heads(t, {"ower panel", "oltage", "mperage"}) || heads(t, {"power_panel", "voltage", "amperage"}); }},
    {"netbox-cables", "cables of NetBox", "headroom-cli import PROJECT --netbox-racks FILE --netbox-devices FILE --netbox-cables FILE",
     [](const ShownText& t) { return isJson(t) ? hasAll(t, {"\"a_terminations\"", "\"b_terminations\""}) || hasAll(t, {"\"termination_a\"", "\"termination_b\""}) : heads(t, {"Termination A", "Termination B"}); }},
    {"opendcim", "cabinets or devices of openDCIM", "headroom-cli import PROJECT --netbox-racks FILE --netbox-devices FILE",
     [](const ShownText& t) { return isJson(t) && (has(t, "\"CabinetID\"") || hasAll(t, {"\"DeviceID\"", "\"Cabinet\""})); }},
    {"netbox-devices", "devices of NetBox", "headroom-cli import PROJECT --netbox-racks FILE --netbox-devices FILE",
     [](const ShownText& t) { return isJson(t) ? hasAll(t, {"\"device_type\"", "\"rack\""}) : heads(t, {"Rack", "Position"}) || heads(t, {"device_type", "rack"}); }},
    {"netbox-racks", "racks of NetBox", "headroom-cli import PROJECT --netbox-racks FILE --netbox-devices FILE",
     [](const ShownText& t) { return isJson(t) ? hasAll(t, {"\"u_height\"", "\"site\""}) : heads(t, {"Site", "Height"}) || heads(t, {"site", "u_height"}); }},
    {"sacct-json", "the JSON output of sacct", "headroom-cli schedule FILE --accelerators N",
     [](const ShownText& t) { return isJson(t) && hasAll(t, {"\"jobs\"", "\"job_id\""}); }},
    {"sacct", "the text output of sacct", "headroom-cli schedule FILE --accelerators N",
     [](const ShownText& t) { return heads(t, {"JobID", "|"}) || heads(t, {"Submit", "TRES"}) || (isRuled(t.begin) && heads(t, {"JobID"})); }},
    {"slurm-records", "jobs of scontrol, or of Slurm's jobcomp/filetxt", "headroom-cli schedule FILE --accelerators N",
     [](const ShownText& t) { return firstLine(t).starts_with("JobId="); }},
    {"pbs-records", "accounting records of PBS or TORQUE", "headroom-cli schedule FILE --accelerators N",
     [](const ShownText& t) { return isPbsRecord(firstLine(t)); }},
    {"squeue", "the text output of squeue, which lacks times of submission and accelerators", "headroom-cli schedule JOBS.json --accelerators N, after sacct --json > JOBS.json",
     [](const ShownText& t) { return heads(t, {"JOBID", "PARTITION", "NODELIST"}); }},
    {"ipmi-power", "the output of ipmitool dcmi power reading, a single reading", "headroom-cli twin PROJECT --telemetry READINGS.csv, after a row with a time and a power was written for each reading",
     [](const ShownText& t) { return firstLine(t).starts_with("Instantaneous power reading:"); }},
    {"kubernetes", "a list of pods as kubectl prints it", "headroom-cli schedule FILE --accelerators N",
     [](const ShownText& t) { return isJson(t) && has(t, "\"kind\"") && (hasAll(t, {"\"items\"", "\"metadata\""}) || has(t, "\"Pod\"")); }},
    {"kubernetes-yaml", "the YAML output of kubectl", "headroom-cli schedule PODS.json --accelerators N, after kubectl get pods -A -o json > PODS.json",
     [](const ShownText& t) { return !isJson(t) && hasAll(t, {"apiVersion:", "kind:", "metadata:"}); }},
    {"philly", "jobs of Microsoft's Philly traces", "headroom-cli schedule FILE --accelerators N",
     [](const ShownText& t) { return isJson(t) && hasAll(t, {"\"attempts\"", "\"jobid\""}); }},
    {"swf", "a log in Standard Workload Format", "headroom-cli schedule FILE --accelerators N",
     [](const ShownText& t) { return t.name.ends_with(".swf") || (firstLine(t).starts_with(';') && has(t, ":")); }},
    {"opendc-fragments", "fragments of tasks of OpenDC", "headroom-cli twin PROJECT --tasks TASKS --fragments FILE",
     [](const ShownText& t) { return heads(t, {"duration", "cpu_usage"}); }},
    {"opendc-tasks", "tasks of OpenDC", "headroom-cli schedule FILE --accelerators N",
     [](const ShownText& t) { return heads(t, {"submission_time", "duration", "cpu_count"}); }},
    {"openb", "pods of Alibaba's openb traces", "headroom-cli schedule FILE --accelerators N",
     [](const ShownText& t) { return heads(t, {"num_gpu", "gpu_milli", "creation_time"}); }},
    {"pai", "tasks of Alibaba's PAI traces", "headroom-cli schedule FILE --accelerators N",
     [](const ShownText& t) { return heads(t, {"inst_num", "plan_gpu"}) || heads(t, {"num_inst", "num_gpu"}) || isPaiTask(cellsOf(firstLine(t))); }},
    {"acme", "the job log of Acme or Helios", "headroom-cli schedule FILE --accelerators N",
     [](const ShownText& t) { return heads(t, {"gpu_num", "submit_time"}); }},
    {"azure-requests", "requests of Azure's LLM inference traces", "headroom-cli estimate inference --trace FILE",
     [](const ShownText& t) { return heads(t, {"ContextTokens", "GeneratedTokens"}); }},
    {"burstgpt", "requests of BurstGPT", "headroom-cli estimate inference --trace FILE",
     [](const ShownText& t) { return heads(t, {"Request tokens", "Response tokens"}); }},
    {"mooncake", "requests in the form of Mooncake", "headroom-cli estimate inference --trace FILE",
     [](const ShownText& t) { return isJson(t) && hasAll(t, {"\"input_length\"", "\"output_length\""}); }},
    {"requests", "a table of inference requests", "headroom-cli estimate inference --trace FILE",
     [](const ShownText& t) { return heads(t, {"context_tokens", "generated_tokens"}) || has(t, "completion_tokens") || heads(t, {"output_tokens"}); }},
    {"jobs", "a table of jobs", "headroom-cli schedule FILE --accelerators N",
     [](const ShownText& t) {
         const std::string line = lowerLine(t);
         const auto says = [&](std::string_view word) { return line.find(word) != std::string::npos; };
         const bool hasBegin = says("submit") || says("queued") || says("created") || says("qtime");
         const bool hasRun = says("end") || says("finish") || says("duration") || says("runtime") || says("elapsed") || says("mtime");
         return (says("submit") || (hasBegin && hasRun)) && (says("gpu") || says("accelerator"));
     }},
});

static_assert(std::all_of(kFormats.begin(), kFormats.end(),
                          [](const KnownFormat& format) { return !format.use.empty(); }),
              "every format says which command reads it");

}  // namespace

bool isPbsRecord(std::string_view line) {
    constexpr std::string_view kForm = "00/00/0000 00:00:00;A;";
    return line.size() > kForm.size() &&
           std::equal(kForm.begin(), kForm.end(), line.begin(), [](char form, char c) {
               return form == '0'   ? c >= '0' && c <= '9'
                      : form == 'A' ? c >= 'A' && c <= 'Z'
                                    : c == form;
           });
}

bool isPaiTask(std::span<const std::string> cells) {
    constexpr std::size_t kPaiColumns = 10, kInstances = 2, kStatus = 3, kBegin = 4;
    constexpr auto kStates = std::to_array<std::string_view>(
        {"Terminated", "Failed", "Running", "Waiting", "Interrupted"});
    return cells.size() == kPaiColumns &&
           std::find(kStates.begin(), kStates.end(), cells[kStatus]) != kStates.end() &&
           parseNumber(cells[kInstances]) && (cells[kBegin].empty() || parseNumber(cells[kBegin]));
}

const KnownFormat* formatOf(std::string_view fileName, std::string_view text) {
    std::string name(fileName.substr(fileName.rfind('/') + 1));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (name.ends_with(".gz")) {
        name.resize(name.size() - 3);
    }
    const DecodedText decoded = decodeText(std::string(text.substr(0, kShownBytes)));
    const ShownText shown{name, decoded.text};
    const auto found = std::find_if(kFormats.begin(), kFormats.end(),
                                    [&](const KnownFormat& format) { return format.shows(shown); });
    return found == kFormats.end() ? nullptr : &*found;
}

std::string otherFormatWords(std::string_view fileName, std::string_view text,
                             std::string_view expected) {
    const KnownFormat* format = formatOf(fileName, text);
    return format == nullptr || format->id == expected
               ? std::string()
               : fmt::format("This is {}. Read it with: {}.", format->words, format->use);
}

}  // namespace headroom::engine
