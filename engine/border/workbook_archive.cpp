// SPDX-License-Identifier: Apache-2.0
#include "engine/border/workbook_archive.h"

#include "engine/border/xml_walker.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <zip.h>

namespace headroom::engine {

namespace {

constexpr zip_int64_t kMostParts = 20'000;
constexpr zip_uint64_t kMostUnpacked = zip_uint64_t{1} << 30U;
constexpr zip_uint64_t kMostPacking = 1000;
constexpr zip_uint64_t kSmallPart = zip_uint64_t{1} << 20U;

struct DiscardArchive {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};

struct ClosePart {
    void operator()(zip_file_t* part) const { zip_fclose(part); }
};

/// The archive of a text in memory.
class WorkbookArchive {
  public:
    WorkbookArchive(std::string_view bytes, std::string file) : file_(std::move(file)) {
        zip_error_t fault;
        zip_error_init(&fault);
        zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &fault);
        archive_.reset(source == nullptr ? nullptr
                                         : zip_open_from_source(source, ZIP_RDONLY, &fault));
        if (archive_ == nullptr && source != nullptr) {
            zip_source_free(source);
        }
        zip_error_fini(&fault);
    }

    bool isSound() const {
        const zip_int64_t parts = archive_ == nullptr ? -1 : zip_get_num_entries(archive_.get(), 0);
        return parts >= 0 && parts <= kMostParts;
    }

    bool has(const char* name) const {
        return zip_name_locate(archive_.get(), name, ZIP_FL_NOCASE) >= 0;
    }

    Result<bool> walk(const std::string& name, XmlWalker& walker) {
        const zip_int64_t index = zip_name_locate(archive_.get(), name.c_str(), ZIP_FL_NOCASE);
        if (index < 0) {
            return false;
        }
        zip_stat_t about;
        zip_stat_init(&about);
        const std::unique_ptr<zip_file_t, ClosePart> part(
            zip_fopen_index(archive_.get(), static_cast<zip_uint64_t>(index), 0));
        if (part == nullptr ||
            zip_stat_index(archive_.get(), static_cast<zip_uint64_t>(index), 0, &about) != 0) {
            return damaged(name);
        }
        std::array<char, 65536> block;
        zip_uint64_t size = 0;
        for (zip_int64_t got = 1; got > 0 && !walker.hasEnough();) {
            got = zip_fread(part.get(), block.data(), block.size());
            size += static_cast<zip_uint64_t>(std::max<zip_int64_t>(got, 0));
            if (got > static_cast<zip_int64_t>(left_) ||
                (size > kSmallPart && size / kMostPacking > about.comp_size)) {
                return tl::unexpected(workbookError(
                    "TXT-005", file_,
                    fmt::format(
                        "\"{}\" in the workbook unpacks to more than a workbook of this size holds",
                        name),
                    "Export the sheet as CSV."));
            }
            if (got < 0 || !walker.feed({block.data(), static_cast<std::size_t>(got)}, got == 0)) {
                return walker.hasEnough() ? Result<bool>(true) : damaged(name);
            }
            left_ -= static_cast<zip_uint64_t>(got);
        }
        return true;
    }

  private:
    Result<bool> damaged(const std::string& name) const {
        return tl::unexpected(workbookError("TXT-004", file_,
                                            fmt::format("\"{}\" in the workbook is damaged", name),
                                            "Save the workbook again."));
    }

    std::string file_;
    std::unique_ptr<zip_t, DiscardArchive> archive_;
    zip_uint64_t left_ = kMostUnpacked;
};

/// Words for an archive that is not a workbook of XML parts.
std::string kindOfArchive(const WorkbookArchive& archive) {
    return archive.has("xl/workbook.bin")     ? "is a binary workbook (XLSB)"
           : archive.has("content.xml")       ? "is an OpenDocument file"
           : archive.has("word/document.xml") ? "is a text document (DOCX)"
                                              : "is a ZIP archive without a workbook";
}

}  // namespace

Error workbookError(const char* code, const std::string& file, std::string message,
                    std::string remedy) {
    return {code, std::move(message), std::move(remedy), file, {}, 0};
}

bool isZip(std::string_view bytes) {
    return bytes.starts_with(std::string_view("PK\x03\x04", 4));
}

bool isOldWorkbook(std::string_view bytes) {
    return bytes.starts_with("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
}

Result<void> withWorkbookParts(std::string_view bytes, const std::string& file,
                               const std::function<Result<void>(const WorkbookParts&)>& use) {
    WorkbookArchive archive(bytes, file);
    if (!archive.isSound()) {
        return tl::unexpected(workbookError(
            "TXT-004", file, "the file begins as a workbook or ZIP archive, but is cut or damaged",
            "Save or download it again."));
    }
    if (!archive.has("xl/workbook.xml")) {
        return tl::unexpected(workbookError("TXT-003", file, "the file " + kindOfArchive(archive),
                                            "Save the table as XLSX or CSV."));
    }
    return use(
        [&](const std::string& name, XmlWalker& walker) { return archive.walk(name, walker); });
}

}  // namespace headroom::engine
