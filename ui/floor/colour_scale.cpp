// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/colour_scale.h"

#include "engine/text/nice_step.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace headroom::ui {

namespace {

// Told apart by lightness as well as hue; the legend says the word.
constexpr QRgb kInService = 0xff3f8f6b;
constexpr QRgb kDegraded = 0xffe8b33a;
constexpr QRgb kDown = 0xffd1382c;

constexpr int kLegendJobs = 8;
constexpr double kShareTick = 0.25;

QString tr(const char* text) {
    return QCoreApplication::translate("ColourScale", text);
}

}  // namespace

ColourScale::ColourScale(engine::RackQuantity quantity, ColourMap map)
    : quantity_(quantity), map_(map) {}

const engine::QuantityInfo& ColourScale::info() const {
    return engine::rackQuantities()[static_cast<std::size_t>(quantity_)];
}

bool ColourScale::isContinuous() const {
    return quantity_ != engine::RackQuantity::Job && quantity_ != engine::RackQuantity::Health;
}

void ColourScale::setRatings(const engine::RackScale& ratings) {
    limit_ = ratings.limit;
    highestLimit_ = ratings.highestLimit;
    limitWord_ = ratings.word;
    isRated_ = isContinuous() && ratings.high > ratings.low;
    hasRange_ = false;
    isShare_ = isRated_ && quantity_ == engine::RackQuantity::Power && !rated_.empty() &&
               ratings.highestLimit > ratings.limit;
    if (isShare_) {
        low_ = 0.0;
        high_ = 1.0;
        tick_ = kShareTick;
        hasRange_ = true;
    } else if (isRated_) {
        setRange(ratings.low, ratings.high);
    }
}

void ColourScale::adapt(const engine::Frame& frame) {
    if (quantity_ == engine::RackQuantity::Job) {
        adaptJobs(frame);
    } else if (isContinuous() && !isRated_) {
        widen(frame.rack(quantity_));
    }
}

void ColourScale::fitTo(const engine::Frame& frame) {
    if (isContinuous()) {
        hasRange_ = false;
        isShare_ = false;
        widen(frame.rack(quantity_));
        isRated_ = true;  // as fixed as a rating
    }
}

/// Ends on even figures.
void ColourScale::setRange(double low, double high) {
    const double toSi = info().unit.toSi;
    const double step =
        engine::niceStep((high - low) / toSi / 4.0, engine::kRoundAndQuarterFactors);
    low_ = std::floor(low / toSi / step + 1e-9) * step * toSi;
    high_ = std::ceil(high / toSi / step - 1e-9) * step * toSi;
    if (high_ - low_ < step * toSi) {
        high_ = low_ + step * toSi;
    }
    tick_ = engine::niceStep((high_ - low_) / toSi / 5.0, engine::kRoundAndQuarterFactors) * toSi;
    hasRange_ = true;
}

void ColourScale::widen(std::span<const float> values) {
    const double toSi = info().unit.toSi;
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const float value : values) {
        if (std::isfinite(value)) {
            least = std::min(least, static_cast<double>(value));
            most = std::max(most, static_cast<double>(value));
        }
    }
    if (least > most) {
        return;
    }
    // Powers and flows start at zero; temperatures and clocks spread over what is there.
    const bool power = quantity_ == engine::RackQuantity::Power;
    const bool flow = quantity_ == engine::RackQuantity::CoolantFlow;
    if (power || flow) {
        least = std::min(0.0, least);
    }
    if (hasRange_) {
        least = std::min(least, low_);
        most = std::max(most, high_);
        if (least >= low_ && most <= high_) {
            return;
        }
    }
    const double floorSpan = (power ? 1.0 : flow ? 0.1 : 4.0) * toSi;
    setRange(least, std::max(most, least + floorSpan));
}

void ColourScale::adaptJobs(const engine::Frame& frame) {
    std::map<std::int64_t, int> racks;
    for (const float value : frame.rack(engine::RackQuantity::Job)) {
        if (value >= 0.0F) {
            ++racks[std::llround(value)];
        }
    }
    std::vector<std::pair<int, std::int64_t>> bySize;
    for (const auto& [job, count] : racks) {
        bySize.emplace_back(-count, job);
    }
    std::sort(bySize.begin(), bySize.end());
    jobs_.clear();
    for (const auto& [count, job] : bySize) {
        if (jobs_.size() == kLegendJobs) {
            jobs_.push_back(
                {QColor(), tr("and %1 more").arg(bySize.size() - std::size_t{kLegendJobs})});
            break;
        }
        QString name;
        for (const engine::JobRow& row : frame.jobs) {
            if (row.id == job) {
                name = QString::fromStdString(row.name);
            }
        }
        QString text = tr("Job %1").arg(job);
        if (!name.isEmpty()) {
            text += QStringLiteral(" · ") + (name.size() > 18 ? name.left(17) + "…" : name);
        }
        jobs_.push_back({QColor::fromRgb(categoryColour(job)), text});
    }
}

