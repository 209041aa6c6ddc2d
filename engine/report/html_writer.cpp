// SPDX-License-Identifier: Apache-2.0
#include "engine/report/html_writer.h"

#include "engine/report/format.h"
#include "engine/report/style.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace headroom::engine::report {

namespace {

std::string element(const char* tag, const std::string& inside, const char* look = "") {
    return fmt::format("<{0}{1}>{2}</{0}>", tag,
                       *look == '\0' ? std::string() : fmt::format(" class=\"{}\"", look), inside);
}

std::string inlineHtml(const Text& text) {
    std::string html;
    for (const TextRun& run : text.runs()) {
        switch (run.look) {
            case TextRun::Look::Plain:
                html += escaped(run.words);
                break;
            case TextRun::Look::Strong:
                html += element("b", escaped(run.words));
                break;
            case TextRun::Look::Quiet:
                html += element("span", escaped(run.words), "why");
                break;
            case TextRun::Look::Small:
                html += element("span", escaped(run.words), "note");
                break;
            case TextRun::Look::Code:
                html += element("code", escaped(run.words));
                break;
            case TextRun::Look::Break:
                html += "<br>";
                break;
        }
    }
    return html;
}

std::string folded(const std::string& summary, const std::string& inside, const char* look = "") {
    return element("details", element("summary", escaped(summary)) + inside, look);
}

const char* classOf(CellKind kind) {
    switch (kind) {
        case CellKind::Words:
            break;
        case CellKind::Name:
            return "name";
        case CellKind::Number:
            return "number";
        case CellKind::Why:
            return "why";
    }
    return "";
}

const char* classOf(Paragraph::Kind kind) {
    switch (kind) {
        case Paragraph::Kind::Body:
            break;
        case Paragraph::Kind::Note:
            return "note";
        case Paragraph::Kind::Warning:
            return "warning";
        case Paragraph::Kind::Facts:
            return "facts";
    }
    return "";
}

std::string tip(const std::string& why) {
    return why.empty() ? std::string() : " title=\"" + escaped(why) + '"';
}

/// On a screen a drawing is as wide as the page, but not smaller than its words can be read at.
std::string legible(std::string svg) {
    constexpr double kLegible = 0.62;
    constexpr std::string_view kWidth = " width=\"";
    const std::size_t at = svg.find(kWidth);
    if (at != std::string::npos) {
        svg.insert(at, fmt::format(" style=\"min-width:{:.0f}px\"",
                                   kLegible * std::atof(svg.c_str() + at + kWidth.size())));
    }
    return svg;
}

class HtmlWriter {
  public:
    void operator()(const Heading& node) { line(element("h3", inlineHtml(node.text))); }

    void operator()(const Paragraph& node) {
        line(element("p", inlineHtml(node.text), classOf(node.kind)));
    }

    void operator()(const Tiles& node) {
        html_ += "<div class=\"tiles\">\n";
        for (const auto& [label, value] : node.tiles) {
            line(element("div", element("span", escaped(label)) + element("b", escaped(value)),
                         "tile"));
        }
        line("</div>");
    }

    void operator()(const List& node) {
        const char* tag = node.isNumbered ? "ol" : "ul";
        line(fmt::format("<{}>", tag));
        for (const Text& item : node.items) {
            line(element("li", inlineHtml(item)));
        }
        line(fmt::format("</{}>", tag));
    }

    void operator()(const Terms& node) {
        std::string inside;
        for (const auto& [term, meaning] : node.terms) {
            inside += element("dt", inlineHtml(term)) + element("dd", inlineHtml(meaning));
        }
        line(element("dl", inside));
    }

    void operator()(const Labels& node) {
        html_ += "<table class=\"block\"><tbody>\n";
        for (const auto& [label, value] : node.rows) {
            line(element("tr", element("th", escaped(label)) + element("td", escaped(value))));
        }
        line("</tbody></table>");
    }

    void operator()(const Listing& node) { line(element("pre", escaped(node.text))); }

    void operator()(const Table& node) {
        html_ +=
            node.isLong ? "<div class=\"table scroll\"><table>" : "<div class=\"table\"><table>";
        head(node);
        html_ += "<tbody>\n";
        for (const TableRow& row : node.rows) {
            html_ += "<tr" + tip(row.why) + '>';
            for (std::size_t c = 0; c < row.cells.size(); ++c) {
                cell(row.cells[c],
                     c < node.columns.size() ? node.columns[c].kind : CellKind::Words);
            }
            line("</tr>");
        }
        line("</tbody></table></div>");
    }

