// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/subcommand.h"

/// One function per subcommand of headroom-cli, each in a file of its own: it adds the subcommand
/// with its options and help, and a callback that does the work and sets `code`.
namespace headroom::app {

void addRun(Subcommand app, int& code);
void addNew(Subcommand app, int& code);
void addCheck(Subcommand app, int& code);
void addCatalog(Subcommand app, int& code);
void addSchema(Subcommand app, int& code);
void addHelp(Subcommand app, int& code);
void addManual(Subcommand app, int& code);
void addExport(Subcommand app, int& code);
void addImport(Subcommand app, int& code);
void addValidate(Subcommand app, int& code);
void addReport(Subcommand app, int& code);
void addPower(Subcommand app, int& code);
void addFabric(Subcommand app, int& code);
void addEstimate(Subcommand app, int& code);
void addWaveform(Subcommand app, int& code);
void addAsk(Subcommand app, int& code);
void addDoctor(Subcommand app, int& code);
void addAirflow(Subcommand app, int& code);
void addSchedule(Subcommand app, int& code);
void addCampaign(Subcommand app, int& code);
void addSweep(Subcommand app, int& code);
void addCommission(Subcommand app, int& code);
void addSensitivity(Subcommand app, int& code);
void addStudy(Subcommand app, int& code);
void addTwin(Subcommand app, int& code);
void addCalibrate(Subcommand app, int& code);
void addWhy(Subcommand app, int& code);
void addCompare(Subcommand app, int& code);
void addCost(Subcommand app, int& code);
void addPlanning(Subcommand app, int& code);
void addReplay(Subcommand app, int& code);
void addBranch(Subcommand app, int& code);
void addServe(Subcommand app, int& code);
void addBench(Subcommand app, int& code);

}  // namespace headroom::app
