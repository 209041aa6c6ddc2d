// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/parsers.h"

#include <array>

namespace headroom::hostile {

std::span<const Parser> parsers() {
    static constexpr auto kParsers = std::to_array<Parser>({
        {"project", &project},
        {"catalogue", &catalogue},
        {"epw", &epw},
        {"job_trace", &job_trace},
        {"swf", &swf},
        {"load_trace", &load_trace},
        {"request_trace", &request_trace},
        {"share_tables", &share_tables},
        {"epanet", &epanet},
        {"dss", &dss},
        {"power_case", &power_case},
        {"netbox", &netbox},
        {"device_type", &device_type},
        {"object_table", &object_table},
        {"object_cells", &object_cells},
        {"recording", &recording},
        {"recording_rows", &recording_rows},
        {"case_file", &case_file},
        {"text_file", &text_file},
        {"notes", &notes},
        {"request_head", &request_head},
        {"request_body", &request_body},
        {"token_file", &token_file},
        {"telemetry_map", &telemetry_map},
        {"source_list", &source_list},
        {"telemetry_csv", &telemetry_csv},
        {"json_lines", &json_lines},
        {"exposition", &exposition},
        {"prometheus_answer", &prometheus_answer},
        {"redfish", &redfish},
        {"overlay", &overlay},
        {"sacct", &sacct},
        {"live_names", &live_names},
        {"guest_answer", &guest_answer},
        {"guest_file", &guest_file},
        {"guest_process", &guest_process},
        {"fmu", &fmu},
        {"subscription", &subscription},
        {"api_request", &api_request},
        {"web_socket", &web_socket},
        {"served_answer", &served_answer},
        {"push", &push},
        {"live_answer", &live_answer},
        {"telemetry_store", &telemetry_store},
        {"study", &study},
        {"study_database", &study_database},
        {"storyboard", &storyboard},
        {"lesson", &lesson},
        {"formula", &formula},
        {"year_hours", &year_hours},
        {"tariff", &tariff},
        {"border_table", &border_table},
        {"border_words", &border_words},
        {"recording_summary", &recording_summary},
        {"explain", &explain},
        {"urdb", &urdb},
        {"catalogue_part", &catalogue_part},
        {"cluster_topology", &cluster_topology},
        {"model_files", &model_files},
        {"workbook", &workbook},
    });
    return kParsers;
}

}  // namespace headroom::hostile
