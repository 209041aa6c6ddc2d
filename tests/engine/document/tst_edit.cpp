// SPDX-License-Identifier: Apache-2.0
#include "engine/document/edit.h"
#include "models/core/random.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

namespace tst_edit {

using namespace headroom::engine;
using headroom::models::Attribute;
using headroom::models::RandomStream;
using headroom::models::Value;
using headroom::models::ValueKind;

class TestEdit : public QObject {
    Q_OBJECT

  private slots:
    void setReturnsItsInverse();
    void addAndRemoveKeepTheOrder();
    void refusals_data();
    void refusals();
    void removalNamesReferrers();
    void randomWalkBackAndForth();
    void successiveSettingsMerge();
    void cleanMark();
    void forgetsTheOldest();
    void words();
    void emptyHistory();
    void betweenTwoProjects();
};

namespace {

const Catalogue& parts() {
    return fixture::catalogue();
}

Project sample() {
    return fixture::mustRead(fixture::project());
}

Object hall(const std::string& id) {
    const Project project = sample();
    Object object = *project.find("hall-a");
    object.id = id;
    return object;
}

}  // namespace

void TestEdit::setReturnsItsInverse() {
    Project project = sample();
    const std::string before = projectText(project);
    const auto inverse = apply(project, parts(), SetAttribute{"hall-a", "width_m", 50.0});
    QVERIFY(inverse.has_value());
    QVERIFY(project.find("hall-a")->value("width_m") == Value{50.0});
    QVERIFY(*inverse == Edit(SetAttribute{"hall-a", "width_m", 40.0}));
    QVERIFY(apply(project, parts(), *inverse).has_value());
    QCOMPARE(projectText(project), before);
    // Taking a statement away, and putting it back.
    const auto back = apply(project, parts(), SetAttribute{"project", "step_s", {}});
    QVERIFY(back.has_value());
    QVERIFY(projectText(project).find("step_s") == std::string::npos);
    QVERIFY(apply(project, parts(), *back).has_value());
    QCOMPARE(projectText(project), before);
}

void TestEdit::addAndRemoveKeepTheOrder() {
    Project project = sample();
    const std::string before = projectText(project);
    QVERIFY(apply(project, parts(), AddObject{hall("hall-c")}).has_value());
    QVERIFY(apply(project, parts(), AddObject{hall("hall-0"), 0}).has_value());
    QVERIFY(apply(project, parts(), AddObject{hall("hall-b"), 2}).has_value());
    QStringList ids;
    for (const Object* each : project.objectsOf("hall")) {
        ids << QString::fromStdString(each->id);
    }
    QCOMPARE(ids, QStringList({"hall-0", "hall-a", "hall-b", "hall-c"}));
    // The whole project still is in the order of the tables: reading it gives the same order.
    const auto again = parseProject(projectText(project), "", parts());
    QVERIFY(again.has_value());
    QVERIFY(again->objects == project.objects);
    const auto inverse = apply(project, parts(), RemoveObject{"hall-b"});
    QVERIFY(inverse.has_value());
    QVERIFY(*inverse == Edit(AddObject{hall("hall-b"), 2}));
    QVERIFY(apply(project, parts(), RemoveObject{"hall-0"}).has_value());
    QVERIFY(apply(project, parts(), RemoveObject{"hall-c"}).has_value());
    QCOMPARE(projectText(project), before);
}

void TestEdit::refusals_data() {
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<QString>("code");
    const auto set = [](const char* name, const char* id, const char* key, Value value,
                        const char* code) {
        QTest::newRow(name) << Edit(SetAttribute{id, key, std::move(value)}) << code;
    };
    set("no object", "hall-b", "width_m", 5.0, "EDT-001");
    set("no attribute", "hall-a", "widht_m", 5.0, "EDT-002");
    set("required taken away", "hall-a", "width_m", {}, "EDT-011");
    set("wrong kind", "hall-a", "width_m", std::string("5"), "EDT-012");
    set("integer as number", "hall-a", "crah_count", 5.0, "EDT-012");
    set("out of range", "hall-a", "width_m", -5.0, "EDT-013");
    set("not a number", "hall-a", "width_m", std::nan(""), "EDT-013");
    set("unknown part", "hall-a", "crah", std::string("crah-1"), "EDT-017");
    set("unknown object", "hall-a", "feeds", std::vector<std::string>{"power-z"}, "EDT-017");
    const auto add = [](const char* name, const Object& object, const char* code) {
        QTest::newRow(name) << Edit(AddObject{object}) << code;
    };
    add("id taken", hall("racks-a"), "EDT-016");
    add("id of a section", hall("failures"), "EDT-016");
    add("malformed id", hall("Hall B"), "EDT-015");
    Object incomplete = hall("hall-b");
    incomplete.values[3] = {};  // width
    add("required missing", incomplete, "EDT-011");
    Object dangling = hall("hall-b");
    dangling.values[6] = std::vector<std::string>{"power-z"};  // feeds
    add("reference to nothing", dangling, "EDT-017");
    Object shorter = hall("hall-b");
    shorter.values.pop_back();
    add("too few values", shorter, "EDT-006");
    Object untyped = hall("hall-b");
    untyped.type = nullptr;
    add("no type", untyped, "EDT-002");
    Object part = hall("hall-b");
    part.type = headroom::models::findComponentType("ups");
    add("a catalogue part", part, "EDT-002");
    const Project project = sample();
    add("second site", *project.find("site"), "EDT-004");
    Object site = *project.find("site");
    site.id = "site-b";
    add("site of another id", site, "EDT-015");
    QTest::newRow("remove nothing") << Edit(RemoveObject{"hall-b"}) << "EDT-001";
    QTest::newRow("remove what is in use") << Edit(RemoveObject{"hall-a"}) << "EDT-003";
    QTest::newRow("remove what must be") << Edit(RemoveObject{"site"}) << "EDT-005";
}

void TestEdit::refusals() {
    QFETCH(Edit, edit);
    QFETCH(QString, code);
    Project project = sample();
    const Project before = project;
    const auto inverse = apply(project, parts(), edit);
    QVERIFY(!inverse.has_value());
    QCOMPARE(QString::fromStdString(inverse.error().code), code);
    QVERIFY(!inverse.error().remedy.empty());
    QVERIFY(project.objects == before.objects);
    EditHistory history;
    QVERIFY(!history.apply(project, parts(), edit).has_value());
    QVERIFY(!history.canUndo());
    QVERIFY(history.isClean());
    QVERIFY(project.objects == before.objects);
}

void TestEdit::removalNamesReferrers() {
    Project project = sample();
    const auto inverse = apply(project, parts(), RemoveObject{"hall-a"});
    QCOMPARE(inverse.error().message,
             std::string("hall-a: It cannot be removed: \"cdus-a\" (Hall), \"fabric-a\" (Hall), "
                         "\"racks-a\" (Hall) refer to it."));
}

void TestEdit::randomWalkBackAndForth() {
    // Any walk of edits, undone to its start and redone to its end, gives the first and the last
    // bytes, and every state on the way is a project that reads without fault.
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        RandomStream random{seed, 7, 0};
        const auto pick = [&](std::size_t n) {
            return static_cast<std::size_t>(random.uniform() * static_cast<double>(n));
        };
        Project project = sample();
        EditHistory history;
        std::vector<std::string> texts = {projectText(project)};
        int refused = 0;
        for (int i = 0; i < 200; ++i) {
            const Object object = project.objects[pick(project.objects.size())];
            const double kind = random.uniform();
            Edit edit = RemoveObject{object.id};
            if (kind < 0.5) {
                const std::size_t k = pick(object.values.size());
                const Attribute& a = object.type->attributes[k];
                Value value = object.values[k];
                if (a.kind == ValueKind::Number) {
                    value = std::round(200.0 * random.uniform() - 20.0);
                } else if (a.kind == ValueKind::Integer) {
                    value = static_cast<std::int64_t>(60.0 * random.uniform()) - 5;
                } else if (a.kind == ValueKind::Text) {
                    value = "text " + std::to_string(i);
                } else if (random.uniform() < 0.3) {
                    value = {};
                }
                edit = SetAttribute{object.id, std::string(a.key), value};
            } else if (kind < 0.85) {
                Object copy = object;
                copy.id = "copy-" + std::to_string(pick(100));
                edit = AddObject{copy, pick(4)};
            }
            history.seal();
            const bool couldRedo = history.canRedo();
            QVERIFY(!couldRedo);
            if (!history.apply(project, parts(), edit).has_value()) {
                ++refused;
                QCOMPARE(projectText(project), texts.back());
                continue;
            }
            texts.push_back(projectText(project));
        }
        QVERIFY(texts.size() > 50);
        QVERIFY(refused > 10);
        QVERIFY(parseProject(texts.back(), "", parts()).has_value());
        for (std::size_t i = texts.size() - 1; i > 0; --i) {
            QCOMPARE(projectText(project), texts[i]);
            QVERIFY(history.undo(project, parts()));
        }
        QCOMPARE(projectText(project), texts.front());
        QVERIFY(history.isClean());
        QVERIFY(!history.undo(project, parts()));
        for (std::size_t i = 1; i < texts.size(); ++i) {
            QVERIFY(history.redo(project, parts()));
            QCOMPARE(projectText(project), texts[i]);
        }
        QVERIFY(!history.redo(project, parts()));
    }
}

