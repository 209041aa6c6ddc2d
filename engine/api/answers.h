// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/routes.h"

/// One function for each route of routes.cpp; what each answers is in resources/api/openapi.json.
namespace headroom::engine {

// run_answers.cpp
HttpResponse answerRun(const Asked& asked);
HttpResponse changeRun(const Asked& asked);
HttpResponse stepRun(const Asked& asked);
HttpResponse answerSummary(const Asked& asked);

// frame_answers.cpp
HttpResponse answerFrame(const Asked& asked);
HttpResponse answerLayout(const Asked& asked);
HttpResponse answerFigures(const Asked& asked);
HttpResponse answerChannels(const Asked& asked);
HttpResponse answerSeries(const Asked& asked);
HttpResponse answerEvents(const Asked& asked);
HttpResponse answerAlarms(const Asked& asked);
HttpResponse answerJobs(const Asked& asked);

// job_answers.cpp
HttpResponse submitJob(const Asked& asked);
HttpResponse answerJob(const Asked& asked);
HttpResponse answerHistory(const Asked& asked);
HttpResponse answerSwings(const Asked& asked);

// question_answers.cpp
HttpResponse answerQuestions(const Asked& asked);
HttpResponse answerQuestion(const Asked& asked);

// design_answers.cpp
HttpResponse answerProject(const Asked& asked);
HttpResponse changeProject(const Asked& asked);
HttpResponse replaceProject(const Asked& asked);
HttpResponse answerProjectFiles(const Asked& asked);
HttpResponse answerProjectFile(const Asked& asked);
HttpResponse answerDesign(const Asked& asked);
HttpResponse undoDesign(const Asked& asked);
HttpResponse redoDesign(const Asked& asked);

// order_answers.cpp
HttpResponse answerOrders(const Asked& asked);
HttpResponse giveOrder(const Asked& asked);
HttpResponse cancelOrder(const Asked& asked);

// telemetry_answers.cpp
HttpResponse answerTelemetry(const Asked& asked);
HttpResponse pushTelemetry(const Asked& asked);
HttpResponse acknowledgeTelemetryAlarm(const Asked& asked);

/// A number of the query; `otherwise` where it is not stated. REQ-012, REQ-013.
Result<double> askedNumber(const HttpRequest& request, std::string_view name, double otherwise,
                           double least, double most);

/// The body, where the request says that it is JSON (REQ-029 otherwise: a form of another page is none).
ResultAll<std::string> jsonBody(const HttpRequest& request);

}  // namespace headroom::engine
