// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/collective_case.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

/// Finds the figures of one interconnect of the catalogue from measured collectives:
///   fit_collectives CATALOGUE CASES PART [--without n=4 | id=STAS | collective=alltoall] KEY…
/// Minimises the mean |ln(model / measured)| over the rows that use PART, rows below 1 MiB with a
/// quarter of the weight, over the logarithms of the attributes KEY (simplex of Nelder and Mead,
/// restarted). Prints the figures, the errors of the rows that were used, and of those left out.
namespace {

using namespace headroom;

struct Parameter {
    const models::Attribute* attribute = nullptr;
    double start = 0.0;
};

using Point = std::vector<double>;

/// Simplex of Nelder and Mead, Computer Journal 1965, in logarithms.
Point minimise(const std::function<double(const Point&)>& cost, Point start, double width,
               int steps) {
    struct Corner {
        Point at;
        double cost;
    };

    const std::size_t n = start.size();
    std::vector<Corner> corners{{start, cost(start)}};
    for (std::size_t i = 0; i < n; ++i) {
        Point p = start;
        p[i] += width;
        corners.push_back({p, cost(p)});
    }
    const auto along = [&](const Point& centre, const Point& worst, double factor) {
        Point p(n);
        for (std::size_t i = 0; i < n; ++i) {
            p[i] = centre[i] + factor * (worst[i] - centre[i]);
        }
        return Corner{p, cost(p)};
    };
    for (int step = 0; step < steps; ++step) {
        std::sort(corners.begin(), corners.end(),
                  [](const Corner& a, const Corner& b) { return a.cost < b.cost; });
        Point centre(n, 0.0);
        for (std::size_t c = 0; c < n; ++c) {
            for (std::size_t i = 0; i < n; ++i) {
                centre[i] += corners[c].at[i] / static_cast<double>(n);
            }
        }
        Corner& worst = corners.back();
        Corner next = along(centre, worst.at, -1.0);
        if (next.cost < corners.front().cost) {
            Corner further = along(centre, worst.at, -2.0);
            worst = further.cost < next.cost ? further : next;
        } else if (next.cost < corners[n - 1].cost) {
            worst = next;
        } else if (Corner nearer = along(centre, worst.at, 0.5); nearer.cost < worst.cost) {
            worst = nearer;
        } else {
            for (std::size_t c = 1; c <= n; ++c) {
                corners[c] = along(corners[0].at, corners[c].at, 0.5);
            }
        }
    }
    return std::min_element(corners.begin(), corners.end(),
                            [](const Corner& a, const Corner& b) { return a.cost < b.cost; })
        ->at;
}

constexpr double kMebibyte = 1048576.0;

double errorOf(const engine::CollectiveCase& c) {
    return models::collectiveTime(c.network(), c.request).seconds / c.expectedS() - 1.0;
}

struct Mean {
    double sum = 0.0;
    int rows = 0;

    void add(double error) {
        sum += std::abs(error);
        ++rows;
    }

