// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/storyboard/note_figures.h"
#include "engine/storyboard/storyboard.h"
#include "engine/storyboard/storyboard_page.h"
#include "engine/storyboard/storyboard_schema.h"
#include "engine/storyboard/storyboard_slides.h"
#include "tests/support/published_schema.h"
#include "tests/support/test_program.h"
#include "tests/support/zip_entries.h"

#include <QBuffer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <nlohmann/json.hpp>

#include <atomic>
#include <filesystem>
#include <fstream>

namespace tst_storyboard {

using namespace headroom::engine;

class TestStoryboard : public QObject {
    Q_OBJECT

  private:
    static Storyboard sample() {
        Storyboard board;
        board.title = "Air, <water> or oil";
        board.scenes.push_back({"First",
                                "Say \"this\".\nThen that.",
                                "plan",
                                {1.5, -2.25, 40, 30},
                                "colour.chip",
                                43200.0,
                                {"hall-1"},
                                {"pue"},
                                4.5});
        board.scenes.push_back({"Second", "", "scene", {}, "", -1.0, {}, {}, 6.0});
        StoryScene compared{"Third", "", "compare", {0.0, 3600.0}, "", -1.0, {}, {}, 6.0};
        compared.runs = {"runs/air.db", "../plates/project.json"};
        compared.baseline = 1;
        compared.tab = "charts";
        compared.quantity = "facility/pue";
        compared.focus = {"only kind Chiller", "cut east 12.5"};
        compared.motion = "fly";
        board.scenes.push_back(compared);
        return board;
    }

    /// A picture of one pixel: the smallest PNG that there is.
    static std::string pixel() {
        static const QByteArray png = QByteArray::fromBase64(
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+"
            "M9QDwADhgGAWjR9awAAAABJRU5Erk"
            "Jggg==");
        return png.toStdString();
    }

    static bool schemaAccepts(const nlohmann::json& json) {
        return headroom::tests::PublishedSchema(parseJson<nlohmann::json>(storyboardSchemaText()))
            .accepts(json);
    }

  private slots:

    void writtenAndReadAgain() {
        QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("storyboard.json").toStdString();
        QVERIFY(writeStoryboard(file, sample()).has_value());
        const auto read = readStoryboard(file);
        QVERIFY(read.has_value());
        QVERIFY(*read == sample());
        QCOMPARE(storyboardText(*read), storyboardText(sample()));
    }

    void besideWhatItIsOf() {
        QTemporaryDir folder;
        const std::filesystem::path f = folder.path().toStdString();
        QCOMPARE(storyboardFileOf(f / "project.json"), f / "storyboard.json");
        QCOMPARE(storyboardFileOf(f), f / "storyboard.json");
        QCOMPARE(storyboardFileOf(f / "air.json"), f / "air.storyboard.json");
        QCOMPARE(storyboardFileOf(f / "run.db"), f / "run.storyboard.json");
    }

    void badFiles_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("place");
        QTest::newRow("empty") << ""
                               << "STB-001"
                               << "";
        QTest::newRow("another file") << "{\"halls\": []}"
                                      << "STB-001"
                                      << "";
        QTest::newRow("newer") << "{\"headroom_storyboard\": 2, \"scenes\": []}"
                               << "STB-002"
                               << "";
        QTest::newRow("version") << "{\"headroom_storyboard\": \"1\", \"scenes\": []}"
                                 << "STB-001"
                                 << "/headroom_storyboard";
        QTest::newRow("no scenes") << "{\"headroom_storyboard\": 1}"
                                   << "STB-001"
                                   << "/scenes";
        QTest::newRow("misspelt")
            << "{\"headroom_storyboard\": 1, \"scenes\": [{\"titel\": \"a\"}]}"
            << "STB-001"
            << "/scenes/0/titel";
        QTest::newRow("too long")
            << "{\"headroom_storyboard\": 1, \"scenes\": [{}, {\"hold_s\": 1e9}]}"
            << "STB-001"
            << "/scenes/1/hold_s";
        QTest::newRow("pose") << "{\"headroom_storyboard\": 1, \"scenes\": [{\"pose\": [\"x\"]}]}"
                              << "STB-001"
                              << "/scenes/0/pose";
        QTest::newRow("unknown") << "{\"headroom_storyboard\": 1, \"scenes\": [], \"x\": 1}"
                                 << "STB-001"
                                 << "/x";
    }

