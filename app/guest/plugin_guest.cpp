// SPDX-License-Identifier: Apache-2.0
#include "app/guest/plugin_guest.h"

#include "app/guest/library.h"
#include "engine/guests/headroom_plugin.h"

#include <cmath>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace headroom::guest {

namespace {

Json variables(const HeadroomVariable* list, std::uint32_t count) {
    Json all = Json::array();
    for (std::uint32_t i = 0; i < count; ++i) {
        if (list[i].name == nullptr || *list[i].name == '\0') {
            throw Refusal("GST-021",
                          "has a variable without a name: number " + std::to_string(i + 1),
                          "ask who made it");
        }
        all.push_back(
            {{"name", list[i].name}, {"unit", list[i].unit == nullptr ? "" : list[i].unit}});
    }
    return all;
}

class Plugin {
  public:
    explicit Plugin(const std::string& file) : library_(file) {
        const HeadroomPlugin* (*entry)() = nullptr;
        library_.need(entry, "headroom_plugin");
        plugin_ = entry();
        if (plugin_ == nullptr) {
            throw Refusal("GST-021", "headroom_plugin() gives nothing", "ask who made it");
        }
        if (plugin_->version != HEADROOM_PLUGIN_VERSION) {
            throw Refusal("GST-024",
                          "is made for version " + std::to_string(plugin_->version) +
                              " of the interface, this is version " +
                              std::to_string(HEADROOM_PLUGIN_VERSION),
                          "build it anew with the headroom_plugin.h of this Headroom");
        }
        if (plugin_->create == nullptr ||
            (plugin_->control == nullptr && plugin_->schedule == nullptr &&
             plugin_->broker == nullptr)) {
            throw Refusal("GST-021", "has no create, or none of control, schedule and broker",
                          "ask who made it");
        }
        self_ = plugin_->create();
        if (self_ == nullptr) {
            throw Refusal("GST-025", "its create() failed", "ask who made it");
        }
    }

    ~Plugin() {
        if (self_ != nullptr && plugin_->destroy != nullptr) {
            plugin_->destroy(self_);
        }
    }

    Plugin(const Plugin&) = delete;
    Plugin& operator=(const Plugin&) = delete;

    Json reply(const Json& asked) {
        const std::string what = asked.value("do", "");
        return what == "describe"   ? describe()
               : what == "schedule" ? schedule(asked)
               : what == "broker"   ? broker(asked)
                                    : control(asked);
    }

  private:
    Json describe() const {
        return {{"name", plugin_->name == nullptr ? "" : plugin_->name},
                {"inputs", variables(plugin_->inputs, plugin_->input_count)},
                {"outputs", variables(plugin_->outputs, plugin_->output_count)},
                {"control", plugin_->control != nullptr},
                {"schedule", plugin_->schedule != nullptr},
                {"broker", plugin_->broker != nullptr}};
    }

    static void check(int code) {
        if (code != 0) {
            throw Refusal("GST-025",
                          "says that it cannot continue (code " + std::to_string(code) + ")",
                          "ask who made it");
        }
    }

    Json control(const Json& asked) const {
        const auto inputs = asked.at("inputs").get<std::vector<double>>();
        std::vector<double> outputs(plugin_->output_count, NAN);
        check(plugin_->control(self_, asked.at("time_s").get<double>(), inputs.data(),
                               outputs.data()));
        return {{"outputs", outputs}};
    }

    /// Texts of what a call is given; they stay where they are.
    class Texts {
      public:
        const char* of(const Json& row, const char* key) {
            kept_.push_back(row.at(key).get<std::string>());
            return kept_.back().c_str();
        }

      private:
        std::deque<std::string> kept_;
    };

    static std::vector<HeadroomJob> jobsOf(const Json& rows, Texts& texts) {
        std::vector<HeadroomJob> jobs;
        for (const Json& row : rows) {
            HeadroomJob job{};
            job.id = row.at("id").get<std::int64_t>();
            job.state = row.at("state").get<std::int32_t>();
            job.accelerators = row.at("accelerators").get<std::int32_t>();
            job.priority = row.at("priority").get<std::int32_t>();
            job.held = row.at("held").get<bool>() ? 1 : 0;
            job.submit_s = row.at("submit_s").get<double>();
            job.progress = row.at("progress").get<double>();
            job.queued_s = row.at("queued_s").get<double>();
            job.deadline_s = row.at("deadline_s").get<double>();
            job.name = texts.of(row, "name");
            job.tenant = texts.of(row, "tenant");
            job.accelerator = texts.of(row, "accelerator");
            jobs.push_back(job);
        }
        return jobs;
    }

    Json schedule(const Json& asked) const {
        Texts texts;
        const std::vector<HeadroomJob> jobs = jobsOf(asked.at("jobs"), texts);
        std::vector<std::uint8_t> actions(jobs.size(), HEADROOM_LEAVE);
        check(plugin_->schedule(self_, asked.at("time_s").get<double>(),
                                static_cast<std::uint32_t>(jobs.size()), jobs.data(),
                                actions.data()));
        return {{"actions", actions}};
    }

    Json broker(const Json& asked) const {
        Texts texts;
        const std::vector<HeadroomJob> jobs = jobsOf(asked.at("jobs"), texts);
        std::vector<HeadroomSite> sites;
        for (const Json& row : asked.at("sites")) {
            sites.push_back({texts.of(row, "id"), texts.of(row, "name"),
                             row.at("accelerators").get<std::int32_t>(),
                             row.at("free").get<std::int32_t>(), row.at("usd_per_h").get<double>(),
                             row.at("usd_per_kwh").get<double>(),
                             row.at("kg_per_kwh").get<double>(), row.at("pue").get<double>(),
                             row.at("gbyte_per_s").get<double>()});
        }
        std::vector<HeadroomQuote> quotes;
        for (const Json& row : asked.at("quotes")) {
            const auto number = [&](std::size_t i) {
                return row.at(i).is_null() ? INFINITY : row.at(i).get<double>();
            };
            quotes.push_back(
                {row.at(0).get<std::int32_t>(), number(1), number(2), number(3), number(4)});
        }
        std::vector<std::int32_t> choices(jobs.size(), HEADROOM_STAY);
        check(plugin_->broker(self_, asked.at("time_s").get<double>(),
                              static_cast<std::uint32_t>(sites.size()), sites.data(),
                              static_cast<std::uint32_t>(jobs.size()), jobs.data(), quotes.data(),
                              choices.data()));
        return {{"choices", choices}};
    }

    Library library_;
    const HeadroomPlugin* plugin_ = nullptr;
    void* self_ = nullptr;
};

}  // namespace

int servePlugin(const std::string& library, LineSocket& socket) {
    std::unique_ptr<Plugin> plugin;
    return socket.serve([&](const Json& asked) {
        if (plugin == nullptr) {
            plugin = std::make_unique<Plugin>(library);
        }
        return plugin->reply(asked);
    });
}

}  // namespace headroom::guest
