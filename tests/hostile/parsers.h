// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

/// One function for each format that Headroom reads: it gives the bytes to the function that the
/// programs call, and throws BrokenInvariant where the answer is one that must not be. The same
/// functions are fuzzed (fuzz_main.cpp) and replayed as tests (tst_hostile_corpus.cpp).
namespace headroom::hostile {

void project(std::string_view bytes);
void catalogue(std::string_view bytes);
void epw(std::string_view bytes);
void job_trace(std::string_view bytes);
void swf(std::string_view bytes);
void load_trace(std::string_view bytes);
void request_trace(std::string_view bytes);
void share_tables(std::string_view bytes);
void epanet(std::string_view bytes);
void dss(std::string_view bytes);
void power_case(std::string_view bytes);
void netbox(std::string_view bytes);
void device_type(std::string_view bytes);
void object_table(std::string_view bytes);
void recording(std::string_view bytes);
void recording_rows(std::string_view bytes);
void case_file(std::string_view bytes);
void text_file(std::string_view bytes);
void notes(std::string_view bytes);
void request_head(std::string_view bytes);
void request_body(std::string_view bytes);
void token_file(std::string_view bytes);
void telemetry_map(std::string_view bytes);
void source_list(std::string_view bytes);
void telemetry_csv(std::string_view bytes);
void json_lines(std::string_view bytes);
void exposition(std::string_view bytes);
void prometheus_answer(std::string_view bytes);
void redfish(std::string_view bytes);
void overlay(std::string_view bytes);
void air_field(std::string_view bytes);
void sacct(std::string_view bytes);
void live_names(std::string_view bytes);
void guest_answer(std::string_view bytes);
void guest_file(std::string_view bytes);
void guest_process(std::string_view bytes);
void fmu(std::string_view bytes);
void subscription(std::string_view bytes);
void api_request(std::string_view bytes);
void web_socket(std::string_view bytes);
void served_answer(std::string_view bytes);
void push(std::string_view bytes);
void live_answer(std::string_view bytes);
void telemetry_store(std::string_view bytes);
void study(std::string_view bytes);
void study_database(std::string_view bytes);
void storyboard(std::string_view bytes);
void lesson(std::string_view bytes);
void formula(std::string_view bytes);
void year_hours(std::string_view bytes);
void tariff(std::string_view bytes);
void border_table(std::string_view bytes);
void border_words(std::string_view bytes);
void recording_summary(std::string_view bytes);
void explain(std::string_view bytes);
void urdb(std::string_view bytes);
void dxf(std::string_view bytes);
void catalogue_part(std::string_view bytes);
void cluster_topology(std::string_view bytes);
void model_files(std::string_view bytes);
void workbook(std::string_view bytes);
void workload(std::string_view bytes);
void trace_map(std::string_view bytes);

struct Parser {
    std::string_view name;  ///< of its function, its fuzzer and its folders of inputs
    void (*read)(std::string_view bytes);
};

/// All of them.
std::span<const Parser> parsers();

}  // namespace headroom::hostile
