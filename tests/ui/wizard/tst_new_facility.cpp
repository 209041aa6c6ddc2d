// SPDX-License-Identifier: Apache-2.0
#include "engine/check/check.h"
#include "engine/sizing/same_work.h"
#include "tests/support/test_program.h"
#include "ui/kit/kept_entries.h"
#include "ui/kit/number_box.h"
#include "ui/wizard/new_facility_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

namespace tst_new_facility {

using namespace headroom;
using namespace headroom::ui;

namespace {

std::shared_ptr<const engine::Catalogue> catalogue() {
    static const auto kCatalogue = std::make_shared<const engine::Catalogue>(
        *engine::Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog"));
    return kCatalogue;
}

void choose(QWidget& dialog, const char* name, const QString& id) {
    auto* box = dialog.findChild<QComboBox*>(name);
    QVERIFY2(box != nullptr, name);
    const int row = box->findData(id);
    QVERIFY2(row >= 0, qPrintable(id));
    box->setCurrentIndex(row);
}

}  // namespace

class TestNewFacility : public QObject {
    Q_OBJECT

  private slots:

    void init() { KeptEntries::forgetAll(); }

    void theSameWorkBeginsWithAnotherCooling();
    void aLoadIsAWish();
    void wishesAreSizedAsTheyChange();
    void whatCannotBeMetIsSaid();
    void numbersTypedAreNumbersMeant_data();
    void numbersTypedAreNumbersMeant();
    void aPressBeforeTheSizingCreates();
    void reasonsStandOnTheSecondPage();
    void createHandsOverAProjectWithoutFindings();
    void everyFieldHasANameForScreenReaders();
    void entriesComeBackAfterEsc();
};

// Three wishes are entered, and Esc is pressed: the next wizard has them. Start Over puts back what it begins with. A variant that was
// created is where the next one begins.
void TestNewFacility::entriesComeBackAfterEsc() {
    KeptEntries::forgetAll();
    const auto name = [](QWidget& dialog) { return dialog.findChild<QLineEdit*>("wizardName"); };
    const auto power = [](QWidget& dialog) {
        return dialog.findChild<NumberBox*>("wizardMegawatts");
    };
    QString standard;
    {
        NewFacilityDialog dialog(catalogue());
        standard = name(dialog)->text();
        dialog.show();
        name(dialog)->setText("Hall of five");
        power(dialog)->setValue(5e6);
        choose(dialog, "wizardRack", "dlc-b200-8");
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(!dialog.isVisible());
    }
    {
        NewFacilityDialog dialog(catalogue());
        QCOMPARE(name(dialog)->text(), QString("Hall of five"));
        QCOMPARE(power(dialog)->value(), 5e6);
        QCOMPARE(dialog.brief().racks.at(0).rack, std::string("dlc-b200-8"));
        QSignalSpy sized(&dialog, &NewFacilityDialog::sized);
        QVERIFY(sized.wait(60000));
        QVERIFY(dialog.made() != nullptr);  // of what came back
        dialog.findChild<QPushButton*>("wizardStartOver")->click();
        QCOMPARE(name(dialog)->text(), standard);
        QCOMPARE(dialog.brief().itPowerW, engine::FacilityBrief{}.itPowerW);
        power(dialog)->setValue(7e6);
        QVERIFY(sized.wait(60000));
        dialog.show();
        dialog.findChild<QPushButton*>("wizardCreate")->click();
    }
    NewFacilityDialog dialog(catalogue());
    QCOMPARE(power(dialog)->value(), 7e6);
    QCOMPARE(name(dialog)->text(), standard);
    KeptEntries::forgetAll();
}

// Two racks of 4 x 8 H200 in air are 64 accelerators: the dialog asks for 64, offers racks of H200 alone and begins
// with one that is not cooled by air. The jobs are those of the open project.
void TestNewFacility::theSameWorkBeginsWithAnotherCooling() {
    engine::FacilityBrief brief;
    brief.accelerators = 64;
    brief.racks = {{"air-h200-4", 1.0}};
    brief.climate = "phoenix-az";
    auto air = engine::sizeFacility(brief, *catalogue());
    QVERIFY2(air.has_value(), air ? "" : engine::text(air.error()).c_str());
    const auto project = std::make_shared<const engine::Project>(air->project);
    NewFacilityDialog dialog(catalogue(), nullptr, engine::briefLike(project, *catalogue()));
    const engine::FacilityBrief asked = dialog.brief();
    QCOMPARE(asked.accelerators, air->summary.accelerators);
    QCOMPARE(asked.climate, std::string("phoenix-az"));
    QVERIFY(asked.workOf == project);
    const auto* rack = dialog.findChild<QComboBox*>("wizardRack");
    QCOMPARE(rack->findData("gb200-nvl72"), -1);
    QVERIFY(rack->findData("tank-h200-8") >= 0);
    QVERIFY(!asked.racks.front().rack.starts_with("air-"));
    QSignalSpy sized(&dialog, &NewFacilityDialog::sized);
    QVERIFY(sized.wait(60000));
    QVERIFY(dialog.made() != nullptr);
    const auto before = project->objectsOf("training_job"),
               after = dialog.made()->project.objectsOf("training_job");
    QCOMPARE(after.size(), before.size());
    QVERIFY(!before.empty() && *after.front() == *before.front());
}

void TestNewFacility::aLoadIsAWish() {
    NewFacilityDialog dialog(catalogue());
    QVERIFY(!dialog.brief().load.has_value());
    auto* load = dialog.findChild<QComboBox*>("wizardLoad");
    load->setCurrentIndex(load->findData(80));
    QCOMPARE(dialog.brief().load.value_or(0.0), 0.8);
    dialog.findChild<QCheckBox*>("wizardWork")->setChecked(false);
    QVERIFY(!dialog.brief().load.has_value());
    QVERIFY(!dialog.findChild<QComboBox*>("wizardLoad")->isEnabled());
}

void TestNewFacility::wishesAreSizedAsTheyChange() {
    NewFacilityDialog dialog(catalogue());
    QSignalSpy sized(&dialog, &NewFacilityDialog::sized);
    QVERIFY(sized.wait(10000));
    QVERIFY(dialog.made() != nullptr);
    const double before = dialog.made()->summary.itW;
    // Twice as much is asked for: twice as much stands, within a row of racks.
    dialog.findChild<NumberBox*>("wizardMegawatts")->setValue(20e6);
    QVERIFY(dialog.made() == nullptr);
    QVERIFY(!dialog.findChild<QPushButton*>("wizardNext")->isEnabled());
    QVERIFY(sized.wait(10000));
    QVERIFY(dialog.made() != nullptr);
    QVERIFY(qAbs(dialog.made()->summary.itW / before - 2.0) < 0.06);
    QVERIFY(dialog.findChild<QLabel*>("wizardSummary")->text().contains("PUE"));

    dialog.findChild<QRadioButton*>("wizardByCount")->click();
    dialog.findChild<NumberBox*>("wizardAccelerators")->setValue(144);
    QVERIFY(sized.wait(10000));
    QVERIFY(dialog.made() != nullptr);
    QCOMPARE(dialog.made()->summary.accelerators, std::int64_t{144});
}

void TestNewFacility::whatCannotBeMetIsSaid() {
    NewFacilityDialog dialog(catalogue());
    QSignalSpy sized(&dialog, &NewFacilityDialog::sized);
    choose(dialog, "wizardRack", "frontier-cabinet");
    choose(dialog, "wizardClimate", "singapore");
    dialog.findChild<QComboBox*>("wizardCooling")
        ->setCurrentIndex(static_cast<int>(engine::PlantKind::WarmDry));
    QVERIFY(sized.wait(10000));
    QVERIFY(dialog.made() == nullptr);
    QVERIFY(dialog.findChild<QLabel*>("wizardFaults")->text().contains("chilled water"));
    QVERIFY(!dialog.findChild<QPushButton*>("wizardCreate")->isEnabled());
    QVERIFY(!dialog.findChild<QPushButton*>("wizardNext")->isEnabled());
    // What helps, helps.
    dialog.findChild<QComboBox*>("wizardCooling")
        ->setCurrentIndex(static_cast<int>(engine::PlantKind::Chilled));
    QVERIFY(sized.wait(10000));
    QVERIFY(dialog.made() != nullptr);
}

void TestNewFacility::numbersTypedAreNumbersMeant_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("megawatts");  // 0 means refused in words
    QTest::newRow("another unit") << "10000 kW" << 10.0;
    QTest::newRow("comma") << "12,5" << 0.0;
    QTest::newRow("too much") << "2000" << 0.0;
    QTest::newRow("negative") << "-5" << 0.0;
    QTest::newRow("too little") << "0.01" << 0.0;
}

void TestNewFacility::numbersTypedAreNumbersMeant() {
    QFETCH(QString, typed);
    QFETCH(double, megawatts);
    NewFacilityDialog dialog(catalogue());
    dialog.show();
    QSignalSpy sized(&dialog, &NewFacilityDialog::sized);
    QVERIFY(sized.wait(10000));
    auto* box = dialog.findChild<NumberBox*>("wizardMegawatts");
    QTest::mouseDClick(box, Qt::LeftButton);
    box->selectAll();
    QTest::keyClicks(box, typed);
    const auto* create = dialog.findChild<QPushButton*>("wizardCreate");
    if (megawatts > 0.0) {
        QTRY_VERIFY_WITH_TIMEOUT(create->isEnabled(), 10000);
        QCOMPARE(dialog.brief().itPowerW, megawatts * 1e6);
        return;
    }
    QTest::qWait(300);  // longer than wishes wait to be sized
    QVERIFY(!create->isEnabled());
    QCOMPARE(box->text(), typed);
    const QString said = dialog.findChild<QLabel*>("wizardFaults")->text();
    QVERIFY2(said.startsWith("IT power: ") && said.endsWith('.'), qPrintable(said));
    QTest::keyClick(box, Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(create->isEnabled(), 10000);
}

// A person presses Create, or Enter, right after the last wish. The press counts as soon as that wish is sized, and a
// further wish takes it back.
void TestNewFacility::aPressBeforeTheSizingCreates() {
    NewFacilityDialog dialog(catalogue());
    QSignalSpy sized(&dialog, &NewFacilityDialog::sized);
    QVERIFY(sized.wait(10000));
    QSignalSpy created(&dialog, &NewFacilityDialog::created);
    auto* box = dialog.findChild<NumberBox*>("wizardMegawatts");
    box->setValue(3e6);
    dialog.findChild<QPushButton*>("wizardCreate")->click();
    QCOMPARE(created.size(), 0);
    box->setValue(2e6);
    QVERIFY(sized.wait(10000));
    QCOMPARE(created.size(), 0);
    box->setValue(3e6);
    dialog.findChild<QPushButton*>("wizardCreate")->click();
    QVERIFY(sized.wait(10000));
    QCOMPARE(created.size(), 1);
    QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
    QVERIFY(qAbs(dialog.made()->summary.itW - 3e6) < 0.2e6);
}

void TestNewFacility::reasonsStandOnTheSecondPage() {
    NewFacilityDialog dialog(catalogue());
    dialog.show();
    QSignalSpy sized(&dialog, &NewFacilityDialog::sized);
    QVERIFY(sized.wait(10000));
    auto* table = dialog.findChild<QTableView*>("wizardReasons");
    QVERIFY(!table->isVisible());
    dialog.findChild<QPushButton*>("wizardNext")->click();
    QVERIFY(table->isVisible());
    QCOMPARE(table->model()->rowCount(), static_cast<int>(dialog.made()->choices.size()));
    // Objects and parts by their names: no row says an id.
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        const QString object = table->model()->index(row, 0).data().toString();
        const engine::SizingChoice& choice = dialog.made()->choices[static_cast<std::size_t>(row)];
        QVERIFY2(object != QString::fromStdString(choice.object), qPrintable(object));
        QVERIFY(object.front().isUpper());
    }
    // All of a reason is seen, Return would create, and Esc goes back to what was typed.
    QVERIFY(table->horizontalHeader()->length() <= table->viewport()->width());
    QVERIFY(dialog.findChild<QPushButton*>("wizardCreate")->isDefault());
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QVERIFY(dialog.isVisible());
    QVERIFY(!table->isVisible());
    dialog.findChild<QPushButton*>("wizardNext")->click();
    dialog.findChild<QPushButton*>("wizardBack")->click();
    QVERIFY(!table->isVisible());
}

void TestNewFacility::createHandsOverAProjectWithoutFindings() {
    NewFacilityDialog dialog(catalogue());
    QSignalSpy sized(&dialog, &NewFacilityDialog::sized);
    engine::Project project;
    connect(&dialog, &NewFacilityDialog::created, this,
            [&](const engine::Project& made) { project = made; });
    dialog.findChild<QLineEdit*>("wizardName")->setText("Harbour 7");
    dialog.findChild<NumberBox*>("wizardMegawatts")->setValue(2e6);
    choose(dialog, "wizardRack", "dlc-h100-8");
    choose(dialog, "wizardSecondRack", "air-h100-4");
    QVERIFY(sized.wait(10000));
    dialog.findChild<QPushButton*>("wizardCreate")->click();
    QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
    QVERIFY(project.file.empty());
    const engine::Object* info = project.find("project");
    QVERIFY(info != nullptr);
    QCOMPARE(std::get<std::string>(info->value("name")), std::string("Harbour 7"));
    for (const engine::Finding& f : engine::checkProject(project, *catalogue())) {
        QVERIFY2(f.severity == engine::Severity::Note, engine::findingText(f).c_str());
    }
}

void TestNewFacility::everyFieldHasANameForScreenReaders() {
    NewFacilityDialog dialog(catalogue());
    for (const char* name :
         {"wizardName", "wizardByPower", "wizardByCount", "wizardMegawatts", "wizardAccelerators",
          "wizardRack", "wizardSecondRack", "wizardShare", "wizardRedundancy", "wizardGenerators",
          "wizardCooling", "wizardCoolingSpare", "wizardClimate", "wizardGrid", "wizardFabric",
          "wizardOversubscription", "wizardHallMegawatts", "wizardWork"}) {
        const auto* field = dialog.findChild<QWidget*>(name);
        QVERIFY2(field != nullptr, name);
        QVERIFY2(!field->accessibleName().isEmpty(), name);
        QVERIFY2(!field->toolTip().isEmpty(), name);
    }
}

HEADROOM_TEST(TestNewFacility)
}  // namespace tst_new_facility

#include "tst_new_facility.moc"
