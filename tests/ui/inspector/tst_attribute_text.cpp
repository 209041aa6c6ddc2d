// SPDX-License-Identifier: Apache-2.0
#include "models/facility/fabric.h"
#include "models/facility/power_unit.h"
#include "tests/support/test_program.h"
#include "ui/inspector/attribute_text.h"
#include "ui/units/part_words.h"

#include <QtTest>

namespace tst_attribute_text {

using namespace headroom;
using namespace headroom::ui;
using Ids = std::vector<std::string>;

/// References as people write them: by name, in part, with commas in the names.
class TestAttributeText : public QObject {
    Q_OBJECT

    std::unique_ptr<engine::Catalogue> catalogue_;
    engine::Project project_;

    static engine::Object unit(const std::string& id, const std::string& name) {
        engine::Object made;
        made.id = id;
        made.type = &models::PowerUnitSpec::type();
        made.values.resize(made.type->attributes.size());
        for (std::size_t i = 0; i < made.values.size(); ++i) {
            if (made.type->attributes[i].key == "name") {
                made.values[i] = name;
            }
        }
        return made;
    }

    auto read(const models::ComponentType& type, const char* key, const QString& text) const {
        return valueFromText(*type.find(key), text, project_, catalogue_.get());
    }

  private slots:

    void initTestCase() {
        auto catalogue = engine::Catalogue::load(std::filesystem::path(HEADROOM_SOURCE_DIR) /
                                                 "resources/catalog");
        QVERIFY(catalogue.has_value());
        catalogue_ = std::make_unique<engine::Catalogue>(std::move(*catalogue));
        project_.objects = {unit("u-1", "Board A, 400 V"), unit("u-2", "Board B"),
                            unit("u-3", "Twin"), unit("u-4", "Twin")};
    }

    /// "Air circuit breaker 1,600 A, 0.2 s" has its rating; "· 1600 A" behind it would say it twice. A rating that the name lacks
    /// is added.
    void aRatingIsSaidOnce() {
        int added = 0;
        for (const char* type : {"breaker", "switchboard", "transfer_switch", "transformer"}) {
            for (const engine::CatalogueEntry* entry : catalogue_->entriesOf(type)) {
                QString choice = partChoice(*catalogue_, *entry), rating = partRating(*entry);
                for (QString* text : {&choice, &rating}) {
                    text->remove(',').remove(QChar(0x202F)).replace(QChar(0x2009), QChar(' '));
                }
                if (!rating.isEmpty()) {
                    QVERIFY2(choice.count(rating) == 1, qPrintable(choice));
                    added += choice.endsWith(rating) ? 1 : 0;
                }
            }
        }
        QVERIFY(added > 0);
    }

    // No word of a file with an underscore reaches a person, and that which is shown can be typed.
    void aChoiceHasWords() {
        int several = 0;
        for (const models::ComponentType* type : models::documentTypes()) {
            for (const models::Attribute& a : type->attributes) {
                for (const std::string_view word : a.choices) {
                    const models::Value value = std::string(word);
                    const QString shown = valueShown(a, value, project_, catalogue_.get());
                    QVERIFY2(!shown.contains('_'), qPrintable(shown));
                    const auto read = valueFromText(a, shown, project_, catalogue_.get());
                    QVERIFY2(read.has_value() && *read == value, qPrintable(shown));
                    several += shown.contains(' ') ? 1 : 0;
                }
            }
        }
        QVERIFY(several > 5);
    }

    /// The switch sn5600 is called "SN5600 Spectrum-4, 64 x 800G"; with its first word begins the
    /// name of sn5600-128x400 as well, but the id itself is "SN5600", as people write it.
    void aReferenceIsReadAsPeopleWriteIt_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("id");
        QTest::newRow("id") << "sn5600"
                            << "sn5600";
        QTest::newRow("id in capitals") << "SN5600"
                                        << "sn5600";
        QTest::newRow("name") << "SN5600 Spectrum-4, 64 x 800G"
                              << "sn5600";
        QTest::newRow("begin of one name") << "Palomar optical"
                                           << "palomar-ocs";
        QTest::newRow("begin of several") << "Tomahawk"
                                          << "";
        QTest::newRow("nothing") << "no such switch"
                                 << "";
    }

    void aReferenceIsReadAsPeopleWriteIt() {
        QFETCH(QString, text);
        QFETCH(QString, id);
        const auto value = read(models::FabricSpec::type(), "switch", text);
        QCOMPARE(value.has_value(), !id.isEmpty());
        if (value) {
            QCOMPARE(std::get<std::string>(*value), id.toStdString());
        }
    }

    void aChoiceIsReadAsPeopleWriteIt() {
        for (const char* text : {"fat_tree", "fat tree", "Fat-Tree"}) {
            const auto value = read(models::FabricSpec::type(), "shape", text);
            QVERIFY2(value.has_value(), text);
            QCOMPARE(std::get<std::string>(*value), std::string("fat_tree"));
        }
        QVERIFY(!read(models::FabricSpec::type(), "shape", "thin tree").has_value());
    }

    /// A name with a comma is one thing between commas, too; ids and names mix.
    void aListIsReadByNames_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("ids") << "u-1, u-2";
        QTest::newRow("names between semicolons") << "Board A, 400 V; Board B";
        QTest::newRow("names between commas") << "Board A, 400 V, Board B";
        QTest::newRow("both") << "u-1; board b";
        QTest::newRow("ids between blanks, as tables are exported") << "u-1 u-2";
    }

    void aListIsReadByNames() {
        QFETCH(QString, text);
        const auto value = read(models::PowerUnitSpec::type(), "sources", text);
        QVERIFY2(value.has_value(), value ? "" : qPrintable(value.error()));
        QCOMPARE(std::get<Ids>(*value), (Ids{"u-1", "u-2"}));
    }

    /// Words between blanks that are no ids may be one name or several: the refusal says how to tell.
    void aRefusalNamesTheSeparator() {
        const auto several = read(models::PowerUnitSpec::type(), "sources", "u-1 nothing");
        QVERIFY(!several.has_value());
        QVERIFY2(several.error().contains("comma or a semicolon"), qPrintable(several.error()));
        const auto one = read(models::PowerUnitSpec::type(), "sources", "nothing");
        QVERIFY(!one.has_value() && !one.error().contains("comma"));
    }

    /// What an editor shows reads back as it was; two that are called alike keep their ids.
    void anEditorShowsNames() {
        const models::Attribute& sources = *models::PowerUnitSpec::type().find("sources");
        const Ids ids{"u-1", "u-2", "u-4"};
        const QString shown = valueNamed(sources, ids, project_, catalogue_.get());
        QCOMPARE(shown, QString("Board A, 400 V; Board B; u-4"));
        const auto back = valueFromText(sources, shown, project_, catalogue_.get());
        QVERIFY(back.has_value());
        QCOMPARE(std::get<Ids>(*back), ids);
        QVERIFY(!valueFromText(sources, "Twin", project_, catalogue_.get()).has_value());
        QVERIFY(
            !valueFromText(sources, "Board A, Board C", project_, catalogue_.get()).has_value());
    }
};

HEADROOM_TEST(TestAttributeText)
}  // namespace tst_attribute_text

#include "tst_attribute_text.moc"