void TestEdit::successiveSettingsMerge() {
    Project project = sample();
    const std::string before = projectText(project);
    EditHistory history;
    const auto width = [&](double value) {
        QVERIFY(history.apply(project, parts(), SetAttribute{"hall-a", "width_m", value}));
    };
    width(41);
    width(42);
    width(43);
    QVERIFY(history.undo(project, parts()));  // all three at once
    QCOMPARE(projectText(project), before);
    QVERIFY(!history.canUndo());
    QVERIFY(history.redo(project, parts()));
    QVERIFY(project.find("hall-a")->value("width_m") == Value{43.0});
    width(44);  // after a redo a new step begins
    QVERIFY(history.undo(project, parts()));
    QVERIFY(project.find("hall-a")->value("width_m") == Value{43.0});
    width(45);
    history.seal();
    width(46);
    QVERIFY(history.undo(project, parts()));
    QVERIFY(project.find("hall-a")->value("width_m") == Value{45.0});
    QVERIFY(history.apply(project, parts(), SetAttribute{"hall-a", "depth_m", 31.0}));
    width(47);  // another attribute came between
    QVERIFY(history.undo(project, parts()));
    QVERIFY(project.find("hall-a")->value("width_m") == Value{45.0});
    QVERIFY(project.find("hall-a")->value("depth_m") == Value{31.0});
    // Dragged away and back: no step is left of it.
    while (history.undo(project, parts())) {
    }
    width(50);
    width(40);
    QVERIFY(!history.canUndo());
    QVERIFY(history.isClean());
    QCOMPARE(projectText(project), before);
}

