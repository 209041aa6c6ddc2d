// SPDX-License-Identifier: Apache-2.0
#include "engine/calibrate/calibrate.h"

#include "engine/document/json_text.h"
#include "engine/experiment/ensemble.h"
#include "engine/guests/guest_process.h"

#include <Eigen/Dense>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

namespace headroom::engine {

namespace {

constexpr double kDifference = 0.01;  // of the range, to each side
constexpr double kShift =
    1.0;  // scaled parameters lie in 1 … 2, so that steps relative to them mean something
constexpr double kCorrelated = 0.95;
constexpr double kAtBound = 1e-3;  // of the range
constexpr double kIllConditioned = 1e4;
constexpr double kMostCorrelation = 0.99;
constexpr double kSingular =
    1e-6;                          // of the largest singular value: below, a direction does nothing
constexpr double kUnknown = 0.01;  // share of a figure in such directions
constexpr double kAnswerS = 120.0;  // for the algebra between two evaluations

/// One reading that is fitted.
struct FitPoint {
    std::size_t sensor = 0;  ///< place in Fit::sensors_
    double timeS = 0.0, value = 0.0;
};

/// Results of one run at all points; empty if it failed.
using Modelled = std::vector<double>;

class Fit {
  public:
    Fit(const Project& project, const Catalogue& catalogue, const TelemetryMap& map,
        const std::vector<TelemetrySeries>& series, std::vector<CalibrationParameter> parameters,
        const CalibrationSpec& spec, const CalibrationProgress& progress,
        const std::atomic<bool>& cancel)
        : project_(project),
          catalogue_(catalogue),
          map_(map),
          series_(series),
          spec_(spec),
          progress_(progress),
          cancel_(cancel) {
        result_.parameters = std::move(parameters);
    }

    ResultAll<Calibration> solve();

  private:
    void prepare(bool jacobians, bool isNew);
    Errors check();
    ResultAll<Modelled> run(const std::vector<double>& scaled);
    void choosePoints(const TwinRun& twin);
    std::vector<double> valuesOf(const std::vector<double>& scaled) const;
    void derive(const std::vector<double>& at);
    Result<void> minimise();
    void intervals();
    double varianceOf(std::size_t sensor) const;
    double weightOf(double residual) const;
    ResultAll<void> judgeFit(const std::vector<double>& scaled, bool after);
    void warn();

