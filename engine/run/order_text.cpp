// SPDX-License-Identifier: Apache-2.0
#include "engine/run/order_text.h"

#include "engine/base/duration.h"
#include "engine/part/part_address.h"
#include "models/facility/drill.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>
#include <vector>

namespace headroom::engine {

namespace {

std::optional<std::int64_t> wholeNumber(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool all = end == text.data() + text.size();
    return fault == std::errc{} && all && number >= 0 && number <= 1'000'000'000
               ? std::optional(number)
               : std::nullopt;
}

/// The place of a word among the choices of drills; -1 if none of them.
int choice(std::string_view key, std::string_view word) {
    const auto& choices = models::DrillSpec::type().find(key)->choices;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        if (choices[i] == word) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

std::string choiceWord(std::string_view key, int place) {
    return std::string(
        models::DrillSpec::type().find(key)->choices[static_cast<std::size_t>(place)]);
}

std::string allChoices(std::string_view key) {
    std::string all;
    for (const std::string_view word : models::DrillSpec::type().find(key)->choices) {
        all += (all.empty() ? "" : ", ") + std::string(word);
    }
    return all;
}

class OrderReader {
  public:
    OrderReader(std::string_view text, double usualS) : timeS_(usualS) {
        std::istringstream words{std::string(text)};
        for (std::string word; words >> word;) {
            words_.push_back(word);
        }
    }

    tl::expected<Command, std::string> read() {
        if (words_.size() < 2) {
            return tl::unexpected(std::string("an order is ") + kOrderForm);
        }
        if (words_.size() >= 3 && words_[1] == "job") {
            return readJob();
        }
        return readPlant();
    }

  private:
    tl::expected<Command, std::string> readJob() {
        JobOrder order;
        bool known = false;
        for (const JobAction action : kWordedJobActions) {
            if (words_[0] == wordOf(action)) {
                order.action = action;
                known = true;
            }
        }
        const auto id = wholeNumber(words_[2]);
        if (!known || !id) {
            return tl::unexpected(
                "\"" + words_[0] + " job " + words_[2] +
                "\": an order to a job is preempt, kill, hold, release or send, and "
                "the number of the job");
        }
        order.job = *id;
        next_ = 3;
        if (order.action == JobAction::Send) {
            if (words_.size() < 5 || words_[3] != "to") {
                return tl::unexpected("\"send job " + words_[2] +
                                      "\": after it stands \"to\" and the id of a site");
            }
            order.site = words_[4];
            next_ = 5;
        }
        if (order.action == JobAction::Preempt && next_ + 1 < words_.size() &&
            words_[next_] == "after" && words_[next_ + 1] == "checkpoint") {
            order.checkpointFirst = true;
            next_ += 2;
        }
        for (; next_ < words_.size();) {
            if (std::string fault = readTime(); !fault.empty()) {
                return tl::unexpected(fault);
            }
        }
        return Command{timeS_, order};
    }

    tl::expected<Command, std::string> readPlant() {
        const int action = choice("action", words_[0]);
        if (action < 0) {
            return tl::unexpected("\"" + words_[0] + "\" is not an action; they are " +
                                  allChoices("action") +
                                  ", and preempt, kill, hold, release, send of a job");
        }
        order_.action = static_cast<models::DrillAction>(action);
        if (std::string fault = readNumbered(words_[1], order_.unit); !fault.empty()) {
            return tl::unexpected(fault);
        }
        for (next_ = 2; next_ < words_.size();) {
            if (std::string fault = readNext(); !fault.empty()) {
                return tl::unexpected(fault);
            }
        }
        return Command{timeS_, order_};
    }

    /// "ups-a/2": the name, and the number into the order.
    std::string readNumbered(const std::string& word, std::string& name) {
        const PartAddress address = PartAddress::parse(word);
        name = address.object;
        if (!address.part.empty() || (address.unit == 0 && name != word)) {
            return "\"" + word + "\": write a number from 1 after the slash, and nothing behind it";
        }
        if (address.unit > 0) {
            order_.instance = address.unit;
        }
        return {};
    }

    std::string readNext() {
        const std::string& word = words_[next_];
        if (word == "count" || word == "incomer") {
            const auto number =
                next_ + 1 < words_.size() ? wholeNumber(words_[next_ + 1]) : std::nullopt;
            if (!number) {
                return "after \"" + word + "\" stands a whole number";
            }
            (word == "count" ? order_.count : order_.incomer) = static_cast<int>(*number);
            next_ += 2;
            return {};
        }
        if (word == "amount") {
            return readAmount();
        }
        if (word == "at" || word == "for") {
            return readTime();
        }
        std::string name;
        if (std::string fault = readNumbered(word, name); !fault.empty()) {
            return fault;
        }
        if (const int machine = choice("machine", name); machine >= 0) {
            order_.machine = static_cast<models::CoolingMachine>(machine);
        } else if (const int part = choice("part", name); part >= 0) {
            order_.part = static_cast<models::FabricPart>(part);
        } else if (const int level = choice("level", name); level >= 0) {
            order_.level = static_cast<models::BlockPart>(level);
        } else {
            return "\"" + word + "\" is not a word of an order: " + kOrderForm + "; machines are " +
                   allChoices("machine") + "; parts " + allChoices("part") + "; levels " +
                   allChoices("level");
        }
        ++next_;
        return {};
    }

    std::string readAmount() {
        std::string text = next_ + 1 < words_.size() ? words_[next_ + 1] : "";
        if (text.ends_with('%')) {
            text.pop_back();
        }
        double percent = -1.0;
        const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), percent);
        if (fault != std::errc{} || end != text.data() + text.size() ||
            !(percent >= 0.0 && percent <= 100.0)) {
            return "after \"amount\" stands a share from 0 to 100 %";
        }
        order_.amount = percent / 100.0;
        next_ += 2;
        return {};
    }

