// SPDX-License-Identifier: Apache-2.0
#include "app/guest/line_socket.h"

#include <ceres/ceres.h>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <optional>
#include <vector>

/// headroom-fit: least squares with bounds and the loss of Huber, for engine/calibrate/calibrate.h, which starts it and asks over
/// socket 3. Not for people.
///
/// Asked: {"start": [x], "low": number, "high": number, "residuals": count, "huber": number, "most_rounds": count}. Whenever it needs
/// residuals it answers {"evaluate": [x], "new": is it another point than last, "jacobian": are slopes needed}, and receives
/// {"residuals": [...], "jacobian": [by residual, then by parameter]}; "residuals" null: there are none at that point. At last
/// {"x": [...], "rounds": count, "cost_before": number, "cost_after": number, "converged": bool}.
namespace headroom::fit {

namespace {

using guest::Json;
using guest::LineSocket;

/// Who asked is gone.
struct Gone : std::exception {};

/// Asks for the residuals of a point once for all of them.
class Residuals : public ceres::EvaluationCallback {
  public:
    Residuals(LineSocket& socket, const std::vector<double>& x) : socket_(socket), x_(x) {}

    void PrepareForEvaluation(bool jacobian, bool isNew) override {
        socket_.answer({{"evaluate", x_}, {"new", isNew}, {"jacobian", jacobian}});
        const std::optional<Json> told = socket_.question();
        if (!told) {
            throw Gone();
        }
        failed_ = !told->at("residuals").is_array();
        if (failed_) {
            return;
        }
        told->at("residuals").get_to(values_);
        if (jacobian) {
            told->at("jacobian").get_to(slopes_);
        }
    }

    bool failed() const { return failed_; }

    double value(std::size_t i) const { return values_[i]; }

    double slope(std::size_t i, std::size_t p) const { return slopes_[i * x_.size() + p]; }

  private:
    LineSocket& socket_;
    const std::vector<double>& x_;
    std::vector<double> values_, slopes_;
    bool failed_ = false;
};

class OneResidual : public ceres::CostFunction {
  public:
    OneResidual(const Residuals& all, std::size_t place, int parameters)
        : all_(all), place_(place) {
        set_num_residuals(1);
        mutable_parameter_block_sizes()->push_back(parameters);
    }

    bool Evaluate(double const* const*, double* residuals, double** jacobians) const override {
        if (all_.failed()) {
            return false;
        }
        residuals[0] = all_.value(place_);
        if (jacobians != nullptr && jacobians[0] != nullptr) {
            for (std::size_t p = 0; p < static_cast<std::size_t>(parameter_block_sizes().front());
                 ++p) {
                jacobians[0][p] = all_.slope(place_, p);
            }
        }
        return true;
    }

  private:
    const Residuals& all_;
    std::size_t place_;
};

Json solve(const Json& asked, LineSocket& socket) {
    auto x = asked.at("start").get<std::vector<double>>();
    Residuals residuals(socket, x);
    ceres::Problem::Options how;
    how.evaluation_callback = &residuals;
    ceres::Problem problem(how);
    const auto parameters = static_cast<int>(x.size());
    problem.AddParameterBlock(x.data(), parameters);
    for (int p = 0; p < parameters; ++p) {
        problem.SetParameterLowerBound(x.data(), p, asked.at("low").get<double>());
        problem.SetParameterUpperBound(x.data(), p, asked.at("high").get<double>());
    }
    const double huber = asked.at("huber").get<double>();
    for (std::size_t i = 0; i < asked.at("residuals").get<std::size_t>(); ++i) {
        problem.AddResidualBlock(new OneResidual(residuals, i, parameters),
                                 new ceres::HuberLoss(huber), x.data());
    }
    ceres::Solver::Options options;
    options.linear_solver_type = ceres::DENSE_QR;
    options.max_num_iterations = asked.at("most_rounds").get<int>();
    options.function_tolerance = 1e-6;
    options.parameter_tolerance = 1e-5;
    // A step that a bound cuts short is taken unchanged, or with a smaller radius in the next round. Ceres would look along it, ten
    // runs a round; where figures can only be known together that took 467 runs and did not settle, without it 56.
    options.max_num_line_search_step_size_iterations = 0;
    options.num_threads = 1;
    options.logging_type = ceres::SILENT;
    ceres::Solver::Summary summary;
    ceres::Solve(options, &problem, &summary);
    return {{"x", x},
            {"rounds", summary.iterations.size()},
            {"cost_before", summary.initial_cost},
            {"cost_after", summary.final_cost},
            {"converged", summary.termination_type == ceres::CONVERGENCE}};
}

}  // namespace

}  // namespace headroom::fit

int main(int argc, char**) {
    using namespace headroom;
    if (argc != 1) {
        std::fprintf(stderr, "headroom-fit is started by headroom-cli calibrate\n");
        return 2;
    }
    guest::LineSocket socket(3);
    try {
        if (const auto asked = socket.question()) {
            socket.answer(fit::solve(*asked, socket));
        }
    } catch (const fit::Gone&) {
        return 1;
    } catch (const std::exception& fault) {
        socket.answer({{"error", fault.what()}});
        return 1;
    }
    return 0;
}
