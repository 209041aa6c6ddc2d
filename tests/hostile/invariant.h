// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/project.h"
#include "engine/exchange/import_draft.h"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// What must hold of every answer, whatever was asked.
namespace headroom::hostile {

/// An answer that must not be. Uncaught it ends a fuzzer, which keeps the input.
class BrokenInvariant : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

void require(bool holds, const std::string& otherwise);

/// A refusal that helps: a code that resources/help/errors.md explains, a sentence, a remedy, the
/// file. `file` empty: the text is of no file.
void requireRefusal(const engine::Error& error, std::string_view file);
void requireRefusal(const engine::Errors& errors, std::string_view file);

/// The same of the faults of an import.
void requireFaults(const engine::ImportDraft& draft);

/// No NaN, no infinity among stated values.
void requireFinite(const models::Value& value, std::string_view what);
void requireFinite(double value, std::string_view what);
void requireFinite(const std::vector<double>& values, std::string_view what);

/// What a project that was accepted is: values within their tables, written and read again the
/// same.
void requireWhole(const engine::Project& project, const engine::Catalogue& catalogue);

}  // namespace headroom::hostile
