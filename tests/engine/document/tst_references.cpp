// SPDX-License-Identifier: Apache-2.0
#include "engine/document/references.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

namespace tst_references {

using namespace headroom::engine;

class TestReferences : public QObject {
    Q_OBJECT

  private slots:
    void faults_data();
    void faults();
    void lists_data();
    void lists();
    void referrers();
};

void TestReferences::faults_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("says");  // empty means no fault
    QTest::newRow("part that exists") << "crah"
                                      << "crah-100"
                                      << "";
    QTest::newRow("object that exists") << "air_loop"
                                        << "loop-a"
                                        << "";
    QTest::newRow("part unknown") << "crah"
                                  << "crah-10"
                                  << "Did you mean \"crah-100\"?";
    QTest::newRow("part far off") << "crah"
                                  << "x"
                                  << "headroom-cli catalog crah";
    QTest::newRow("object unknown") << "air_loop"
                                    << "nothing"
                                    << "Add it to \"cooling_loops\"";
    QTest::newRow("object of another type") << "air_loop"
                                            << "pdus-a"
                                            << "no Cooling loop \"pdus-a\"";
    QTest::newRow("not a reference") << "name"
                                     << "anything"
                                     << "";
}

void TestReferences::faults() {
    QFETCH(QString, key);
    QFETCH(QString, id);
    QFETCH(QString, says);
    const Project project = fixture::mustRead(fixture::project());
    const auto* attribute = project.find("hall-a")->type->find(key.toStdString());
    QVERIFY(attribute != nullptr);
    const auto fault = referenceFault(*attribute, id.toStdString(), project, fixture::catalogue());
    QCOMPARE(fault.has_value(), !says.isEmpty());
    if (fault) {
        QCOMPARE(fault->number, std::string_view("017"));
        const QString all = QString::fromStdString(fault->message + ' ' + fault->remedy);
        QVERIFY2(all.contains(says), qPrintable(all));
    }
    // What is not stated names nothing.
    QVERIFY(!referenceFault(*attribute, {}, project, fixture::catalogue()).has_value());
}

void TestReferences::lists_data() {
    QTest::addColumn<QStringList>("ids");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("says");  // empty means no fault
    QTest::newRow("all exist") << QStringList{"mech-a", "pdus-a"} << ""
                               << "";
    QTest::newRow("second unknown") << QStringList{"mech-a", "pdus-b"} << "/1"
                                    << "Did you mean \"pdus-a\"?";
    QTest::newRow("first of another type") << QStringList{"loop-a"} << "/0"
                                           << "no Power unit \"loop-a\"";
}

void TestReferences::lists() {
    QFETCH(QStringList, ids);
    QFETCH(QString, place);
    QFETCH(QString, says);
    const Project project = fixture::mustRead(fixture::project());
    const auto* attribute = project.find("hall-a")->type->find("feeds");
    QVERIFY(attribute != nullptr);
    std::vector<std::string> names;
    for (const QString& id : ids) {
        names.push_back(id.toStdString());
    }
    const auto fault = referenceFault(*attribute, names, project, fixture::catalogue());
    QCOMPARE(fault.has_value(), !says.isEmpty());
    if (fault) {
        QCOMPARE(QString::fromStdString(std::string(fault->where)), place);
        const QString all = QString::fromStdString(fault->message + ' ' + fault->remedy);
        QVERIFY2(all.contains(says), qPrintable(all));
    }
}

void TestReferences::referrers() {
    const Project project = fixture::mustRead(fixture::project());
    const auto found = referrersOf(*project.find("hall-a"), project);
    QStringList names;
    for (const Referrer& each : found) {
        names << QString::fromStdString(each.object->id + '/' + std::string(each.attribute->key));
    }
    QCOMPARE(names, QStringList({"cdus-a/hall", "fabric-a/hall", "racks-a/hall"}));
    QVERIFY(referrersOf(*project.find("job-a"), project).empty());
}

HEADROOM_TEST(TestReferences)
}  // namespace tst_references

#include "tst_references.moc"