// A client that edits without end: 4,600 settings of a text of 9,000 bytes take 84 MB with their inverses. At most
// 64 MiB are kept, which are 3,700 of these steps; the last ones can be undone, and the saved state is out of reach.
void TestEdit::forgetsTheOldest() {
    Project project = sample();
    EditHistory history;
    const auto name = [](int i) {
        return std::to_string(i) + std::string(9000, i % 2 == 0 ? 'a' : 'b');
    };
    constexpr int kEdits = 4600;
    for (int i = 0; i < kEdits; ++i) {
        history.seal();
        QVERIFY(history.apply(project, parts(), SetAttribute{"project", "name", name(i)}));
    }
    int undone = 0;
    while (history.undo(project, parts())) {
        ++undone;
        QVERIFY(project.find("project")->value("name") == Value{name(kEdits - 1 - undone)});
    }
    QVERIFY2(undone > 3000 && undone < 3800, std::to_string(undone).c_str());
    QVERIFY(!history.isClean());
}

void TestEdit::cleanMark() {
    Project project = sample();
    EditHistory history;
    QVERIFY(history.isClean());
    QVERIFY(history.apply(project, parts(), SetAttribute{"hall-a", "width_m", 41.0}));
    QVERIFY(!history.isClean());
    history.markClean();
    QVERIFY(history.isClean());
    // A setting after saving is not merged into what was saved.
    QVERIFY(history.apply(project, parts(), SetAttribute{"hall-a", "width_m", 42.0}));
    QVERIFY(!history.isClean());
    QVERIFY(history.undo(project, parts()));
    QVERIFY(history.isClean());
    QVERIFY(project.find("hall-a")->value("width_m") == Value{41.0});
    QVERIFY(history.undo(project, parts()));
    QVERIFY(!history.isClean());
    // Another way from here: the saved state can never be reached again.
    QVERIFY(history.apply(project, parts(), SetAttribute{"hall-a", "depth_m", 31.0}));
    QVERIFY(!history.isClean());
    QVERIFY(history.undo(project, parts()));
    QVERIFY(!history.isClean());
    history.clear();
    QVERIFY(history.isClean());
    QVERIFY(!history.canUndo());
}