    void badFiles() {
        QFETCH(QString, text);
        const auto read = parseStoryboard(text.toStdString(), "s.json");
        QVERIFY(!read.has_value());
        QTEST(QString::fromStdString(read.error().code), "code");
        QTEST(QString::fromStdString(read.error().path), "place");
        QCOMPARE(read.error().file, std::string("s.json"));
        // So says an editor that knows the published schema.
        const auto json = parseJson<nlohmann::json>(text.toStdString());
        QVERIFY(json.is_discarded() || !schemaAccepts(json));
    }

    // A comma too many is named with its line.
    void brokenJsonNamesItsLine() {
        const auto read =
            parseStoryboard("{\"headroom_storyboard\": 1,\n\"scenes\": [,]}", "s.json");
        QCOMPARE(read.error().code, std::string("STB-001"));
        QVERIFY2(read.error().text().find("line 2") != std::string::npos || read.error().line == 2,
                 read.error().text().c_str());
    }

    void everyShippedStoryIsRead() {
        const char* file = HEADROOM_SOURCE_DIR "/scenarios/cooling-trade-off/storyboard.json";
        QVERIFY(readStoryboard(file).has_value());
        std::ifstream text(file);
        QVERIFY(schemaAccepts(nlohmann::json::parse(text)));
        QVERIFY(schemaAccepts(parseJson<nlohmann::json>(storyboardText(sample()))));
    }

    // A scene a screen, with picture, figures and note; marks of HTML stay words; nothing is fetched.
    void pages() {
        const std::vector<StoryShot> shots(2, {pixel(), "noon", {{"PUE", "1.115"}}});
        const std::string html = storyboardHtml(sample(), shots);
        const QByteArray bytes = QByteArray::fromStdString(html);
        QCOMPARE(bytes.count("<section>"), 2);
        QCOMPARE(bytes.count("data:image/png;base64,iVBOR"), 2);
        for (const char* words : {"Air, &lt;water&gt; or oil", "Then that.", "noon", "1.115"}) {
            QVERIFY2(bytes.contains(words), words);
        }
        QVERIFY(!bytes.contains("http") && !bytes.contains("<script"));
        const auto pdf = storyboardPdf(sample(), shots, "2026-11-23");
        QVERIFY(pdf.has_value());
        QVERIFY(pdf->starts_with("%PDF-1."));
        QCOMPARE(*storyboardPdf(sample(), shots, "2026-11-23"), *pdf);
        // A picture that is none is named.
        QCOMPARE(storyboardPdf(sample(), {{"no picture", "", {}}}, "").error().code,
                 std::string("REP-003"));
    }

