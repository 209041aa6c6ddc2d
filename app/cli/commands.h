// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

/// One function per subcommand of headroom-cli, each in a file of its own: it adds the subcommand
/// with its options and help, and a callback that does the work and sets `code`.
namespace headroom::app {

void addRun(CLI::App& app, int& code);
void addNew(CLI::App& app, int& code);
void addCheck(CLI::App& app, int& code);
void addCatalog(CLI::App& app, int& code);
void addSchema(CLI::App& app, int& code);
void addManual(CLI::App& app, int& code);
void addExport(CLI::App& app, int& code);
void addImport(CLI::App& app, int& code);
void addValidate(CLI::App& app, int& code);
void addReport(CLI::App& app, int& code);
void addPower(CLI::App& app, int& code);
void addFabric(CLI::App& app, int& code);
void addEstimate(CLI::App& app, int& code);
void addWaveform(CLI::App& app, int& code);
void addAirflow(CLI::App& app, int& code);
void addSchedule(CLI::App& app, int& code);
void addCampaign(CLI::App& app, int& code);
void addSweep(CLI::App& app, int& code);
void addCommission(CLI::App& app, int& code);
void addSensitivity(CLI::App& app, int& code);
void addStudy(CLI::App& app, int& code);
void addTwin(CLI::App& app, int& code);
void addCalibrate(CLI::App& app, int& code);
void addWhy(CLI::App& app, int& code);
void addCompare(CLI::App& app, int& code);
void addCost(CLI::App& app, int& code);
void addReplay(CLI::App& app, int& code);
void addBranch(CLI::App& app, int& code);
void addServe(CLI::App& app, int& code);
void addBench(CLI::App& app, int& code);

}  // namespace headroom::app
