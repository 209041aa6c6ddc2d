// SPDX-License-Identifier: Apache-2.0
#include "tests/consistency/answers.h"

#include "engine/bill/bill_of_materials.h"
#include "engine/check/headline.h"
#include "engine/figures/figures.h"
#include "engine/laws/law_scene.h"
#include "engine/live/run.h"
#include "engine/resolve/design.h"
#include "engine/run/frame/frame_objects.h"
#include "engine/store/recording.h"
#include "models/workload/language_model.h"
#include "models/workload/training_job.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>

#include <array>
#include <cmath>

namespace headroom::consistency {

namespace {

/// The case whose hall is computed in three dimensions.
constexpr QLatin1String kFieldCase("warm-10mw");

constexpr double kRunLimitMs = 120'000;

struct Prefix {
    const char* symbol;
    double toSi;
};

/// Units that faces write, in SI or in the bare unit of the figure.
constexpr auto kUnits = std::to_array<Prefix>({
    {"GWh", 3.6e12},
    {"MWh", 3.6e9},
    {"kWh", 3.6e6},
    {"Wh", 3.6e3},
    {"MW", 1e6},
    {"kW", 1e3},
    {"W", 1.0},
    {"kVA", 1e3},
    {"MVA", 1e6},
    {"%", 0.01},
    {"t", 1e3},
    {"kg", 1.0},
    {"L/kWh", 1.0 / 3.6e9},
    {"kg/kWh", 1.0 / 3.6e6},
    {"km", 1e3},
    {"m", 1.0},
    {"Mtokens/s", 1e6},
    {"ktokens/s", 1e3},
    {"tokens/s", 1.0},
    {"USD/year", 1.0 / (8760.0 * 3600.0)},
    {"year", 8760.0 * 3600.0},
    {"k", 1e3},
    {"M", 1e6},
    {"million", 1e6},
    {"ms", 1e-3},
    {"s", 1.0},
    {"h", 3600.0},
    {"L/s", 1e-3},
    {"m3", 1.0},
    {"kPa", 1e3},
    {"Mtokens", 1e6},
});

double toSi(const QString& unit) {
    for (const Prefix& known : kUnits) {
        if (unit == QLatin1String(known.symbol)) {
            return known.toSi;
        }
    }
    return 1.0;
}

/// Entries of a list that have all of "key=value|other value&key~part of the value".
bool fits(const QJsonObject& entry, const QString& wanted) {
    for (const QString& part : wanted.split('&')) {
        const bool contains = part.contains('~');
        const qsizetype at = part.indexOf(contains ? '~' : '=');
        const QJsonValue value = entry.value(part.left(at).trimmed());
        const QString text =
            value.isDouble() ? QString::number(value.toDouble()) : value.toString();
        const QString word = part.mid(at + 1).trimmed();
        if (contains ? !text.contains(word) : !word.split('|').contains(text)) {
            return false;
        }
    }
    return true;
}

std::vector<QJsonValue> walk(const QJsonValue& from, QStringList steps) {
    if (steps.isEmpty()) {
        return {from};
    }
    const QString step = steps.takeFirst();
    static const QRegularExpression kFilter(QStringLiteral("^(.*)\\[(.*)\\]$"));
    const auto filter = kFilter.match(step);
    const QString key = filter.hasMatch() ? filter.captured(1) : step;
    const QJsonValue next =
        from.isArray() ? from.toArray().at(key.toInt()) : from.toObject().value(key);
    if (!filter.hasMatch()) {
        return next.isUndefined() || next.isNull() ? std::vector<QJsonValue>{} : walk(next, steps);
    }
    std::vector<QJsonValue> all;
    for (const QJsonValue& entry : next.toArray()) {
        if (filter.captured(2).isEmpty() || fits(entry.toObject(), filter.captured(2))) {
            const auto found = walk(entry, steps);
            all.insert(all.end(), found.begin(), found.end());
        }
    }
    return all;
}

}  // namespace

const engine::Catalogue& catalogue() {
    static const engine::Catalogue kCatalogue =
        *engine::Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
    return kCatalogue;
}

std::optional<Answer> readNumber(const QString& text) {
    static const QRegularExpression kNumber(
        QStringLiteral("^\\s*([-+\u2212]?\\d[\\d "
                       "\u00a0\u2009\u202f]*(?:\\.\\d+)?)(?:\u00d710(["
                       "\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+)|e([-+]?\\d+))?"
                       "[\\s\u00a0\u2009\u202f]*([^\\s\u00a0\u202f(]*)"));
    const auto match = kNumber.match(text);
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    QString digits = match.captured(1);
    digits.remove(QRegularExpression(QStringLiteral("[\\s\u00a0\u2009\u202f]")))
        .replace(QChar(0x2212), '-');
    double power = match.captured(3).isEmpty() ? 0.0 : match.captured(3).toDouble();
    if (!match.captured(2).isEmpty()) {
        static const QString kSuper =
            QStringLiteral("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079");
        for (const QChar c : match.captured(2)) {
            power = 10.0 * power + static_cast<double>(kSuper.indexOf(c));
        }
    }
    const qsizetype point = digits.indexOf('.');
    const double decimals = point < 0 ? 0.0 : static_cast<double>(digits.size() - point - 1);
    const double scale = std::pow(10.0, power) * toSi(match.captured(4));
    return Answer{digits.toDouble() * scale, 0.5 * std::pow(10.0, -decimals) * scale, {}};
}

std::vector<Case> allCases() {
    std::vector<Case> cases;
    const QDir scenarios(QStringLiteral(HEADROOM_SOURCE_DIR "/scenarios"));
    // Each command by its process for plants of every kind, for traces next to a project, two sites, and a cloud.
    const QStringList commands{"tour-small-hall", "frontier-day", "fuel-cell-campus",
                               "two-site-training", "onprem-vs-cloud"};
    for (const QString& name : scenarios.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        Case c{name,  scenarios.filePath(name), {},
               600.0, {"cost", "python"},       commands.contains(name)};
        // `cost` simulates days of a year, Python starts an interpreter: once for each kind of plant.
        if (QStringList{"tour-small-hall", "distributed-redundant", "immersion-hall",
                        "fuel-cell-campus", "solar-and-storage", "onprem-vs-cloud"}
                .contains(name)) {
            c.without.clear();
        } else if (name == "million") {
            c.without << "campaign"
                      << "report"
                      << "check"
                      << "power";
        }
        cases.push_back(c);
    }
    // Every cooling, wiring and kind of rack that the wizard knows. Those with two loops list them in an order
    // that is not that of the plant.
    const auto brief = [&](const char* name, const char* arguments) {
        cases.push_back({QString::fromLatin1(name),
                         {},
                         QString::fromLatin1(arguments).split(' '),
                         600.0,
                         {},
                         false});
    };
    brief("air-3mw", "--mw 3 --rack air-h100-2 --redundancy n --climate singapore");
    brief("warm-10mw", "--mw 10");
    brief("dry-2mw",
          "--mw 2 --rack gb200-nvl72 --cooling dry --redundancy n+1 --climate chicago-il");
    brief(
        "chilled-4mw",
        "--mw 4 --rack dlc-b200-8 --cooling chilled --redundancy 4-to-make-3 --climate phoenix-az");
    brief("mixed-6mw", "--mw 6 --rack gb200-nvl72=2 --rack air-h100-2=1 --redundancy n+1");
    brief("immersion-2mw", "--mw 2 --rack tank-h200-8 --redundancy n");
    return cases;
}

Answers::Answers(Case what, QString folder) : case_(std::move(what)), folder_(std::move(folder)) {
    if (!case_.brief.isEmpty()) {
        case_.path = folder_ + '/' + case_.name + ".json";
        const QByteArray made =
            command(QStringList{"new"} + case_.brief +
                    QStringList{"--out", case_.path, "--replace", "--format", "json"});
        json_["brief"] = QJsonDocument::fromJson(made);
    }
    // A run has the inlets of the field that its project holds: the field comes first.
    const bool hasField = case_.name == kFieldCase;
    qputenv("HEADROOM_AIR_FOLDER", hasField ? (folder_ + "/air").toUtf8() : QByteArray("none"));
    if (hasField) {
        command({"airflow", case_.path, "--write", "--quiet"});
    }
}

QByteArray Answers::command(const QStringList& arguments) {
    QProcess process;
    process.start(HEADROOM_CLI, arguments);
    if (!process.waitForFinished(static_cast<int>(kRunLimitMs)) ||
        process.exitStatus() != QProcess::NormalExit || process.exitCode() > 1) {
        fault_ = arguments.join(' ') + ": " + QString::fromUtf8(process.readAllStandardError());
        return {};
    }
    return process.readAllStandardOutput();
}

QString Answers::recordingFile() {
    json("run");
    return folder_ + '/' + case_.name + ".db";
}

Asked Answers::asked() {
    return {case_.name, &project(), (folder_ + '/' + case_.name + ".db").toStdString(),
            opened_ ? &*opened_ : nullptr, case_.untilS};
}

/// The recording, read once for all that look at it.
const engine::OpenedDesign& Answers::opened() {
    if (!opened_) {
        auto read = engine::openDesign(recordingFile().toStdString(),
                                       HEADROOM_SOURCE_DIR "/resources/catalog");
        if (!read || read->replay == nullptr) {
            qFatal("%s: the recording cannot be replayed", qPrintable(case_.name));
        }
        opened_ = std::move(*read);
    }
    return *opened_;
}

const QJsonDocument& Answers::json(const QString& face) {
    const auto known = json_.find(face);
    if (known != json_.end()) {
        return known->second;
    }
    QByteArray text;
    if (face == "compare" && !case_.commands) {
        opened();
    }
    if (face == "replay" && !case_.commands) {
        simulate();
        text = QByteArray::fromStdString(engine::summaryJson(simulator_->summary(), 0.0));
    } else if (!case_.commands) {
        text = libraryJson(face, asked(), fault_);
    }
    if (text.isEmpty() && (case_.commands || face == "airflow" || face == "offer")) {
        text = byCommand(face);
    }
    return json_[face] = QJsonDocument::fromJson(text);
}

QByteArray Answers::byCommand(const QString& face) {
    const QString db = folder_ + '/' + case_.name + ".db";
    const QString until = QString::number(case_.untilS) + 's';
    const QStringList asJson{"--format", "json"};
    if (face == "run") {
        QFile::remove(db);
        return command(QStringList{"run", case_.path, "--until", until, "--out", db, "--quiet"} +
                       asJson);
    }
    if (face == "replay") {
        return command(QStringList{"replay", recordingFile(), "--at", until} + asJson);
    }
    if (face == "compare") {
        return command(QStringList{"compare", case_.path, recordingFile()} + asJson);
    }
    if (face == "campaign") {
        return command(QStringList{"campaign", case_.path, "--replications", "1", "--days",
                                   QString::number(case_.untilS / 86400.0, 'g', 17), "--coupling",
                                   "always", "--quiet"} +
                       asJson);
    }
    if (face == "offer") {
        return case_.name == "onprem-vs-cloud"
                   ? command(QStringList{"cost", case_.path, "--against", "aws-p5:on_demand"} +
                             asJson)
                   : QByteArray();
    }
    if (face == "airflow") {
        return case_.name == kFieldCase
                   ? command(QStringList{"airflow", case_.path, "--hall", "hall-1"} + asJson)
                   : QByteArray();
    }
    if (face == "estimate") {
        const QStringList arguments = estimateArguments();
        return arguments.isEmpty() ? QByteArray() : command(arguments);
    }
    if (face == "power" || face == "fabric" || face == "check" || face == "cost") {
        return command(QStringList{face, case_.path} + asJson);
    }
    if (face == "python") {
        return python(until);
    }
    return {};
}

QByteArray Answers::python(const QString& until) {
    QProcess python;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PYTHONPATH", HEADROOM_BINARY_DIR "/python");
    python.setProcessEnvironment(environment);
    python.start("python3", {"-c",
                             "import sys, json, headroom\n"
                             "r = headroom.open(sys.argv[1]).run(until=sys.argv[2])\n"
                             "s = r.summary\n"
                             "print(json.dumps(s() if callable(s) else s))",
                             case_.path, until});
    if (python.waitForFinished(static_cast<int>(kRunLimitMs)) && python.exitCode() == 0) {
        return python.readAllStandardOutput();
    }
    fault_ = "python: " + QString::fromUtf8(python.readAllStandardError());
    return {};
}

/// The first table row of the report that begins with that label.
std::optional<Answer> Answers::ofReport(const QString& label) {
    if (!report_) {
        const QString recording = recordingFile(), file = folder_ + '/' + case_.name + ".html";
        if (!case_.commands) {
            opened();
            report_ = QString::fromUtf8(libraryReport(asked()));
        } else {
            command({"report", recording, "--out", file});
            QFile html(file);
            report_ =
                html.open(QIODevice::ReadOnly) ? QString::fromUtf8(html.readAll()) : QString();
        }
    }
    const QRegularExpression row("<td class=\"name\">" + QRegularExpression::escape(label) +
                                 "</td>\\s*<td[^>]*>(.*?)</td>");
    const auto match = row.match(*report_);
    return match.hasMatch() ? readNumber(match.captured(1).remove(QRegularExpression("<[^>]*>")))
                            : std::nullopt;
}

void Answers::simulate() {
    if (frame_ != nullptr) {
        return;
    }
    auto moment = opened().replay->at(case_.untilS);
    if (!moment) {
        qFatal("%s: %s", qPrintable(case_.name), engine::text(moment.error()).c_str());
    }
    simulator_ = std::move(moment->simulator);
    frame_ = simulator_->frame();
}

const engine::Project& Answers::project() {
    if (!project_) {
        auto read = engine::loadProject(case_.path.toStdString(), catalogue());
        if (!read) {
            qFatal("%s: %s", qPrintable(case_.name), engine::text(read.error()).c_str());
        }
        project_ = std::move(*read);
    }
    return *project_;
}

const engine::Frame& Answers::frame() {
    simulate();
    return *frame_;
}

const engine::Plant& Answers::plant() {
    simulate();
    return simulator_->plant();
}

const engine::Object* Answers::firstTraining() {
    const auto jobs = project().objectsOf("training_job");
    return jobs.empty() ? nullptr : jobs.front();
}

/// The plan of a job of the project as the options of `estimate`; empty if there is none.
QStringList Answers::estimateArguments() {
    const engine::Object* object = firstTraining();
    if (object == nullptr) {
        return {};
    }
    const auto job = engine::specOf<models::TrainingJobSpec>(*object);
    const auto* model = catalogue().spec<models::LanguageModelSpec>(job.model);
    const double sequences = job.batchTokens / model->sequence;
    const int ranks = std::max(1, job.tensorParallel) * std::max(1, job.pipelineParallel) *
                      std::max(1, job.contextParallel);
    const double copies = static_cast<double>(job.accelerators) / ranks;
    const auto text = [](double x) { return QString::number(x, 'g', 12); };
    const auto word = [object](const char* key, const char* usual) {
        const auto* stated = std::get_if<std::string>(&object->value(key));
        return QString::fromStdString(stated != nullptr ? *stated : usual);
    };
    const double micro = std::isnan(job.microBatchSequences)
                             ? sequences / copies / std::max(1, job.microBatches)
                             : job.microBatchSequences;
    QStringList arguments{"estimate",
                          "training",
                          "--model",
                          QString::fromStdString(job.model),
                          "--cluster",
                          case_.path,
                          "--accelerator",
                          QString::fromStdString(job.accelerator),
                          "--accelerators",
                          QString::number(job.accelerators),
                          "--tp",
                          QString::number(std::max(1, job.tensorParallel)),
                          "--pp",
                          QString::number(std::max(1, job.pipelineParallel)),
                          "--vp",
                          QString::number(std::max(1, job.interleave)),
                          "--cp",
                          QString::number(std::max(1, job.contextParallel)),
                          "--ep",
                          QString::number(std::max(1, job.expertParallel)),
                          "--precision",
                          word("precision", "bf16"),
                          "--recompute",
                          word("recompute", "selective"),
                          "--sharding",
                          word("sharding", "zero1"),
                          "--batch",
                          text(sequences),
                          "--micro-batch",
                          text(micro),
                          "--gradient-compression",
                          text(job.gradientCompression),
                          "--local-steps",
                          QString::number(job.localSteps),
                          "--profile",
                          word("profile", "llm-pretraining"),
                          "--format",
                          "json"};
    if (!job.softwareStack.empty()) {
        arguments << "--software" << QString::fromStdString(job.softwareStack);
    }
    return arguments;
}

std::optional<Answer> Answers::ofLibrary(const QString& face, const QString& path) {
    if (face == "design") {
        if (design_.empty()) {
            engine::DesignOptions options;
            options.study = false;
            const engine::Sums sums =
                engine::headlineOf(engine::designOf(project(), catalogue(), options));
            for (const engine::Figure& figure : engine::figures()) {
                design_[QString::fromUtf8(figure.key.data())] = {figure.value(sums), 0.0, {}};
            }
            design_["utility_usd_per_j"] = {
                sums[engine::Sum::EnergyUsd] / sums[engine::Sum::UtilityJ], 0.0, {}};
            design_["fuel_usd_per_j"] = {
                sums[engine::Sum::FuelUsd] / sums[engine::Sum::PipedFuelJ], 0.0, {}};
        }
        const auto found = design_.find(path);
        return found != design_.end() ? std::optional(found->second) : std::nullopt;
    }
    if (face == "bill") {
        const engine::BillOfMaterials bill = engine::billOf(project(), catalogue());
        Answer sum;
        for (const engine::BillItem& item : bill.items) {
            const bool isType = QString::fromStdString(item.type) == path;
            const bool isUse =
                path.startsWith(',') && QString::fromStdString(item.use).endsWith(path);
            sum.value += isType || isUse ? item.quantity : 0.0;
        }
        return sum;
    }
    if (path == "state_hash") {
        simulate();
        return Answer{
            0.0, 0.0,
            QString::asprintf("%016llx", static_cast<unsigned long long>(simulator_->stateHash()))};
    }
    const QStringList words = path.split('/');
    const std::string place = words.front().toStdString();
    const std::string key = words.back().toStdString();
    const std::string object = words.mid(1, words.size() - 2).join('/').toStdString();
    if (face == "law") {
        const engine::LawScene scene(frame(), project(), &catalogue());
        return Answer{scene.number(place, object, key).value, 0.0, {}};
    }
    if (place == "job") {
        const engine::Object* job = firstTraining();
        for (const engine::JobRow& row : frame().jobs) {
            const auto* name =
                job != nullptr ? std::get_if<std::string>(&job->value("name")) : nullptr;
            const auto* kind =
                job != nullptr ? std::get_if<std::string>(&job->value("accelerator")) : nullptr;
            if (job != nullptr && row.stepTimeS > 0.0 &&
                (kind == nullptr || *kind == row.accelerator) &&
                (row.name == job->id || (name != nullptr && row.name == *name))) {
                return Answer{key == "mfu" ? row.mfu : row.stepTimeS, 0.0, {}};
            }
        }
        return std::nullopt;
    }
    const engine::FramePlace table = engine::framePlace(place);
    for (std::size_t q = 0; q < table.table.size(); ++q) {
        if (table.table[q].key == key) {
            return Answer{engine::frameValue(frame(), place, object, q), 0.0, {}};
        }
    }
    return std::nullopt;
}

std::optional<Answer> Answers::one(const QString& where, const QString& unit) {
    const qsizetype colon = where.indexOf(':');
    const QString face = where.left(colon);
    QString path = where.mid(colon + 1);
    if (case_.without.contains(face)) {
        return std::nullopt;
    }
    if (face == "report") {
        return ofReport(path);
    }
    if (face == "design" || face == "frame" || face == "law" || face == "bill") {
        const auto found = ofLibrary(face, path);
        return found && std::isnan(found->value) ? std::nullopt : found;
    }
    const bool sums = path.startsWith('+'), takesLast = path.startsWith('$');
    const QJsonDocument& document = json(face);
    const QJsonValue root =
        document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object());
    // A filter may hold slashes: they are not steps.
    QStringList steps;
    int depth = 0;
    QString step;
    for (const QChar c : path.mid(sums || takesLast ? 2 : 1)) {
        depth += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (c == '/' && depth == 0) {
            steps << step;
            step.clear();
        } else {
            step += c;
        }
    }
    steps << step;
    std::vector<QJsonValue> found = walk(root, steps);
    if (found.empty()) {
        return std::nullopt;
    }
    if (takesLast) {
        found = {found.back()};
    }
    Answer sum;
    for (const QJsonValue& value : found) {
        if (value.isDouble()) {
            sum.value += value.toDouble() * toSi(unit);
        } else if (const auto number = readNumber(value.toString() + ' ' + unit);
                   number && !value.toString().contains(QRegularExpression("[a-df-z]"))) {
            sum.value += number->value;
            sum.rounding += number->rounding;
        } else {
            sum.text = value.toString();
        }
        if (!sums) {
            break;
        }
    }
    return sum;
}

std::optional<Answer> Answers::find(const QString& where, const QString& unit) {
    const QStringList parts = where.split(" over ");
    auto answer = one(parts.front(), parts.size() == 2 ? QString() : unit);
    if (answer && parts.size() == 2) {
        auto by = one(parts.back(), unit);
        if (by && parts.back().startsWith("design:")) {
            by->value *= toSi(unit);  // a power times a time
        }
        if (!by || by->value == 0.0) {
            return std::nullopt;
        }
        const double ratio = answer->value / by->value;
        answer->rounding =
            std::abs(answer->rounding / by->value) + std::abs(ratio * by->rounding / by->value);
        answer->value = ratio;
    }
    return answer;
}

}  // namespace headroom::consistency
