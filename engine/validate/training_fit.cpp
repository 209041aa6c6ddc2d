// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/training_fit.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kRowSpread = 0.05;  // s of the header
constexpr double kHuber = 2.0;       // beyond this number of s a row counts by its absolute error
constexpr double kWorstRow = 2.0;    // of the logarithm: an answer without end
constexpr double kSlopeStep = 0.02;
constexpr double kLongestStep = 0.4;    // of a factor's logarithm in one iteration
constexpr double kSmallestGain = 1e-7;  // of the sum; a left-out row or two move it little
constexpr int kIterations = 8;
constexpr std::array kDampings = {0.0, 0.3, 3.0, 30.0};  // Levenberg, Marquardt

double huber(double z) {
    const double a = std::abs(z);
    return a <= kHuber ? a * a : kHuber * (2.0 * a - kHuber);
}

}  // namespace

void* TrainingFit::partOf(const std::string& id, const models::Attribute*& attribute,
                          const char* key) {
    if (const auto a = parts_.accelerators.find(id); a != parts_.accelerators.end()) {
        attribute = models::AcceleratorSpec::type().find(key);
        return &a->second;
    }
    if (const auto s = parts_.software.find(id); s != parts_.software.end()) {
        attribute = models::SoftwareStackSpec::type().find(key);
        return &s->second;
    }
    if (const auto l = parts_.links.find(id); l != parts_.links.end()) {
        attribute = models::InterconnectSpec::type().find(key);
        return &l->second;
    }
    return nullptr;
}

TrainingFit::TrainingFit(std::vector<TrainingCase> cases, const Catalogue& catalogue,
                         std::vector<FreeFigure> figures)
    : cases_(std::move(cases)), figures_(std::move(figures)) {
    std::map<std::string, int> rows;
    const auto crowd = [](const TrainingCase& c) { return c.family + (c.core ? "" : " again"); };
    for (TrainingCase& c : cases_) {
        adapters_.push_back(c.accelerator.scaleOutBytesPerS);
        if (!c.whyNot.empty()) {
            continue;
        }
        ++rows[crowd(c)];
        parts_.accelerators.try_emplace(c.acceleratorId,
                                        *catalogue.spec<models::AcceleratorSpec>(c.acceleratorId));
        c.software = &parts_.software.try_emplace(c.softwareId, *c.software).first->second;
        c.scaleUp = &parts_.links.try_emplace(c.scaleUpId, *c.scaleUp).first->second;
        c.scaleOut = &parts_.links.try_emplace(c.scaleOutId, *c.scaleOut).first->second;
    }
    for (const TrainingCase& c : cases_) {
        const double n = std::max(rows[crowd(c)], 1);
        familyWeight_.push_back((c.core ? 1.0 : 0.25) / std::sqrt(n));
    }
    for (std::size_t f = 0; f < figures_.size(); ++f) {
        for (const std::string& part : figures_[f].parts) {
            const models::Attribute* attribute = nullptr;
            void* spec = partOf(part, attribute, figures_[f].key.c_str());
            if (spec == nullptr || attribute == nullptr) {
                continue;  // a part that no row uses
            }
            auto target = std::find_if(targets_.begin(), targets_.end(), [&](const Target& t) {
                return t.part == part && t.attribute == attribute;
            });
            if (target == targets_.end()) {
                Target fresh;
                fresh.part = part;
                fresh.attribute = attribute;
                const models::Value value = attribute->get(*attribute, spec);
                const double* number = std::get_if<double>(&value);
                fresh.base = fresh.inFile = number != nullptr ? *number : 0.0;
                target = targets_.insert(targets_.end(), fresh);
            }
            if (!std::isnan(figures_[f].prior)) {
                target->base = figures_[f].prior;
            }
            target->figures.push_back(f);
        }
    }
}

void TrainingFit::apply(const Point& point) {
    for (const Target& t : targets_) {
        double value = std::log(std::max(t.base, 1e-12));
        for (const std::size_t f : t.figures) {
            value += point[f];
        }
        const models::Attribute* a = nullptr;
        void* spec = partOf(t.part, a, std::string(t.attribute->key).c_str());
        a->set(*a, spec, std::clamp(std::exp(value), a->minimum, a->maximum));
    }
    for (std::size_t i = 0; i < cases_.size(); ++i) {
        if (cases_[i].whyNot.empty()) {
            cases_[i].accelerator = parts_.accelerators.at(cases_[i].acceleratorId);
            cases_[i].accelerator.scaleOutBytesPerS = adapters_[i];
        }
    }
}

double TrainingFit::error(std::size_t row) {
    const double value = answer(cases_[row]).value;
    return value > 0.0 && std::isfinite(value)
               ? std::clamp(std::log(value / cases_[row].expected), -kWorstRow, kWorstRow)
               : kWorstRow;
}

