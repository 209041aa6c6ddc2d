// SPDX-License-Identifier: Apache-2.0
#include "engine/document/companions.h"
#include "engine/files/input_file.h"
#include "engine/replay/replay.h"
#include "engine/report/whole/report.h"

namespace headroom::engine {

namespace fs = std::filesystem;

ResultAll<ReportSubject> reportSubjectOf(const fs::path& path, const fs::path& shipped) {
    ReportSubject subject;
    auto opened = Recording::open(path);
    if (!opened && opened.error().code != "STO-011") {
        return tl::unexpected(Errors{opened.error()});
    }
    if (!opened) {
        const fs::path folder = isFolder(path) ? path : path.parent_path();
        auto catalogue = Catalogue::load(shipped, projectCatalogueFolder(folder));
        if (!catalogue) {
            return tl::unexpected(catalogue.error());
        }
        auto project = loadProject(path, *catalogue);
        if (!project) {
            return tl::unexpected(project.error());
        }
        subject.catalogue = std::move(*catalogue);
        subject.project = std::move(*project);
        return subject;
    }
    subject.recording = std::move(*opened);
    // Its own parts come with the recording; where that cannot be, the shipped ones must do.
    const std::string& text = subject.recording->info().projectText;
    if (const auto replay = Replay::open(subject.recording, shipped)) {
        if (auto project = (*replay)->plain(text)) {
            subject.catalogue = (*replay)->catalogue();
            subject.project = std::move(*project);
        }
    } else if (auto catalogue = Catalogue::load(shipped)) {
        if (auto project = parseProject(text, path, *catalogue)) {
            subject.catalogue = std::move(*catalogue);
            subject.project = std::move(*project);
        }
    }
    return subject;
}

}  // namespace headroom::engine
