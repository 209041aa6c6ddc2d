// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/check/check.h"
#include "tests/engine/document/fixture.h"

#include <QMetaType>

#include <functional>
#include <map>
#include <string>
#include <vector>

/// Rules are tested on the project of fixture.h, which none of them objects to, with one change.
namespace headroom::engine::fixture {

using Files = std::map<std::string, Json>;

/// Changes the project, the catalogue, or both.
using Change = std::function<void(Json& project, Files& files)>;

/// The first text of a finding that says the id of an object or a part in place of its name; empty if there is none. Ids
/// that are plain words ("hall") cannot be told from the sentence. Rule name-repeats tells two equal names apart by their
/// ids, and errors of cannot-run state places.
std::string idInTexts(const std::vector<Finding>& findings, const Project& project,
                      const Catalogue& catalogue);

/// The first text of a finding with a number of five digits or more without separators, or with an exponent; empty if there is none.
std::string bareNumberInTexts(const std::vector<Finding>& findings);

/// What checkProject finds after a change; fails the program where the changed files do not load. The
/// project cannot be simulated, since its CDU group cools no rack, and its batch is no whole number of
/// sequences: these alone are left out.
std::vector<Finding> findingsAfter(const Change& change);

/// The same of a project that can: a group that serves no rack goes, dry coolers have no exchanger,
/// and switches state their power.
std::vector<Finding> findingsOfARun(const Change& change);

/// The figure of a part of the fixture catalogue.
Json& figureOf(Files& files, const std::string& typeId, std::size_t part, const std::string& key);

/// What is moved to a wall, or into something, is in the way there too: these follow from what
/// other rules say, and have tests of their own.
bool isConsequence(const Finding& finding);

/// What one row of a rule test expects: exactly one finding of this rule, and none of any other.
struct Expected {
    std::string rule;
    Severity severity = Severity::Error;
    std::string subject;
    double measured = 0.0;
    double allowed = 0.0;
    std::string unit;
};

/// Fails the test unless the findings are what is expected.
void compare(std::vector<Finding> findings, const Expected& expected);

}  // namespace headroom::engine::fixture

Q_DECLARE_METATYPE(headroom::engine::fixture::Change)
Q_DECLARE_METATYPE(headroom::engine::fixture::Expected)

namespace headroom::engine::fixture {

/// The columns of a rule test, and one row of it.
void addColumns();

void addRow(const char* name, const Expected& expected, const Change& change);

}  // namespace headroom::engine::fixture