std::vector<double> TrainingFit::errors(const Point& point) {
    apply(point);
    std::vector<double> found(cases_.size(), models::kNotStated);
    for (std::size_t i = 0; i < cases_.size(); ++i) {
        if (cases_[i].whyNot.empty()) {
            found[i] = error(i);
        }
    }
    return found;
}

bool TrainingFit::touches(std::size_t figure, std::size_t row) const {
    const TrainingCase& c = cases_[row];
    const std::vector<std::string>& parts = figures_[figure].parts;
    return std::any_of(parts.begin(), parts.end(), [&](const std::string& part) {
        return part == c.acceleratorId || part == c.softwareId || part == c.scaleUpId ||
               part == c.scaleOutId;
    });
}

double TrainingFit::weight(std::size_t row, double error) const {
    const double z = std::abs(error) / kRowSpread;
    return familyWeight_[row] / (kRowSpread * kRowSpread) * (z > kHuber ? kHuber / z : 1.0);
}

double TrainingFit::cost(const std::vector<double>& errors, const std::vector<bool>& counted,
                         const Point& point) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < errors.size(); ++i) {
        if (counted[i] && !std::isnan(errors[i])) {
            sum += familyWeight_[i] * huber(errors[i] / kRowSpread);
        }
    }
    for (std::size_t f = 0; f < point.size(); ++f) {
        const double z = point[f] / figures_[f].spread;
        sum += z * z;
    }
    return sum;
}

void TrainingFit::slopes(const Point& point, const std::vector<double>& errors) {
    jacobian_.assign(cases_.size() * figures_.size(), 0.0);
    for (std::size_t f = 0; f < figures_.size(); ++f) {
        // Towards the prior: beyond, an overlap may be whole already and show no slope.
        const double step = point[f] > 0.0 ? -kSlopeStep : kSlopeStep;
        Point moved = point;
        moved[f] += step;
        apply(moved);
        for (std::size_t i = 0; i < cases_.size(); ++i) {
            if (!std::isnan(errors[i]) && touches(f, i)) {
                jacobian_[i * figures_.size() + f] = (error(i) - errors[i]) / step;
            }
        }
    }
}

TrainingFit::Point TrainingFit::descend(const std::vector<bool>& counted, Point point, bool again) {
    const auto n = static_cast<Eigen::Index>(figures_.size());
    std::vector<double> now = errors(point);
    double best = cost(now, counted, point);
    // From another point's slopes first; where they lead no further, by slopes of its own.
    bool fresh = false;
    for (int iteration = 0; iteration < kIterations && n > 0; ++iteration) {
        if (!again || fresh) {
            slopes(point, now);
        }
        Eigen::MatrixXd normal = Eigen::MatrixXd::Zero(n, n);
        Eigen::VectorXd right = Eigen::VectorXd::Zero(n);
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (!counted[i] || std::isnan(now[i])) {
                continue;
            }
            const Eigen::Map<const Eigen::VectorXd> row(&jacobian_[i * figures_.size()], n);
            const double w = weight(i, now[i]);
            normal.noalias() += w * row * row.transpose();
            right.noalias() -= w * now[i] * row;
        }
        for (Eigen::Index f = 0; f < n; ++f) {
            const double p = 1.0 / (figures_[f].spread * figures_[f].spread);
            normal(f, f) += p;
            right(f) -= p * point[f];
        }
        bool moved = false;
        for (const double damping : kDampings) {
            Eigen::MatrixXd damped = normal;
            damped.diagonal() *= 1.0 + damping;
            const Eigen::VectorXd step = damped.ldlt().solve(right);
            Point next = point;
            for (Eigen::Index f = 0; f < n; ++f) {
                next[f] += std::clamp(step(f), -kLongestStep, kLongestStep);
            }
            const std::vector<double> there = errors(next);
            const double c = cost(there, counted, next);
            if (c < best - kSmallestGain * best) {
                best = c;
                point = std::move(next);
                now = there;
                moved = true;
                break;
            }
        }
        if (!moved && again && !fresh) {
            fresh = true;
        } else if (!moved) {
            break;
        }
    }
    return point;
}

TrainingFit::Point TrainingFit::find(const std::vector<bool>& counted) {
    return descend(counted, Point(figures_.size(), 0.0), false);
}

TrainingFit::Point TrainingFit::findAgain(const std::vector<bool>& counted, const Point& start) {
    const std::vector<double> slopesOfAll = jacobian_;
    const Point point = descend(counted, start, true);
    jacobian_ = slopesOfAll;
    return point;
}

std::vector<FittedFigure> TrainingFit::values(const Point& point) const {
    std::vector<FittedFigure> found;
    for (const Target& t : targets_) {
        double value = std::log(std::max(t.base, 1e-12));
        for (const std::size_t f : t.figures) {
            value += point[f];
        }
        found.push_back({t.part, std::string(t.attribute->key),
                         std::clamp(std::exp(value), t.attribute->minimum, t.attribute->maximum),
                         t.inFile});
    }
    return found;
}

}  // namespace headroom::engine