QRgb ColourScale::colour(float value, QRgb idle) const {
    if (!std::isfinite(value)) {
        return idle;
    }
    if (quantity_ == engine::RackQuantity::Job) {
        return value < 0.0F ? idle : categoryColour(std::llround(value));
    }
    if (quantity_ == engine::RackQuantity::Health) {
        return value >= 1.0F ? kInService : value > 0.0F ? kDegraded : kDown;
    }
    const double at = high_ > low_ ? (static_cast<double>(value) - low_) / (high_ - low_) : 0.0;
    return mapColour(map_, at);
}

QRgb ColourScale::colourOf(std::size_t rack, float value, QRgb idle) const {
    if (!isShare_) {
        return colour(value, idle);
    }
    const float rated = rack < rated_.size() ? rated_[rack] : 0.0F;
    return rated > 0.0F ? colour(value / rated, idle) : idle;
}

QString ColourScale::title() const {
    return isShare_ ? tr("Power")
                    : QString::fromUtf8(info().label.data(),
                                        static_cast<qsizetype>(info().label.size()));
}

QString ColourScale::unit() const {
    if (isShare_) {
        return tr("% of rating");
    }
    return isContinuous() ? UnitSystem::instance().shown(info().unit).symbol : QString();
}

std::vector<ColourScale::Tick> ColourScale::ticks() const {
    std::vector<Tick> ticks;
    if (!isContinuous() || tick_ <= 0.0) {
        return ticks;
    }
    if (isShare_) {
        for (double at = 0.0; at < 1.0 - 1e-6; at += tick_) {
            ticks.push_back({at, plainNumberText(100.0 * at, 3)});
        }
        ticks.push_back({1.0, QStringLiteral("100 %1").arg(limitWord()), true});
        return ticks;
    }
    // In another unit the range is the same, but even figures are elsewhere.
    const DisplayUnit unit = UnitSystem::instance().shown(info().unit);
    const double low = unit.shown(low_);
    const double high = unit.shown(high_);
    const double step = UnitSystem::instance().converts(info().unit)
                            ? engine::niceStep((high - low) / 5.0, engine::kRoundAndQuarterFactors)
                            : tick_ / unit.toSi;
    for (double at = std::ceil(low / step - 1e-9) * step; at <= high + step * 1e-6; at += step) {
        ticks.push_back({(at - low) / (high - low), plainNumberText(at, 4)});
    }
    for (const double limit : {limit_, highestLimit_}) {
        const double at = unit.shown(limit);
        const bool isKnown = !ticks.empty() && ticks.back().isLimit && limit == limit_;
        if (at > low && at <= high && !isKnown) {
            ticks.push_back({(at - low) / (high - low),
                             QStringLiteral("%1 %2").arg(plainNumberText(at, 3), limitWord()),
                             true});
        }
    }
    return ticks;
}

QString ColourScale::limitWord() const {
    return tr(std::string(limitWord_).c_str());
}

std::vector<ColourScale::Entry> ColourScale::entries() const {
    if (quantity_ == engine::RackQuantity::Health) {
        return {{QColor::fromRgb(kInService), tr("In service")},
                {QColor::fromRgb(kDegraded), tr("Partly out")},
                {QColor::fromRgb(kDown), tr("Out of service")}};
    }
    return quantity_ == engine::RackQuantity::Job ? jobs_ : std::vector<Entry>{};
}

QString ColourScale::valueText(float value, const engine::Frame* frame) const {
    if (quantity_ == engine::RackQuantity::Job) {
        if (value < 0.0F) {
            return tr("No job");
        }
        const auto id = std::llround(value);
        if (frame != nullptr) {
            for (const engine::JobRow& row : frame->jobs) {
                if (row.id == id) {
                    return tr("Job %1 · %2").arg(id).arg(QString::fromStdString(row.name));
                }
            }
        }
        return tr("Job %1").arg(id);
    }
    if (quantity_ == engine::RackQuantity::Health) {
        const QString share = quantityText(static_cast<double>(value), info().unit, 3);
        const char* word = value >= 1.0F  ? "In service"
                           : value > 0.0F ? "Partly out"
                                          : "Out of service";
        return QStringLiteral("%1 (%2)").arg(tr(word), share);
    }
    return quantityText(static_cast<double>(value), info().unit);
}

}  // namespace headroom::ui
