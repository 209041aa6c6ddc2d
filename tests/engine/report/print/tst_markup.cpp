// SPDX-License-Identifier: Apache-2.0
#include "engine/report/print/markup.h"
#include "engine/report/print/pdf.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_markup {

using namespace headroom::engine::report;

class TestMarkup : public QObject {
    Q_OBJECT

  private slots:

    void treeOfAPage() {
        const Markup body = parsePage(
            "<!DOCTYPE html><html><head><style>p > b {}</style></head><body><p class=\"note wide\">"
            "A &amp; B<br>5&nbsp;&lt; 6 &#39;&#x3bb;&#39;</p><svg "
            "a=\"1\"><g><text>x</text></g></svg>"
            "</body></html>");
        QVERIFY(body.is("body"));
        QCOMPARE(body.children.size(), std::size_t{2});
        const Markup& p = body.children[0];
        QVERIFY(p.hasClass("note") && p.hasClass("wide") && !p.hasClass("not"));
        QCOMPARE(QString::fromStdString(p.words()), QString::fromUtf8("A & B 5\u00a0< 6 'λ'"));
        // A drawing stays as it stands: another reader takes it.
        QCOMPARE(body.children[1].text, std::string("<svg a=\"1\"><g><text>x</text></g></svg>"));
    }

    // A drawing that brings the heading of a file: what follows it is its neighbour, not its child. Two of
    // them and a section make four pages: sheet, sheet and their sections.
    void headingsOfFilesAreNoElements() {
        const std::string drawing =
            "<figure class=\"plan\"><div><?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "
            "xmlns=\"http://www.w3.org/2000/svg\" "
            "viewBox=\"0 0 297 210\"><path d=\"M0 0L9 9\"/></svg></div></figure>";
        const std::string page =
            "<body><section><h2 id=\"s1\">One</h2><p>Sheets</p>" + drawing + drawing +
            "</section><section><h2 id=\"s2\">Two</h2><p>words</p></section></body>";
        const Markup body = parsePage(page);
        QCOMPARE(body.children.size(), std::size_t{2});
        QCOMPARE(body.children[0].children.size(), std::size_t{4});
        const QByteArray bytes = QByteArray::fromStdString(pdfOf(page, {"Title", ""}).value());
        QCOMPARE(bytes.count("/Type /Page\n") + bytes.count("/Type /Page "), 4);
    }

    // What is cut off ends where it ends; nothing is read past it.
    void cutPages() {
        const std::string page =
            "<html><body><p class=\"a\">x &amp; y</p><img src=\"d\"><svg><g/></svg></body></html>";
        for (std::size_t n = 0; n <= page.size(); ++n) {
            parsePage(std::string_view(page).substr(0, n));
        }
        QVERIFY(parsePage(page).find("img") != nullptr);
    }

    // A table whose rows fill several pages has its heading on each; the file says how many there are.
    void longTablesGoOn() {
        std::string rows;
        for (int i = 0; i < 200; ++i) {
            rows += "<tr><td>row</td><td class=\"number\">" + std::to_string(i) + "</td></tr>";
        }
        const std::string page =
            "<body><section><h2 id=\"s1\">One</h2><table><thead><tr><th>Head</th>"
            "<th>Value</th></tr></thead><tbody>" +
            rows + "</tbody></table></section></body>";
        const auto pdf = pdfOf(page, {"Title", "2026-11-23"});
        QVERIFY(pdf.has_value());
        QVERIFY(pdf->starts_with("%PDF-1."));
        // 200 rows of about 14 pt are 2,800 pt: on 729 pt between the margins of A4 four pages at
        // least, and not many more.
        const auto at = pdf->find("/Count ");
        QVERIFY(at != std::string::npos);
        const QByteArray bytes = QByteArray::fromStdString(*pdf);
        const int pages = bytes.count("/Type /Page\n") + bytes.count("/Type /Page ");
        QVERIFY2(pages >= 4 && pages <= 6, qPrintable(QString::number(pages)));
        QCOMPARE(*pdfOf(page, {"Title", "2026-11-23"}), *pdf);
    }

    void badDrawingsAreNamed() {
        const auto pdf = pdfOf("<body><figure><svg>&broken;</svg></figure></body>", {"T", ""});
        QVERIFY(!pdf.has_value());
        QCOMPARE(pdf.error().code, std::string("REP-003"));
        const auto picture = pdfOf(
            "<body><figure><img src=\"data:image/png;base64,AAAA\"></figure></body>", {"T", ""});
        QCOMPARE(picture.error().code, std::string("REP-003"));
    }
};

HEADROOM_TEST(TestMarkup)
}  // namespace tst_markup

#include "tst_markup.moc"