    void operator()(const Exhibit& node) {
        const std::string title =
            node.title.empty() ? std::string() : element("h3", escaped(node.title));
        if (const auto* chart = std::get_if<LineChart>(&node.shown)) {
            html_ += "<figure>" + title + svgText(*chart);
        } else if (const auto* drawing = std::get_if<Drawing>(&node.shown)) {
            svg(*drawing, title);
        } else if (const auto* picture = std::get_if<Picture>(&node.shown)) {
            html_ += "<figure>" + title + "<img alt=\"" + escaped(picture->name) + "\" src=\"" +
                     picture->source + "\">";
        }
        if (!node.caption.empty()) {
            html_ += element("figcaption", escaped(node.caption));
        }
        if (!node.origin.empty()) {
            html_ += folded("How it comes about", htmlOf(node.origin));
        }
        line("</figure>");
    }

    void operator()(const Exhibits& node) {
        html_ += node.kind == Exhibits::Kind::Charts ? "<div class=\"charts\">\n"
                                                     : "<div class=\"images\">\n";
        for (const Exhibit& exhibit : node.exhibits) {
            (*this)(exhibit);
        }
        line("</div>");
    }

    void operator()(const SideTables& node) {
        html_ += "<div class=\"side\">\n";
        for (const Table& table : node.tables) {
            (*this)(table);
        }
        line("</div>");
    }

    void operator()(const Fold& node) { line(folded(node.summary, htmlOf(node.blocks))); }

    std::string taken() { return std::move(html_); }

  private:
    void line(const std::string& html) { html_ += html + '\n'; }

    void head(const Table& node) {
        if (!node.title.empty()) {
            html_ += fmt::format("<thead><tr><th colspan=\"{}\">{}</th></tr></thead>",
                                 node.columns.size(), escaped(node.title));
        } else if (node.hasHead()) {
            html_ += "<thead><tr>";
            for (const TableColumn& column : node.columns) {
                html_ += column.kind == CellKind::Number ? "<th class=\"number\"" : "<th";
                html_ += tip(column.why) + '>' + escaped(column.head) + "</th>";
            }
            html_ += "</tr></thead>";
        }
    }

    void cell(const TableCell& cell, CellKind ofColumn) {
        std::string inside = inlineHtml(cell.text);
        if (!cell.origin.empty()) {
            std::string lines;
            for (const Text& line : cell.origin) {
                lines += element("p", inlineHtml(line));
            }
            inside += folded("where from", lines, "from");
        }
        html_ += element("td", inside, classOf(cell.kind.value_or(ofColumn)));
    }

    void svg(const Drawing& drawing, const std::string& title) {
        if (drawing.sheet == Drawing::Sheet::InText) {
            html_ += "<figure>" + title + drawing.svg;
            return;
        }
        const bool isOwn = drawing.sheet == Drawing::Sheet::Own;
        html_ += fmt::format("<figure class=\"{}\">", isOwn ? "drawing" : "plan") + title +
                 element("div", isOwn ? legible(drawing.svg) : drawing.svg, "sheet");
    }

    std::string html_;
};

std::string sectionHtml(const Section& section) {
    std::string html = section.isForScreens ? "<section class=\"screen\">" : "<section>";
    if (section.number > 0) {
        html += fmt::format("<h2 id=\"s{0}\"><span class=\"no\">{0}</span> {1}</h2>\n",
                            section.number, escaped(section.title));
    } else if (!section.title.empty()) {
        html += element("h2", escaped(section.title)) + '\n';
    }
    return html + htmlOf(section.blocks) + "</section>\n";
}

std::string contentsHtml(const ReportPage& page) {
    if (!page.hasContents || page.sections.empty()) {
        return {};
    }
    std::string items;
    for (const Section& section : page.sections) {
        items += fmt::format("<li><a href=\"#s{}\">{}</a></li>\n", section.number,
                             escaped(section.title));
    }
    return "<nav><h3>Contents</h3><ol>\n" + items + "</ol></nav>\n";
}

}  // namespace

std::string htmlOf(const Blocks& blocks) {
    HtmlWriter writer;
    for (const Block& block : blocks) {
        std::visit(writer, block.node);
    }
    return writer.taken();
}

std::string htmlOf(const ReportPage& page) {
    std::string sections;
    for (const Section& section : page.sections) {
        sections += sectionHtml(section);
    }
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
           escaped(page.title) + "</title>\n<style>" + kReportStyle +
           "</style>\n</head>\n<body>\n<main>\n<header>" + element("h1", escaped(page.heading)) +
           '\n' + htmlOf(page.cover) + "</header>\n" + htmlOf(page.lead) + contentsHtml(page) +
           sections +
           (page.foot.empty() ? std::string() : element("footer", escaped(page.foot)) + '\n') +
           "</main>\n</body>\n</html>\n";
}

}  // namespace headroom::engine::report
