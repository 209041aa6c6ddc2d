// SPDX-License-Identifier: Apache-2.0
#include "engine/report/print/pdf.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_pdf {

using namespace headroom::engine::report;

class TestPdf : public QObject {
    Q_OBJECT

  private:
    static int pagesOf(const std::string& pdf) {
        const QByteArray bytes = QByteArray::fromStdString(pdf);
        return static_cast<int>(bytes.count("/Type /Page\n") + bytes.count("/Type /Page "));
    }

    /// Without a cover but its heading, and without contents.
    static ReportPage pageWith(Blocks blocks) {
        ReportPage page{"Title", "Title"};
        Section section{"One"};
        section.blocks = std::move(blocks);
        page.add(std::move(section));
        return page;
    }

    static Drawing drawing(Drawing::Sheet sheet) {
        return {
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 297 210\" width=\"297\" "
            "height=\"210\"><path d=\"M0 0L9 9\"/></svg>",
            sheet};
    }

  private slots:

    // Two drawings and two sections. In the text they fit the first page together. On sheets of their own, and at true
    // scale, they make four pages: sections one and two, and a sheet each.
    void drawingsHaveTheirSheets() {
        const auto pages = [](Drawing::Sheet sheet) {
            ReportPage page{"Title", "Title"};
            page.hasContents = true;
            Section one{"One"}, two{"Two"};
            one.blocks += Paragraph{"Sheets"};
            one.blocks += Exhibit{drawing(sheet)};
            one.blocks += Exhibit{drawing(sheet)};
            two.blocks += Paragraph{"words"};
            page.add(one);
            page.add(two);
            return pagesOf(pdfOf(page, {"Title", ""}).value());
        };
        QCOMPARE(pages(Drawing::Sheet::InText),
                 2);  // two of 353 pt do not fit 729 pt with the words
        QCOMPARE(pages(Drawing::Sheet::Own), 4);
        QCOMPARE(pages(Drawing::Sheet::TrueScale), 4);
    }

    // A section for screens, a listing and what is folded away beside a number add no page, nor their words. 2,000
    // lines would fill 30 pages.
    void screensAlone() {
        std::string lines;
        for (int i = 0; i < 2000; ++i) {
            lines += "line\n";
        }
        Table table({{"Figure"}, {"Value", CellKind::Number}});
        TableCell value("1");
        value.origin.assign(2000, Text("line"));
        table.row({"one", value});
        Blocks blocks;
        blocks += std::move(table);
        ReportPage page = pageWith(std::move(blocks));
        const std::string before = pdfOf(page, {"Title", ""}).value();
        QCOMPARE(pagesOf(before), 1);
        Section project{"Project"};
        project.isForScreens = true;
        project.blocks += Listing{lines};
        page.add(project);
        QCOMPARE(pdfOf(page, {"Title", ""}).value(), before);
        // The same lines as paragraphs of a section for all do add pages: the count above can fail.
        Section all{"All"};
        for (int i = 0; i < 200; ++i) {
            all.blocks += Paragraph{"line"};
        }
        page.add(all);
        QVERIFY(pagesOf(pdfOf(page, {"Title", ""}).value()) > 1);
    }

    // A table whose rows fill several pages has its heading on each; the file says how many there are.
    void longTablesContinue() {
        Table table({{"Head"}, {"Value", CellKind::Number}});
        for (int i = 0; i < 200; ++i) {
            table.row({"row", std::to_string(i)});
        }
        Blocks blocks;
        blocks += std::move(table);
        const ReportPage page = pageWith(std::move(blocks));
        const auto pdf = pdfOf(page, {"Title", "2026-11-23"});
        QVERIFY(pdf.has_value());
        QVERIFY(pdf->starts_with("%PDF-1."));
        // 200 rows of about 14 pt are 2,800 pt: on 729 pt between the margins of A4 four pages at
        // least, and not many more.
        const int pages = pagesOf(*pdf);
        QVERIFY2(pages >= 4 && pages <= 6, qPrintable(QString::number(pages)));
        QCOMPARE(*pdfOf(page, {"Title", "2026-11-23"}), *pdf);
    }

    void badDrawingsAreNamed() {
        Blocks drawn, pictured;
        drawn += Exhibit{Drawing{"<svg>&broken;</svg>"}};
        pictured += Exhibit{Picture{"data:image/png;base64,AAAA", "a"}};
        for (const Blocks& blocks : {drawn, pictured}) {
            const auto pdf = pdfOf(pageWith(blocks), {"T", ""});
            QVERIFY(!pdf.has_value());
            QCOMPARE(pdf.error().code, std::string("REP-003"));
        }
    }
};

HEADROOM_TEST(TestPdf)
}  // namespace tst_pdf

#include "tst_pdf.moc"