    double percent() const { return rows > 0 ? 100.0 * sum / rows : 0.0; }
};

void printErrors(const char* title, const std::vector<engine::CollectiveCase>& cases) {
    std::map<std::string, Mean> means;
    for (const auto& c : cases) {
        const bool full = c.request.bytes >= kMebibyte;
        const double error = errorOf(c);
        means[full ? "  >= 1 MiB" : "  < 1 MiB"].add(error);
        if (full) {
            means[std::string("     ") + models::collectiveName(c.request.collective) +
                  " n=" + std::to_string(c.request.ranks)]
                .add(error);
        }
    }
    std::printf("%s\n", title);
    for (const auto& [name, mean] : means) {
        std::printf("%-32s %6.2f %% of %d\n", name.c_str(), mean.percent(), mean.rows);
    }
}

bool leftOut(const engine::CollectiveCase& c, const std::string& rule) {
    if (rule.starts_with("n=")) {
        return c.request.ranks == std::atoi(rule.c_str() + 2);
    }
    if (rule.starts_with("id=")) {
        return c.id.starts_with(rule.substr(3));
    }
    return rule.starts_with("collective=") &&
           rule.substr(11) == models::collectiveName(c.request.collective);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 5) {
        std::fprintf(stderr,
                     "fit_collectives CATALOGUE CASES PART [--without RULE] [--list] KEY...\n");
        return 2;
    }
    const auto catalogue = engine::Catalogue::load(argv[1]);
    if (!catalogue) {
        std::fprintf(stderr, "%s\n", engine::text(catalogue.error()).c_str());
        return 3;
    }
    const auto read = engine::collectiveCases({argv[2], "collective"}, *catalogue);
    if (!read) {
        std::fprintf(stderr, "%s\n", engine::text(engine::Errors{read.error()}).c_str());
        return 3;
    }
    const std::string part = argv[3];
    const auto* shipped = catalogue->spec<models::InterconnectSpec>(part);
    if (shipped == nullptr) {
        std::fprintf(stderr, "no interconnect %s\n", part.c_str());
        return 2;
    }
    models::InterconnectSpec spec = *shipped;
    std::string rule;
    bool list = false;
    std::vector<Parameter> parameters;
    for (int i = 4; i < argc; ++i) {
        if (std::strcmp(argv[i], "--list") == 0) {
            list = true;
        } else if (std::strcmp(argv[i], "--without") == 0 && i + 1 < argc) {
            rule = argv[++i];
        } else if (const auto* a = models::InterconnectSpec::type().find(argv[i])) {
            const models::Value value = a->get(*a, &spec);
            parameters.push_back({a, std::get<double>(value)});
        }
    }
    std::vector<engine::CollectiveCase> used, out;
    for (engine::CollectiveCase c : *read) {
        if (!c.whyNot.empty() || (c.scaleUpId != part && c.scaleOutId != part)) {
            continue;
        }
        // Rows within a domain fit the links inside it, the others those between domains.
        const bool across = c.request.ranks > c.request.domain;
        if (across != (c.scaleOutId == part)) {
            continue;
        }
        c.scaleUp = c.scaleUpId == part ? &spec : c.scaleUp;
        c.scaleOut = c.scaleOutId == part ? &spec : c.scaleOut;
        (leftOut(c, rule) ? out : used).push_back(std::move(c));
    }
    const auto apply = [&](const Point& p) {
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const models::Attribute& a = *parameters[i].attribute;
            a.set(a, &spec, std::clamp(std::exp(p[i]), a.minimum, a.maximum));
        }
    };
    const auto cost = [&](const Point& p) {
        apply(p);
        double sum = 0.0, weights = 0.0;
        for (const auto& c : used) {
            const double weight = c.request.bytes >= kMebibyte ? 1.0 : 0.25;
            const double error = errorOf(c);
            if (!std::isfinite(error)) {
                continue;
            }
            sum += weight * std::abs(std::log1p(error));
            weights += weight;
        }
        return sum / weights;
    };
    Point point;
    for (const Parameter& p : parameters) {
        point.push_back(std::log(std::max(p.start, 1e-3)));
    }
    for (const double width : {0.3, -0.2, 0.1, -0.1, 0.05, 0.2, -0.05}) {
        point = point.empty() ? point : minimise(cost, point, width, 1500);
    }
    apply(point);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        std::printf("%-28s %10.3f %s\n", std::string(parameters[i].attribute->key).c_str(),
                    std::exp(point[i]), std::string(parameters[i].attribute->unit.symbol).c_str());
    }
    printErrors("rows of the fit", used);
    printErrors("rows left out", out);
    if (list) {
        for (const auto& c : used) {
            const auto time = models::collectiveTime(c.network(), c.request);
            std::printf("%-10s %-14s n=%-4d %12.0f B %10.2f us, model %10.2f us %+6.1f %% %s %s\n",
                        c.id.c_str(), models::collectiveName(c.request.collective), c.request.ranks,
                        c.request.bytes, 1e6 * c.expectedS(), 1e6 * time.seconds,
                        100.0 * errorOf(c), models::collectiveAlgorithmName(time.algorithm),
                        models::collectiveProtocolName(time.protocol));
        }
    }
    return 0;
}