void TestEdit::words() {
    Project project = sample();
    EditHistory history;
    QCOMPARE(history.undoText(), std::string());
    QVERIFY(history.apply(project, parts(), SetAttribute{"hall-a", "width_m", 41.0}));
    QCOMPARE(history.undoText(), std::string("Set Width of hall-a"));
    QVERIFY(history.apply(project, parts(), AddObject{hall("hall-b")}));
    QCOMPARE(history.undoText(), std::string("Add hall-b"));
    QVERIFY(history.apply(project, parts(), RemoveObject{"hall-b"}));
    QCOMPARE(history.undoText(), std::string("Remove hall-b"));
    QVERIFY(history.undo(project, parts()));
    QCOMPARE(history.redoText(), std::string("Remove hall-b"));
}

void TestEdit::emptyHistory() {
    Project project = sample();
    EditHistory history;
    QVERIFY(!history.undo(project, parts()));
    QVERIFY(!history.redo(project, parts()));
    QVERIFY(history.isClean());
}

/// Whatever differs: applied to the one it is the other, also where an object goes that others named.
void TestEdit::betweenTwoProjects() {
    const Project from = sample();
    QVERIFY(editsBetween(from, from, parts()).empty());
    // A hall of another name in place of the first: what stood in it is in the other.
    std::string renamed = projectText(from);
    const std::string was = "\"hall-a\"", is = "\"hall-z\"";
    for (auto place = renamed.find(was); place != std::string::npos;
         place = renamed.find(was, place)) {
        renamed.replace(place, was.size(), is);
    }
    const auto read = parseProject(renamed, {}, parts());
    QVERIFY(read.has_value());
    const Project& to = *read;
    const auto edits = editsBetween(from, to, parts());
    QVERIFY(!edits.empty());
    Project made = from;
    const auto done = applyAll(made, parts(), edits);
    QVERIFY2(done.has_value(), done ? "" : done.error().text().c_str());
    QCOMPARE(projectText(made), projectText(to));
    QCOMPARE(wordsOf({SetAttribute{"hall-a", "width_m", 50.0}}, from),
             describe(SetAttribute{"hall-a", "width_m", 50.0}, from));
}

HEADROOM_TEST(TestEdit)
}  // namespace tst_edit

#include "tst_edit.moc"