    // A slide a scene. Each part that a relation names exists, each part has a content type, and each is well-formed XML. The title,
    // the instant and the source are text on the slide; the note, line by line, is text on its notes page; the picture is unchanged.
    void aPresentationHasASlideForEachScene() {
        std::vector<StoryShot> shots(3, {pixel(),
                                         "14 Jul 12:05",
                                         {{"PUE", "1.115"}, {"IT & more", "1.2 MW"}},
                                         "Source: air.db"});
        const auto made = storyboardPptx(sample(), shots);
        QVERIFY(made.has_value());
        QCOMPARE(*storyboardPptx(sample(), shots), *made);
        const auto parts = headroom::tests::entriesOfZip(*made);
        QVERIFY(parts.has_value());
        for (const auto& [name, bytes] : *parts) {
            if (name.ends_with(".png")) {
                QCOMPARE(bytes, pixel());
                continue;
            }
            QXmlStreamReader xml(QByteArray::fromStdString(bytes));
            const std::filesystem::path folder =
                std::filesystem::path(name).parent_path().parent_path();
            while (!xml.atEnd()) {
                xml.readNext();
                if (xml.isStartElement() && xml.name() == QLatin1String("Relationship")) {
                    const std::string target =
                        xml.attributes().value("Target").toString().toStdString();
                    const std::string part = (folder / target).lexically_normal().generic_string();
                    QVERIFY2(parts->contains(part), (name + " -> " + part).c_str());
                }
                if (xml.isStartElement() && xml.name() == QLatin1String("Override")) {
                    QVERIFY(parts->contains(
                        xml.attributes().value("PartName").toString().mid(1).toStdString()));
                }
            }
            QVERIFY2(!xml.hasError(), (name + ": " + xml.errorString().toStdString()).c_str());
        }
        const std::string& slide = parts->at("ppt/slides/slide1.xml");
        for (const char* words :
             {"<a:t>First</a:t>", "14 Jul 12:05", "Source: air.db", "IT &amp; more", "1 / 3"}) {
            QVERIFY2(slide.find(words) != std::string::npos, words);
        }
        const std::string& notes = parts->at("ppt/notesSlides/notesSlide1.xml");
        QVERIFY(notes.find("Say &quot;this&quot;.</a:t>") != std::string::npos);
        QVERIFY(notes.find("<a:t>Then that.</a:t>") != std::string::npos);
        QVERIFY(!parts->contains("ppt/slides/slide4.xml"));
        // A story without scenes is a presentation without slides.
        QVERIFY(storyboardPptx({}, {}).has_value());
    }

    // A figure is a key, a run and hours; text around it stays, and a fault is named with its code.
    void notesNameFigures() {
        const std::string note =
            "PUE {figure pue} now, {figure cost.total_usd run=air hours=6} in air.";
        const auto figures = noteFigures(note);
        QVERIFY(figures.has_value());
        QCOMPARE(figures->size(), std::size_t{2});
        QCOMPARE(figures->at(0).run, std::string());
        QCOMPARE(figures->at(1).key, std::string("cost.total_usd"));
        QCOMPARE(figures->at(1).hours, 6.0);
        const NoteText text = noteText(note, [](const NoteFigure& f) -> Result<std::string> {
            return f.run.empty() ? Result<std::string>("1.1")
                                 : tl::unexpected(Error{"STB-006", "x", "y", {}, {}, 0});
        });
        QCOMPARE(text.text, std::string("PUE 1.1 now, (cost.total_usd: not known) in air."));
        QCOMPARE(text.errors.size(), std::size_t{1});
        for (const char* bad : {"{figure}", "{figure pue", "{figure pue hours=no}",
                                "{figure pue hours=-1}", "{figure pue wue}"}) {
            QVERIFY2(!noteFigures(bad).has_value(), bad);
            QCOMPARE(noteFigures(bad).error().code, std::string("STB-006"));
            QCOMPARE(noteText(bad, {}).text, std::string(bad));
        }
        QVERIFY(noteFigures("{other} {}")->empty());
    }

    // Every shipped storyboard: each figure of a run in its notes is known, from a simulation of that project as it ships.
    void shippedNotesAreTrue() {
        const std::atomic<bool> never{false};
        int looked = 0;
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(HEADROOM_SOURCE_DIR "/scenarios")) {
            if (!entry.path().filename().string().ends_with("storyboard.json")) {
                continue;
            }
            const auto board = readStoryboard(entry.path());
            QVERIFY(board.has_value());
            RunFigures runs(entry.path().parent_path(), HEADROOM_SOURCE_DIR "/resources/catalog");
            for (const StoryScene& scene : board->scenes) {
                const NoteText text =
                    noteText(scene.note, [&](const NoteFigure& figure) -> Result<std::string> {
                        ++looked;
                        return figure.run.empty() ? Result<std::string>("now")
                                                  : runs.text(figure, never);
                    });
                QVERIFY2(text.errors.empty(),
                         text.errors.empty() ? "" : text.errors.front().text().c_str());
                QVERIFY(text.text.find("{figure") == std::string::npos);
            }
        }
        QVERIFY(looked >= 10);
    }
};

HEADROOM_TEST(TestStoryboard)
}  // namespace tst_storyboard

#include "tst_storyboard.moc"
