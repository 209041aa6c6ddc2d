// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"
#include "engine/replay/opened_design.h"

#include <QByteArray>
#include <QString>

#include <filesystem>

/// Faces of the command line as the engine writes them, without a process each: the functions whose words a command prints
/// as they are. A process takes 0.15 s to read the catalogue, and the test asks some four hundred times.
namespace headroom::consistency {

/// What a face of Answers is asked about.
struct Asked {
    QString name;                    ///< of the case
    const engine::Project* project;  ///< read from `path`
    std::filesystem::path recording;
    const engine::OpenedDesign* opened = nullptr;  ///< that recording; null before it is there
    double untilS = 0.0;
};

/// The JSON of a face; null where the library has none ("python", "brief", "check", "airflow", "offer"). `fault` says what went wrong.
QByteArray libraryJson(const QString& face, const Asked& asked, QString& fault);

/// The report of the recording as a page.
QByteArray libraryReport(const Asked& asked);

}  // namespace headroom::consistency
