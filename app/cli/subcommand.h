// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
class Option;
class Validator;
}  // namespace CLI

/// The subcommands of headroom-cli and what they take. CLI11 parses them: a library of headers for which a compiler needs eight
/// seconds, so subcommands see it through the handles here, and subcommand.cpp compiles it once. A handle is a pointer: copies
/// mean the same subcommand, as long as the program's CLI::App lives.
namespace headroom::app {

/// Requirement of an option on its value; each states it in the help. See option_checks.h.
class Check {
  public:
    explicit Check(std::shared_ptr<const CLI::Validator> rule) : rule_(std::move(rule)) {}

    /// The same, not told in the help.
    Check untold() const;

    const CLI::Validator& rule() const { return *rule_; }

  private:
    std::shared_ptr<const CLI::Validator> rule_;
};

/// One option or positional argument, or a flag.
class Option {
  public:
    explicit Option(CLI::Option* option) : option_(option) {}

    Option type(const char* name) const;  ///< what the help calls the value: FILE; "": nothing
    Option showDefault() const;           ///< the variable's present value, in the help
    Option check(const Check& check) const;
    Option required() const;
    Option needs(Option other) const;
    Option excludes(Option other) const;
    Option count(int least, int most) const;  ///< number of values
    Option onePerName() const;                ///< "--site A --site B", not "--site A B"
    Option separatedBy(char separator) const;
    /// Changes the typed text before it is checked; returns its fault, or nothing.
    Option read(std::function<std::string(std::string&)> change) const;

  private:
    CLI::Option* option_;
};

class Subcommand {
  public:
    explicit Subcommand(CLI::App& app) : app_(&app) {}

    Subcommand subcommand(const char* name, const char* help) const;
    void needsSubcommand() const;

    /// An option ("--out"), or a positional argument ("PROJECT"), whose value goes to `value`, which lives as long as the
    /// subcommand. Value: numbers and std::string, std::optional and std::vector of them; subcommand.cpp lists which.
    template <class Value>
    Option option(const std::string& name, Value& value, const std::string& help) const;

    Option flag(const char* name, bool& value, const char* help) const;

    /// Options of which at most one is given.
    Subcommand choice(const char* name, const char* help) const;

    /// Action of the subcommand. Called when all options are read.
    void action(std::function<void()> run) const;

    CLI::App& app() const { return *app_; }

  private:
    CLI::App* app_;
};

/// Arguments that cannot be meant: thrown by actions and by readArguments, printed like the faults that CLI11 finds.
struct UsageFault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads arguments as on the command line ("--tp", "8") into what `add` declares. Throws UsageFault.
void readArguments(const std::vector<std::string>& arguments, const std::string& name,
                   const std::function<void(Subcommand)>& add);

}  // namespace headroom::app
