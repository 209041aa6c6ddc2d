// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"
#include "engine/plant/plant.h"
#include "engine/run/frame/frame.h"
#include "engine/run/simulator.h"
#include "tests/consistency/library.h"

#include <QJsonDocument>
#include <QString>
#include <QStringList>

#include <map>
#include <memory>
#include <optional>
#include <vector>

/// Answers of every face of Headroom about one project: commands, the Python module and the library.
/// Each face is asked once.
namespace headroom::consistency {

/// A project, and how long it is run.
struct Case {
    QString name;
    QString path;       ///< of a scenario, or of the project that a brief made
    QStringList brief;  ///< arguments of `new`; empty for a scenario
    double untilS = 600.0;
    QStringList without;  ///< faces that take long and say nothing new of it
    bool commands =
        false;  ///< every face by its own process; else by what the command calls (library.h)
};

/// Every shipped scenario, then six briefs of the wizard.
std::vector<Case> allCases();

/// A number of a face.
struct Answer {
    double value = 0.0;     ///< [SI, or the bare number]
    double rounding = 0.0;  ///< half of the last digit that the face prints; 0 means all digits
    QString text;           ///< words, where the face answers with a word
};

class Answers {
  public:
    /// `folder` must exist; files are written there.
    Answers(Case what, QString folder);

    const Case& of() const { return case_; }

    /// The answer to "FACE:PATH", in the unit given; nothing where the face does not say. A path walks
    /// through JSON: "/design[key=racks]/values/0" takes the entry of a list whose "key" is "racks",
    /// "+/…" sums over every entry that fits, and "$/…" takes the last of them. Two answers with " over " between them are divided.
    /// Faces: run, replay, compare (the project, then the recording), campaign, cost, power, fabric, check, python, brief, estimate,
    /// offer (cost against a cloud; onprem-vs-cloud alone), airflow (the hall of warm-10mw alone)
    /// (commands, JSON), report (a label of its tables), design, frame and bill (the library), law (the
    /// laws of the window's "where from"), channel (of the recording).
    std::optional<Answer> find(const QString& where, const QString& unit);

    /// The recorded run as it is at its end, in this process: for objects by id.
    const engine::Project& project();
    const engine::Frame& frame();
    const engine::Plant& plant();
    QString recordingFile();

    /// The last face that failed, for messages.
    const QString& fault() const { return fault_; }

  private:
    const QJsonDocument& json(const QString& face);
    std::optional<Answer> one(const QString& where, const QString& unit);
    std::optional<Answer> ofReport(const QString& label);
    std::optional<Answer> ofLibrary(const QString& face, const QString& path);
    void simulate();
    const engine::Object* firstTraining();
    QStringList estimateArguments();
    QByteArray command(const QStringList& arguments);
    QByteArray byCommand(const QString& face);
    QByteArray python(const QString& until);
    Asked asked();
    const engine::OpenedDesign& opened();

    Case case_;
    QString folder_;
    QString fault_;
    std::map<QString, QJsonDocument> json_;
    std::map<QString, Answer> design_;
    std::optional<QString> report_;
    std::optional<engine::Project> project_;
    std::optional<engine::OpenedDesign> opened_;
    std::unique_ptr<engine::Simulator> simulator_;
    std::shared_ptr<const engine::Frame> frame_;
};

/// The catalogue, read once.
const engine::Catalogue& catalogue();

/// A number as a face prints it: "1 146 258 USD/year", "1.387 MWh", "84.9". Nothing for other words.
std::optional<Answer> readNumber(const QString& text);

}  // namespace headroom::consistency
