// SPDX-License-Identifier: Apache-2.0
#include "app/cli/subcommand.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <utility>

namespace headroom::app {

Check Check::untold() const {
    return Check(std::make_shared<const CLI::Validator>(rule_->description("")));
}

Option Option::type(const char* name) const {
    option_->type_name(name);
    return *this;
}

Option Option::showDefault() const {
    option_->capture_default_str();
    return *this;
}

Option Option::check(const Check& check) const {
    option_->check(check.rule());
    return *this;
}

Option Option::required() const {
    option_->required();
    return *this;
}

Option Option::needs(Option other) const {
    option_->needs(other.option_);
    return *this;
}

Option Option::excludes(Option other) const {
    option_->excludes(other.option_);
    return *this;
}

Option Option::count(int least, int most) const {
    option_->expected(least, most);
    return *this;
}

Option Option::onePerName() const {
    option_->allow_extra_args(false);
    return *this;
}

Option Option::separatedBy(char separator) const {
    option_->delimiter(separator);
    return *this;
}

Option Option::read(std::function<std::string(std::string&)> change) const {
    option_->transform(CLI::Validator(std::move(change), ""));
    return *this;
}

Subcommand Subcommand::subcommand(const char* name, const char* help) const {
    return Subcommand(*app_->add_subcommand(name, help));
}

void Subcommand::needsSubcommand() const {
    app_->require_subcommand(1);
}

template <class Value>
Option Subcommand::option(const std::string& name, Value& value, const std::string& help) const {
    return Option(app_->add_option(name, value, help));
}

template Option Subcommand::option(const std::string&, int&, const std::string&) const;
template Option Subcommand::option(const std::string&, std::int64_t&, const std::string&) const;
template Option Subcommand::option(const std::string&, std::uint64_t&, const std::string&) const;
template Option Subcommand::option(const std::string&, double&, const std::string&) const;
template Option Subcommand::option(const std::string&, std::string&, const std::string&) const;
template Option Subcommand::option(const std::string&, std::optional<int>&,
                                   const std::string&) const;
template Option Subcommand::option(const std::string&, std::optional<std::uint64_t>&,
                                   const std::string&) const;
template Option Subcommand::option(const std::string&, std::optional<double>&,
                                   const std::string&) const;
template Option Subcommand::option(const std::string&, std::optional<std::string>&,
                                   const std::string&) const;
template Option Subcommand::option(const std::string&, std::vector<std::int64_t>&,
                                   const std::string&) const;
template Option Subcommand::option(const std::string&, std::vector<std::string>&,
                                   const std::string&) const;

Option Subcommand::flag(const char* name, bool& value, const char* help) const {
    return Option(app_->add_flag(name, value, help));
}

Subcommand Subcommand::choice(const char* name, const char* help) const {
    CLI::App* const options = app_->add_option_group(name, help);
    options->require_option(0, 1);
    return Subcommand(*options);
}

void Subcommand::action(std::function<void()> run) const {
    app_->callback(std::move(run));
}

void readArguments(const std::vector<std::string>& arguments, const std::string& name,
                   const std::function<void(Subcommand)>& add) {
    CLI::App app(name);
    add(Subcommand(app));
    try {
        app.parse(
            std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // as CLI11 wants them
    } catch (const CLI::ParseError& fault) {
        throw UsageFault(fault.what());
    }
}

}  // namespace headroom::app
