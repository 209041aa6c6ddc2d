// SPDX-License-Identifier: Apache-2.0
#include "engine/document/references.h"
#include "tests/engine/document/fixture.h"

using namespace headroom::engine;

class TestReferences : public QObject {
    Q_OBJECT

  private slots:
    void faults_data();
    void faults();
    void referrers();
};

void TestReferences::faults_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("says");  // empty: no fault
    QTest::newRow("part that exists") << "crah"
                                      << "crah-100"
                                      << "";
    QTest::newRow("object that exists") << "power"
                                        << "power-a"
                                        << "";
    QTest::newRow("part unknown") << "crah"
                                  << "crah-10"
                                  << "Did you mean \"crah-100\"?";
    QTest::newRow("part far off") << "crah"
                                  << "x"
                                  << "headroom-cli catalog crah";
    QTest::newRow("object unknown") << "power"
                                    << "nothing"
                                    << "Add it to \"power_systems\"";
    QTest::newRow("object of another type") << "power"
                                            << "loop-a"
                                            << "no Power system \"loop-a\"";
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

QTEST_APPLESS_MAIN(TestReferences)
#include "tst_references.moc"