    std::string readTime() {
        const std::string& word = words_[next_];
        const auto seconds =
            next_ + 1 < words_.size() ? parseDuration(words_[next_ + 1]) : std::nullopt;
        if ((word != "at" && word != "for") || !seconds) {
            return word == "at" || word == "for"
                       ? "after \"" + word + "\" stands a time like 90s, 15min or 3h10m"
                       : "\"" + word + "\" is not a word of an order: " + kOrderForm;
        }
        (word == "at" ? timeS_ : order_.durationS) = *seconds;
        next_ += 2;
        return {};
    }

    std::vector<std::string> words_;
    std::size_t next_ = 0;
    PlantOrder order_;
    double timeS_;
};

}  // namespace

tl::expected<Command, std::string> orderFromText(std::string_view text, double usualS) {
    return OrderReader(text, usualS).read();
}

std::string orderWords(const PlantOrder& order) {
    std::string words(models::wordOf(order.action));
    words += ' ' + PartAddress{order.unit, order.instance, {}}.text();
    if (order.machine != models::CoolingMachine::All) {
        words += ' ' + choiceWord("machine", static_cast<int>(order.machine));
    }
    if (order.part != models::FabricPart::None) {
        words += ' ' + choiceWord("part", static_cast<int>(order.part));
    }
    if (order.level != models::BlockPart::Row) {
        words += ' ' + choiceWord("level", static_cast<int>(order.level));
    }
    if (order.count > 0) {
        words += " count " + std::to_string(order.count);
    }
    if (order.incomer > 0) {
        words += " incomer " + std::to_string(order.incomer);
    }
    if (std::isfinite(order.amount)) {
        words += fmt::format(" amount {:.9g}%", order.amount * 100.0);
    }
    if (std::isfinite(order.durationS)) {
        words += fmt::format(" for {:.3f}s", order.durationS);
    }
    return words;
}

std::string orderWords(const PlantOrder& order, double atS) {
    return fmt::format("{} at {:.3f}s", orderWords(order), atS);
}

std::string orderWords(const JobOrder& order) {
    if (order.action == JobAction::Submit) {
        return {};
    }
    return fmt::format("{} job {}", wordOf(order.action), order.job) +
           (order.checkpointFirst ? " after checkpoint" : "") +
           (order.site.empty() ? "" : " to " + order.site);
}

}  // namespace headroom::engine