    const Project& project_;
    const Catalogue& catalogue_;
    const TelemetryMap& map_;
    const std::vector<TelemetrySeries>& series_;
    const CalibrationSpec& spec_;
    const CalibrationProgress& progress_;
    const std::atomic<bool>& cancel_;
    Calibration result_;
    std::vector<int> sensors_;   // of the map
    std::vector<double> scale_;  // by sensor
    std::vector<FitPoint> points_;
    std::vector<double> scaled_;                   // what is fitted, 1 … 2
    std::vector<double> residual_;                 // by point, scaled
    std::vector<double> evaluatedAt_, derivedAt_;  // where residual_ and jacobian_ were made
    Eigen::MatrixXd jacobian_;
    Errors errors_;
    std::mutex mutex_;
};

std::vector<double> Fit::valuesOf(const std::vector<double>& scaled) const {
    std::vector<double> values;
    for (std::size_t p = 0; p < scaled.size(); ++p) {
        const CalibrationParameter& parameter = result_.parameters[p];
        values.push_back(parameter.low + std::clamp(scaled[p] - kShift, 0.0, 1.0) *
                                             (parameter.high - parameter.low));
    }
    return values;
}

Errors Fit::check() {
    Errors errors;
    if (result_.parameters.empty()) {
        errors.push_back({"CAL-002",
                          "there is nothing to fit",
                          "Name figures with --parameters PATH=LOW:HIGH",
                          {},
                          {},
                          0});
    }
    for (CalibrationParameter& parameter : result_.parameters) {
        const models::Attribute& a = *parameter.figure.attribute;
        if (!(parameter.low < parameter.high && parameter.low >= a.minimum &&
              parameter.high <= a.maximum)) {
            errors.push_back(
                {"CAL-002",
                 fmt::format(
                     "{}: {:g} to {:g} {} are not bounds; the figure may be from {:g} to {:g}",
                     parameter.figure.path, parameter.low, parameter.high, a.unit.symbol, a.minimum,
                     a.maximum),
                 "Give a low bound below the high one, both within what the figure may be",
                 {},
                 {},
                 0});
        }
    }
    return errors;
}

ResultAll<Modelled> Fit::run(const std::vector<double>& scaled) {
    std::vector<FigurePath> figures;
    for (const CalibrationParameter& parameter : result_.parameters) {
        figures.push_back(parameter.figure);
    }
    auto design = withFigures(project_, catalogue_, figures, valuesOf(scaled));
    if (!design) {
        return tl::unexpected(design.error());
    }
    // Nothing behind the last reading that is fitted counts here; a value behind it is there for the straight line to it.
    TwinSpec fitted = spec_.twin;
    fitted.untilS = std::min(fitted.untilS, result_.fitUntilS - result_.fromS + spec_.everyS);
    auto twin = TwinRun::make(design->project, design->catalogue, map_, series_, fitted);
    if (!twin) {
        return tl::unexpected(twin.error());
    }
    if (auto followed = (*twin)->follow({}, cancel_); !followed) {
        return tl::unexpected(followed.error());
    }
    {
        const std::lock_guard lock(mutex_);
        ++result_.runs;
        if (progress_) {
            progress_(result_.runs);
        }
    }
    const ModelledSeries& modelled = (*twin)->modelled();
    Modelled values;
    values.reserve(points_.size());
    for (const FitPoint& point : points_) {
        const auto column = static_cast<std::size_t>(
            std::find(modelled.sensors.begin(), modelled.sensors.end(), sensors_[point.sensor]) -
            modelled.sensors.begin());
        const auto at = std::lower_bound(modelled.timeS.begin(), modelled.timeS.end(), point.timeS);
        const auto i = static_cast<std::size_t>(at - modelled.timeS.begin());
        if (i == 0 || at == modelled.timeS.end()) {
            values.push_back(point.value);
            continue;
        }
        const double share =
            (point.timeS - modelled.timeS[i - 1]) / (modelled.timeS[i] - modelled.timeS[i - 1]);
        const double value = modelled.values[column][i - 1] +
                             share * (modelled.values[column][i] - modelled.values[column][i - 1]);
        values.push_back(std::isnan(value) ? point.value : value);
    }
    return values;
}

/// Readings so far apart, between the first and the end of what is fitted.
void Fit::choosePoints(const TwinRun& twin) {
    result_.fromS = twin.firstS();
    result_.untilS = twin.nowS();
    const double wholeS = followedS(result_.fromS, result_.untilS, twin.skipped());
    result_.fitUntilS =
        afterFollowed(result_.fromS, (1.0 - spec_.leftOut) * wholeS, twin.skipped());
    for (const TelemetryFinding& finding : twin.findings()) {
        result_.warnings.push_back(text(finding));
    }
    for (const int sensor : twin.modelled().sensors) {
        const TelemetrySeries& readings = series_[static_cast<std::size_t>(sensor)];
        if (map_.sensors[static_cast<std::size_t>(sensor)].drives != Drive::Nothing) {
            continue;
        }
        double lastS = -std::numeric_limits<double>::infinity();
        bool any = false;
        for (std::size_t i = 0; i < readings.timeS.size(); ++i) {
            const double when = readings.timeS[i];
            if (when >= result_.fromS && when < result_.fitUntilS &&
                when - lastS >= spec_.everyS - 1e-6) {
                points_.push_back({sensors_.size(), when, readings.value[i]});
                lastS = when;
                any = true;
            }
        }
        if (any) {
            sensors_.push_back(sensor);
        }
    }
    result_.readings = static_cast<long>(points_.size());
}

/// Runs that were made at the same place count again.
void Fit::prepare(bool jacobians, bool isNew) {
    if (isNew && (residual_.empty() || evaluatedAt_ != scaled_)) {
        residual_.clear();
        evaluatedAt_ = scaled_;
        auto modelled = run(scaled_);
        if (!modelled || cancel_) {
            errors_ = modelled ? Errors{} : modelled.error();
            return;
        }
        for (std::size_t i = 0; i < points_.size(); ++i) {
            residual_.push_back(((*modelled)[i] - points_[i].value) / scale_[points_[i].sensor]);
        }
    }
    if (jacobians && !residual_.empty() && derivedAt_ != scaled_) {
        derive(scaled_);
        derivedAt_ = residual_.empty() ? std::vector<double>() : scaled_;
    }
}

/// Differences to both sides, or to one at a bound: two runs for each parameter, side by side.
void Fit::derive(const std::vector<double>& at) {
    const std::size_t p = at.size();
    std::vector<Modelled> ends(2 * p);
    std::vector<double> places(2 * p);
    Ensemble runs(spec_.threads);
    runs.each(2 * p, [&](std::size_t k) {
        std::vector<double> moved = at;
        double& value = moved[k / 2];
        value = std::clamp(value + (k % 2 == 0 ? -kDifference : kDifference), kShift, kShift + 1.0);
        places[k] = value;
        auto modelled = run(moved);
        if (modelled) {
            ends[k] = std::move(*modelled);
        } else {
            runs.fail(k, modelled.error());
        }
    });
    if (!runs.fault().empty()) {
        errors_ = runs.fault();
    }
    jacobian_.resize(static_cast<Eigen::Index>(points_.size()), static_cast<Eigen::Index>(p));
    for (std::size_t j = 0; j < p; ++j) {
        const Modelled &low = ends[2 * j], &high = ends[2 * j + 1];
        if (low.empty() || high.empty()) {
            residual_.clear();
            return;
        }
        const double width = places[2 * j + 1] - places[2 * j];
        for (std::size_t i = 0; i < points_.size(); ++i) {
            jacobian_(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
                (high[i] - low[i]) / width / scale_[points_[i].sensor];
        }
    }
}

/// Ceres does it, in a program of its own (app/fit). It asks for a point, and receives residuals and slopes
/// there.
Result<void> Fit::minimise() {
    auto process = GuestProcess::start("the fit", {}, "headroom-fit");
    if (!process) {
        return tl::unexpected(
            Error{"CAL-004",
                  process.error().message,
                  "Install it: the package headroom-fit, or the target of that name",
                  {},
                  {},
                  0});
    }
    const auto ask = [&](const nlohmann::json& question) -> Result<nlohmann::json> {
        auto said = (*process)->ask(question, kAnswerS);
        if (!said) {
            return tl::unexpected(Error{"CAL-005",
                                        said.error().message,
                                        "Try again; begin nearer, or fit fewer figures",
                                        {},
                                        {},
                                        0});
        }
        return std::move(*said);
    };
    auto said = ask({{"start", scaled_},
                     {"low", kShift},
                     {"high", kShift + 1.0},
                     {"residuals", points_.size()},
                     {"huber", spec_.huber},
                     {"most_rounds", spec_.mostRounds}});
    while (said && said->contains("evaluate")) {
        const bool slopes = said->at("jacobian").get<bool>();
        said->at("evaluate").get_to(scaled_);
        prepare(slopes, said->at("new").get<bool>());
        nlohmann::json told = {{"residuals", nullptr}};
        if (!residual_.empty()) {
            told["residuals"] = residual_;
            if (slopes) {
                auto& rows = told["jacobian"] = nlohmann::json::array();
                for (Eigen::Index i = 0; i < jacobian_.rows(); ++i) {
                    for (Eigen::Index p = 0; p < jacobian_.cols(); ++p) {
                        rows.push_back(jacobian_(i, p));
                    }
                }
            }
        }
        said = ask(told);
    }
    if (!said) {
        return tl::unexpected(said.error());
    }
    said->at("x").get_to(scaled_);
    result_.rounds = said->at("rounds").get<int>();
    result_.costBefore = said->at("cost_before").get<double>();
    result_.costAfter = said->at("cost_after").get<double>();
    result_.converged = said->at("converged").get<bool>();
    return {};
}

/// Mean square of one sensor's weighted residuals, widened for residuals that follow each other.
double Fit::varianceOf(std::size_t sensor) const {
    double products = 0.0, squares = 0.0, before = 0.0, n = 0.0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        if (points_[i].sensor != sensor) {
            continue;
        }
        const double r = residual_[i] * std::sqrt(weightOf(residual_[i]));
        products += n > 0.0 ? r * before : 0.0;
        squares += r * r;
        before = r;
        n += 1.0;
    }
    const double all = static_cast<double>(points_.size());
    const double free = std::max(1.0, n * (1.0 - static_cast<double>(scaled_.size()) / all));
    const double r = squares > 0.0 ? std::clamp(products / squares, 0.0, kMostCorrelation) : 0.0;
    return squares / free * (1.0 + r) / (1.0 - r);
}

double Fit::weightOf(double residual) const {
    return std::abs(residual) <= spec_.huber ? 1.0 : spec_.huber / std::abs(residual);
}

void Fit::intervals() {
    const auto p = static_cast<Eigen::Index>(scaled_.size());
    Eigen::MatrixXd weighted = jacobian_;
    std::vector<double> variance;
    for (std::size_t s = 0; s < sensors_.size(); ++s) {
        variance.push_back(varianceOf(s));
    }
    Eigen::MatrixXd scatter = Eigen::MatrixXd::Zero(p, p);
    for (std::size_t i = 0; i < points_.size(); ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        weighted.row(row) *= std::sqrt(weightOf(residual_[i]));
        scatter += variance[points_[i].sensor] * weighted.row(row).transpose() * weighted.row(row);
    }
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(weighted, Eigen::ComputeThinV);
    const Eigen::VectorXd singular = svd.singularValues();
    const double cut = std::max(kSingular * singular(0), 1e-12);
    result_.condition = singular(0) / std::max(singular(p - 1), 1e-12);
    Eigen::MatrixXd inverse = Eigen::MatrixXd::Zero(p, p);
    Eigen::VectorXd unknown =
        Eigen::VectorXd::Zero(p);  // share of each figure in directions that do nothing
    for (Eigen::Index k = 0; k < p; ++k) {
        const Eigen::VectorXd v = svd.matrixV().col(k);
        if (singular(k) > cut) {
            inverse += v * v.transpose() / (singular(k) * singular(k));
        } else {
            unknown += v.cwiseAbs2();
        }
    }
    const Eigen::MatrixXd covariance = inverse * scatter * inverse;
    result_.correlation.assign(scaled_.size(), std::vector<double>(scaled_.size(), 0.0));
    for (std::size_t j = 0; j < scaled_.size(); ++j) {
        const auto row = static_cast<Eigen::Index>(j);
        for (std::size_t k = 0; k < scaled_.size(); ++k) {
            const auto column = static_cast<Eigen::Index>(k);
            const double size = std::sqrt(covariance(row, row) * covariance(column, column));
            result_.correlation[j][k] = size > 0.0 ? covariance(row, column) / size : 0.0;
        }
        const CalibrationParameter& parameter = result_.parameters[j];
        const double range = parameter.high - parameter.low;
        FittedParameter fitted;
        fitted.value = valuesOf(scaled_)[j];
        fitted.was = parameter.figure.value;
        fitted.sd = unknown(row) > kUnknown ? std::numeric_limits<double>::infinity()
                                            : std::sqrt(covariance(row, row)) * range;
        fitted.isAtBound = fitted.value < parameter.low + kAtBound * range ||
                           fitted.value > parameter.high - kAtBound * range;
        fitted.isIdentified = fitted.sd <= range / std::sqrt(12.0);
        fitted.low = std::max(parameter.low, fitted.value - kNinetyWithin * fitted.sd);
        fitted.high = std::min(parameter.high, fitted.value + kNinetyWithin * fitted.sd);
        result_.fitted.push_back(fitted);
    }
}

void Fit::warn() {
    for (std::size_t j = 0; j < result_.fitted.size(); ++j) {
        const std::string& path = result_.parameters[j].figure.path;
        if (!result_.fitted[j].isIdentified) {
            result_.warnings.push_back(
                path + " is not identified: these readings say next to nothing about it");
        }
        if (result_.fitted[j].isAtBound) {
            result_.warnings.push_back(
                path + " lies at its bound: the bounds, or something else in the model, are wrong");
        }
        for (std::size_t k = 0; k < j; ++k) {
            if (std::abs(result_.correlation[j][k]) > kCorrelated) {
                result_.warnings.push_back(fmt::format(
                    "{} and {} do the same to these readings (correlation {:+.3f}): "
                    "only a combination of them is known",
                    result_.parameters[k].figure.path, path, result_.correlation[j][k]));
            }
        }
    }
    if (result_.condition > kIllConditioned) {
        result_.warnings.push_back(
            fmt::format("the problem is ill-conditioned ({:.2g}): fit fewer figures, or over a "
                        "span in which more happens",
                        result_.condition));
    }
    if (!result_.converged) {
        result_.warnings.push_back(
            "it did not settle within its rounds: allow more, or begin nearer");
    }
}

ResultAll<void> Fit::judgeFit(const std::vector<double>& scaled, bool after) {
    std::vector<FigurePath> figures;
    for (const CalibrationParameter& parameter : result_.parameters) {
        figures.push_back(parameter.figure);
    }
    std::vector<double> values;
    if (after) {
        values = valuesOf(scaled);
    } else {
        for (const CalibrationParameter& parameter : result_.parameters) {
            values.push_back(parameter.figure.value);
        }
    }
    // Before: the unchanged design, also where a figure is not stated in it.
    auto design = after ? withFigures(project_, catalogue_, figures, values)
                        : ResultAll<Adjusted>(Adjusted{project_, catalogue_});
    if (!design) {
        return tl::unexpected(design.error());
    }
    auto twin = TwinRun::make(design->project, design->catalogue, map_, series_, spec_.twin);
    if (!twin) {
        return tl::unexpected(twin.error());
    }
    if (auto followed = (*twin)->follow({}, cancel_); !followed) {
        return tl::unexpected(followed.error());
    }
    ++result_.runs;
    if (points_.empty()) {
        choosePoints(**twin);
    }
    const ModelledSeries& modelled = (*twin)->modelled();
    for (std::size_t s = 0; s < sensors_.size(); ++s) {
        const auto column = static_cast<std::size_t>(
            std::find(modelled.sensors.begin(), modelled.sensors.end(), sensors_[s]) -
            modelled.sensors.begin());
        const TelemetrySeries& readings = series_[static_cast<std::size_t>(sensors_[s])];
        const auto figuresOver = [&](double fromS, double untilS) {
            ResidualSeries all =
                residualSeries(readings, modelled.timeS, modelled.values[column], fromS, fromS);
            while (!all.timeS.empty() && all.timeS.back() >= untilS) {
                all.timeS.pop_back();
                all.measured.pop_back();
                all.modelled.pop_back();
            }
            const Hourly hours = hourlyMeans(all);
            return errorFigures(hours.measured, hours.modelled);
        };
        if (result_.sensors.size() <= s) {
            result_.sensors.push_back({});
            result_.sensors.back().sensor = sensors_[s];
        }
        SensorFit& fit = result_.sensors[s];
        const double endS = std::numeric_limits<double>::infinity();
        (after ? fit.fitted : fit.before) = figuresOver(result_.fromS, result_.fitUntilS);
        (after ? fit.leftOut : fit.leftOutBefore) = figuresOver(result_.fitUntilS, endS);
        fit.meetsGuideline =
            fit.leftOut.cvRmse <= kGuidelineCvRmse && std::abs(fit.leftOut.nmbe) <= kGuidelineNmbe;
        if (!after) {
            // Spread of the residual as the design is, its bias left out.
            const ResidualSeries all =
                residualSeries(readings, modelled.timeS, modelled.values[column], result_.fromS,
                               result_.fitUntilS);
            const SensorSpec& sensor = map_.sensors[static_cast<std::size_t>(sensors_[s])];
            const SensorResidual residual = judge(sensor, sensors_[s], all);
            scale_.push_back(
                std::max({residual.learnedSd, sensor.uncertainty(fit.before.mean), 1e-9}));
        }
    }
    return {};
}

ResultAll<Calibration> Fit::solve() {
    if (Errors errors = check(); !errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    for (const CalibrationParameter& parameter : result_.parameters) {
        const double start = std::isnan(parameter.figure.value)
                                 ? 0.5 * (parameter.low + parameter.high)
                                 : parameter.figure.value;
        // Not at a bound itself, where differences go to one side only.
        scaled_.push_back(kShift +
                          std::clamp((start - parameter.low) / (parameter.high - parameter.low),
                                     kDifference, 1.0 - kDifference));
    }
    if (auto judged = judgeFit(scaled_, false); !judged) {
        return tl::unexpected(judged.error());
    }
    if (points_.size() <= result_.parameters.size()) {
        return tl::unexpected(
            Errors{{"CAL-001",
                    "no sensor that is compared and drives nothing has readings to fit to",
                    "Give such sensors a channel in the map, and take \"drives\" from them",
                    map_.file.string(),
                    {},
                    0}});
    }
    if (auto done = minimise(); !done) {
        return tl::unexpected(Errors{done.error()});
    }
    if (cancel_) {
        return result_;
    }
    prepare(true, true);
    if (residual_.empty()) {
        Errors errors = errors_;
        errors.insert(errors.begin(), {"CAL-003",
                                       "a run within the bounds gives no result",
                                       "Narrow the bounds; the next error says what is wrong there",
                                       {},
                                       {},
                                       0});
        return tl::unexpected(std::move(errors));
    }
    intervals();
    if (auto judged = judgeFit(scaled_, true); !judged) {
        return tl::unexpected(judged.error());
    }
    warn();
    return result_;
}

}  // namespace

ResultAll<Calibration> calibrate(const Project& project, const Catalogue& catalogue,
                                 const TelemetryMap& map,
                                 const std::vector<TelemetrySeries>& series,
                                 std::vector<CalibrationParameter> parameters,
                                 const CalibrationSpec& spec, const CalibrationProgress& progress,
                                 const std::atomic<bool>& cancel) {
    return Fit(project, catalogue, map, series, std::move(parameters), spec, progress, cancel)
        .solve();
}

}  // namespace headroom::engine
