// SPDX-License-Identifier: Apache-2.0
#include "engine/report/html_writer.h"
#include "engine/report/sheet_blocks.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_html_writer {

using namespace headroom::engine;
using namespace headroom::engine::report;

class TestHtmlWriter : public QObject {
    Q_OBJECT

  private:
    template <class Node>
    static std::string written(Node node) {
        Blocks blocks;
        blocks += std::move(node);
        return htmlOf(blocks);
    }

  private slots:

    // Runs that look alike join; every look has its element; nothing of a text becomes a tag.
    void textsAreEscapedRunByRun() {
        Text text("a<b> ");
        text.add("& c").add("bold", TextRun::Look::Strong).newLine();
        text.add("quiet", TextRun::Look::Quiet).add("x.h", TextRun::Look::Code);
        QCOMPARE(text.runs().size(), std::size_t{5});
        QCOMPARE(text.words(), std::string("a<b> & cbold quietx.h"));
        QCOMPARE(written(Paragraph{text}),
                 std::string("<p>a&lt;b&gt; &amp; c<b>bold</b><br><span "
                             "class=\"why\">quiet</span><code>x.h</code></p>\n"));
    }

    // The kind of a column is that of its cells, but of those that state their own. Heads of numbers are to the right.
    void cellsTakeTheKindOfTheirColumn() {
        Table table({{"Name", CellKind::Name}, {"Value", CellKind::Number, "in \"kW\""}});
        table.row({"a", "1"});
        TableCell origin(Text("none"), CellKind::Why);
        origin.origin = {"= a / b"};
        table.row({"b", origin});
        QCOMPARE(
            written(table),
            std::string("<div class=\"table\"><table><thead><tr><th>Name</th><th class=\"number\" "
                        "title=\"in &quot;kW&quot;\">Value</th></tr></thead><tbody>\n"
                        "<tr><td class=\"name\">a</td><td class=\"number\">1</td></tr>\n"
                        "<tr><td class=\"name\">b</td><td class=\"why\">none<details "
                        "class=\"from\"><summary>where from</summary><p>= a / "
                        "b</p></details></td></tr>\n</tbody></table></div>\n"));
        for (TableColumn& column : table.columns) {
            column.head.clear();
        }
        QVERIFY(written(table).find("<thead>") == std::string::npos);
        table.title = "Both";
        QVERIFY(written(table).find("<thead><tr><th colspan=\"2\">Both</th></tr></thead>") !=
                std::string::npos);
    }

    // A section without blocks has no number and is in no contents: the third that is added is number 2.
    void sectionsAreNumberedAsShown() {
        ReportPage page{"File", "Cover & more"};
        page.hasContents = true;
        Section one{"One"}, three{"Three"};
        one.blocks += note("a");
        three.blocks += note("b");
        page.add(one);
        page.add(Section{"Two"});
        page.add(three);
        const std::string html = htmlOf(page);
        QVERIFY(html.find("<h1>Cover &amp; more</h1>") != std::string::npos);
        QVERIFY(html.find("<li><a href=\"#s2\">Three</a></li>") != std::string::npos);
        QVERIFY(html.find("<h2 id=\"s2\"><span class=\"no\">2</span> Three</h2>") !=
                std::string::npos);
        QVERIFY(html.find("Two") == std::string::npos);
    }

    // A drawing of 1,000 px stays legible at 62 % of that; a plan keeps its own size.
    void drawingsStayLegible() {
        const std::string svg = "<svg viewBox=\"0 0 1000 500\" width=\"1000\"></svg>";
        QVERIFY(written(Exhibit{Drawing{svg, Drawing::Sheet::Own}}).find("min-width:620px") !=
                std::string::npos);
        QCOMPARE(written(Exhibit{Drawing{svg, Drawing::Sheet::TrueScale}, {}, "1 : 100"}),
                 "<figure class=\"plan\"><div class=\"sheet\">" + svg +
                     "</div><figcaption>1 : 100</figcaption></figure>\n");
    }

    // Five rows of which two are shown, and a column that says nothing.
    void sheetsAreShortened() {
        Sheet sheet{"s", "Title", "Why", {"A", "B", "C [kW]"}, {}};
        for (int i = 0; i < 5; ++i) {
            sheet.rows.push_back({std::string("a<b"), std::string(), static_cast<double>(i)});
        }
        sheet.columns[2].why = "The load";
        const std::string html = htmlOf(blocksOf(sheet, 2, "All in the workbook."));
        QVERIFY(html.find("<th>B</th>") == std::string::npos);
        QVERIFY(html.find("title=\"The load\"") != std::string::npos);
        QVERIFY(html.find("The first 2 of 5 rows. All in the workbook.") != std::string::npos);
        QVERIFY(html.find("<td class=\"number\">1</td>") != std::string::npos);
        QVERIFY(html.find("<td class=\"number\">2</td>") == std::string::npos);
        QVERIFY(html.find("a&lt;b") != std::string::npos);
        QVERIFY(htmlOf(blocksOf(sheet)).find("<td class=\"number\">4</td>") != std::string::npos);
        sheet.columns[2].isDetail = true;
        QVERIFY(htmlOf(blocksOf(sheet)).find("kW") == std::string::npos);
        sheet.rows.clear();
        QVERIFY(htmlOf(blocksOf(sheet)).find("<p>None.</p>") != std::string::npos);
    }
};

HEADROOM_TEST(TestHtmlWriter)
}  // namespace tst_html_writer

#include "tst_html_writer.moc"
