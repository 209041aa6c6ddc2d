// SPDX-License-Identifier: Apache-2.0
#include "engine/report/print/pdf.h"

#include "engine/report/print/page_maker.h"
#include "engine/report/style.h"

#include <cairo-pdf.h>
#include <memory>

namespace headroom::engine::report {

namespace {

cairo_status_t append(void* closure, const unsigned char* data, unsigned int length) {
    static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;

Error faultOf(const std::string& what) {
    Error error;
    error.code = "REP-003";
    error.message = "the report cannot be drawn as PDF: " + what;
    error.remedy = "Write it as HTML, which a browser prints.";
    return error;
}

/// A PDF that is written into `bytes`.
Surface surfaceInto(std::string& bytes, const Paper& paper, const PdfTitle& title) {
    Surface surface(cairo_pdf_surface_create_for_stream(append, &bytes, paper.width, paper.height),
                    &cairo_surface_destroy);
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, title.title.c_str());
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "Headroom");
    // Without a date of its own the file would bear the clock's.
    const std::string date = (title.date.empty() ? "2000-01-01" : title.date) + "T00:00:00Z";
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, date.c_str());
    return surface;
}

}  // namespace

Result<std::string> slidesPdf(const std::vector<Slide>& slides, const PdfTitle& title) {
    std::string bytes;
    {
        const Surface surface = surfaceInto(bytes, {960.0, 540.0}, title);
        PageMaker maker(surface.get(), title.title, title.date, {});
        for (std::size_t i = 0; i < slides.size(); ++i) {
            maker.slide(slides[i], i + 1, slides.size());
        }
        if (!maker.fault().empty()) {
            return tl::unexpected(faultOf(maker.fault()));
        }
        cairo_surface_finish(surface.get());
    }
    return bytes;
}

Result<std::string> pdfOf(const ReportPage& page, const PdfTitle& title) {
    const std::string css = paperStyle();
    std::vector<SectionPlace> sections;
    int pages = 0;
    std::string bytes;
    // The list of contents moves what follows it. Rounds end when the pages are those that it states.
    constexpr int kMostRounds = 6;
    bool isSettled = false;
    for (int round = 0; round < kMostRounds && !isSettled; ++round) {
        bytes.clear();
        const Surface surface = surfaceInto(bytes, {}, title);
        PageMaker maker(surface.get(), title.title, title.date, css);
        maker.make(page, sections, pages);
        if (!maker.fault().empty()) {
            return tl::unexpected(faultOf(maker.fault()));
        }
        isSettled = round > 0 && pages == maker.pages() && sections == maker.sections();
        sections = maker.sections();
        pages = maker.pages();
        for (std::size_t i = 0; i < sections.size(); ++i) {
            const std::string link = "dest='" + sections[i].id + "'";
            cairo_pdf_surface_add_outline(surface.get(), CAIRO_PDF_OUTLINE_ROOT,
                                          sections[i].title.c_str(), link.c_str(),
                                          CAIRO_PDF_OUTLINE_FLAG_OPEN);
        }
        cairo_surface_finish(surface.get());
        if (const cairo_status_t status = cairo_surface_status(surface.get());
            status != CAIRO_STATUS_SUCCESS) {
            return tl::unexpected(faultOf(cairo_status_to_string(status)));
        }
    }
    return bytes;
}

}  // namespace headroom::engine::report
