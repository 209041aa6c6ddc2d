// SPDX-License-Identifier: Apache-2.0
#include "engine/money/study.h"

#include "models/facility/project_info.h"

#include <fmt/format.h>

#include <utility>

namespace headroom::engine {

namespace {

std::shared_ptr<CostStudy> startOf(std::string project, CostBasis basis) {
    PriceRates rates(*basis.catalogue, *basis.book);
    return std::make_shared<CostStudy>(CostStudy{
        std::move(project), std::move(basis), std::move(rates), {}, {}, {}, {}, {}, {}, {}});
}

void priceStudy(CostStudy& s, const std::vector<Against>& against) {
    s.cost = costOf(s.basis, s.rates);
    s.spread = costSpread(s.basis, s.cost, s.rates);
    s.carbon = carbonOf(s.basis, s.rates);
    for (const Against& one : against) {
        s.breakEvens.push_back(breakEvenOf(s.basis, s.cost, s.spread, s.rates, one));
    }
}

}  // namespace

CostReport CostStudy::report() const {
    return {project,
            &basis,
            &cost,
            &spread,
            &rates,
            &carbon,
            places.empty() ? nullptr : &places,
            breakEvens.empty() ? nullptr : &breakEvens,
            &follow,
            followed.empty() ? nullptr : &followed};
}

ResultAll<std::shared_ptr<const CostStudy>> costStudy(
    const Project& project, const Catalogue& catalogue, const CostQuestion& question,
    const std::function<void(double, const std::string&)>& progress,
    const std::atomic<bool>* cancel) {
    const double followYears = question.follow ? 1.0 : 0.0;
    const double placeYears =
        question.placesToo ? 2.0 * static_cast<double>(question.against.size()) : 0.0;
    const double years = 1.0 + followYears + placeYears;
    const auto tell = [&](double done, const std::string& what) {
        if (progress) {
            progress(done / years, what);
        }
    };
    auto basis = costBasis(
        project, catalogue, question.spec,
        [&](double share) { tell(share, fmt::format("{:.0f} of 12 days", 12.0 * share)); }, cancel);
    if (!basis) {
        return tl::unexpected(std::move(basis.error()));
    }
    const auto info = project.objectsOf(models::ProjectInfo::type().id);
    const auto study = startOf(
        info.empty() ? project.file.string() : specOf<models::ProjectInfo>(*info.front()).name,
        std::move(*basis));
    if (cancel != nullptr && *cancel) {
        return study;
    }
    CostStudy& s = *study;
    priceStudy(s, question.against);
    if (question.follow) {
        s.follow = *question.follow;
        auto followed = followedYears(
            project, s.basis, s.follow, question.spec.year,
            [&](double share) {
                tell(1.0 + share, fmt::format("under a limit, {:.0f} %", 100.0 * share));
            },
            cancel);
        if (!followed) {
            return tl::unexpected(std::move(followed.error()));
        }
        s.followed = std::move(*followed);
    }
    if (cancel != nullptr && *cancel) {
        return study;
    }
    if (question.placesToo && !question.against.empty()) {
        auto places = placeCosts(
            project, s.basis, s.cost, s.spread, s.rates, question.against, question.spec.year,
            [&](double share) {
                tell(1.0 + followYears + placeYears * share,
                     fmt::format("elsewhere, {:.0f} %", 100.0 * share));
            },
            cancel);
        if (!places) {
            return tl::unexpected(std::move(places.error()));
        }
        s.places = std::move(*places);
    }
    return study;
}

ResultAll<std::shared_ptr<const CostStudy>> repricedStudy(const CostStudy& study,
                                                          const Project& project,
                                                          const CostQuestion& question) {
    auto basis = repriced(study.basis, project, question.spec);
    if (!basis) {
        return tl::unexpected(std::move(basis.error()));
    }
    const auto anew = startOf(study.project, std::move(*basis));
    priceStudy(*anew, question.against);
    return anew;
}

}  // namespace headroom::engine
