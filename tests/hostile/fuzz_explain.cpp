// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/explain.h"
#include "engine/explain/file_use.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sections.h"

#include <algorithm>

namespace headroom::hostile {

/// A file of any format, as `import FILE --explain` shows it: the ending of its name in the first line, then its bytes.
void explain(std::string_view bytes) {
    const auto [ending, text] = splitLine(bytes);
    const bool isWord =
        !ending.empty() && ending.size() < 12 &&
        ending.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.") == ending.npos;
    const auto path = scratchFile("explained." + (isWord ? std::string(ending) : "csv"), text);
    const auto explained = engine::explainFile(path, {});
    if (!explained) {
        require(!explained.error().code.empty() && !explained.error().message.empty() &&
                    !explained.error().remedy.empty(),
                "a refusal without code or remedy: " + explained.error().text());
        return;
    }
    require(!explained->format.empty(), "an explanation of no format");
    require(explained->rows >= 0 && explained->first.size() <= engine::Explanation::kFirstRows,
            "rows that cannot be");
    for (const auto& row : explained->first) {
        require(row.size() == explained->columns.size(), "a row of other columns");
    }
    require(!engine::explanationText(*explained).empty() &&
                !engine::explanationJson(*explained).empty(),
            "an explanation without words");
    const auto preview = engine::previewFile(path, {});
    require(preview.has_value() && !preview->offers.empty(),
            "a file that is explained is not offered");
    for (const engine::FileOffer& offer : preview->offers) {
        const auto edits =
            engine::fileUseEdits(offer.use, path, scenario("tour-small-hall"), shippedCatalogue());
        require(edits.has_value() || !edits.error().remedy.empty(),
                "a use that is refused without a remedy");
    }
}

}  // namespace headroom::hostile
