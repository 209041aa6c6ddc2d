// SPDX-License-Identifier: Apache-2.0
#include "engine/api/channel_table.h"
#include "engine/document/order.h"
#include "engine/laws/law_scene.h"
#include "engine/run/frame/frame_objects.h"
#include "engine/store/recording.h"
#include "tests/consistency/answers.h"
#include "tests/consistency/rows.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <set>

namespace tst_consistency {

using namespace headroom;
using namespace headroom::consistency;

/// Two answers to one question are a defect. Every scenario and six designs of the wizard are asked
/// through every face; the table of rows.cpp says which answers must be equal, and how nearly.
class TestConsistency : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::map<QString, std::unique_ptr<Answers>> answers_;
    std::set<const Known*> seen_;
    std::set<QString> answered_;  ///< faces that said anything

    Answers& of(const Case& c) {
        auto& made = answers_[c.name];
        if (!made) {
            made = std::make_unique<Answers>(c, folder_.path());
        }
        return *made;
    }

    static const Known* knownOf(const QString& name, const Row& row, const Shown& shown) {
        for (const Known& k : known()) {
            if ((k.cases == name || QLatin1String(k.cases) == "*") &&
                QLatin1String(k.quantity) == row.quantity &&
                QLatin1String(k.where) == shown.where) {
                return &k;
            }
        }
        return nullptr;
    }

    static void cases() {
        QTest::addColumn<int>("index");
        const std::vector<Case> all = allCases();
        for (std::size_t i = 0; i < all.size(); ++i) {
            QTest::newRow(qPrintable(all[i].name)) << static_cast<int>(i);
        }
    }

    Answers& current() {
        QFETCH(int, index);
        return of(allCases()[static_cast<std::size_t>(index)]);
    }

  private slots:

    void initTestCase() {
        QVERIFY(folder_.isValid());
        qInfo().noquote() << "case | quantity | face | answer | difference";
    }

    void facesAgree_data() { cases(); }

    void facesAgree() {
        Answers& all = current();
        QVERIFY2(QFile::exists(all.of().path), qPrintable(all.fault()));
        QStringList wrong;
        for (const Row& row : rows()) {
            std::optional<Answer> first;
            for (const Shown& shown : row.faces) {
                const auto answer =
                    all.find(QString::fromUtf8(shown.where), QString::fromUtf8(shown.unit));
                if (!answer) {
                    continue;  // the face does not say: it has no such thing
                }
                answered_.insert(QString::fromUtf8(shown.where).section(':', 0, 0));
                if (!first) {
                    first = answer;
                }
                const double size = std::abs(first->value);
                const double off =
                    answer->text != first->text ? 1.0 : std::abs(answer->value - first->value);
                const double relative = size > 0.0 ? off / size : off;
                const bool agrees =
                    off <= row.tolerance * size + answer->rounding + first->rounding;
                const Known* k = knownOf(all.of().name, row, shown);
                const QString line =
                    QStringLiteral("%1 | %2 | %3 | %4 | %5")
                        .arg(all.of().name, QString::fromUtf8(row.quantity),
                             QString::fromUtf8(shown.where),
                             answer->text.isEmpty() ? QString::number(answer->value, 'g', 10)
                                                    : answer->text)
                        .arg(relative, 0, 'g', 3);
                qInfo().noquote() << line << (agrees ? "" : k != nullptr ? "known" : "DIFFERS");
                if (!agrees && k == nullptr) {
                    wrong << line;
                } else if (!agrees && relative > k->most * 1.02) {
                    wrong << line + " worse than known: " + k->reason;
                } else if (!agrees) {
                    seen_.insert(k);
                }
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join('\n') + "\n" + all.fault()));
    }

    void knownOnesAreStillThere() {
        for (const Known& k : known()) {
            QVERIFY2(seen_.contains(&k),
                     qPrintable(QStringLiteral("%1, %2, %3 agrees now: remove its line")
                                    .arg(k.cases, k.quantity, k.where)));
        }
    }

    // A face that says nothing agrees with everything. Python may not be built.
    void everyFaceAnswers() {
        for (const Row& row : rows()) {
            for (const Shown& shown : row.faces) {
                const QString face = QString::fromUtf8(shown.where).section(':', 0, 0);
                QVERIFY2(answered_.contains(face) || face == "python", qPrintable(face));
            }
        }
    }

    // Halls, CDU groups, loops and batteries: the columns of a frame, the channels of the recording and
    // of the server, and the laws of "where from" give one value for each id. Frames count as the facility
    // is built; an answer that joins by the order of the file is of another object.
    void objectsAgree_data() { cases(); }

    void objectsAgree() {
        Answers& all = current();
        QVERIFY2(QFile::exists(all.of().path), qPrintable(all.fault()));
        const engine::Frame& frame = all.frame();
        const auto recording = engine::Recording::open(all.recordingFile().toStdString());
        QVERIFY2(recording.has_value(), qPrintable(all.fault()));
        const engine::ChannelTable table(&all.plant());
        const engine::LawScene scene(frame, all.project(), &catalogue());
        const auto same = [](double a, double b, double tolerance) {
            return (std::isnan(a) && std::isnan(b)) ||
                   std::abs(a - b) <= tolerance * std::max(1.0, std::abs(a));
        };
        int compared = 0;
        for (std::size_t c = 0; c < table.channels().size(); ++c) {
            const std::string& name = table.channels()[c].name;
            const std::size_t first = name.find('/'), last = name.rfind('/');
            const std::string place = name.substr(0, first), key = name.substr(last + 1);
            const std::string object =
                last > first ? name.substr(first + 1, last - first - 1) : std::string();
            const engine::FramePlace of = engine::framePlace(place);
            const auto q = static_cast<std::size_t>(table.channels()[c].quantity - of.table.data());
            QVERIFY2(q < of.table.size(), name.c_str());
            const double si = engine::frameValue(frame, place, object, q);
            const double served = table.value(frame, c) * table.channels()[c].quantity->unit.toSi;
            QVERIFY2(same(si, served, 1e-12), name.c_str());
            QVERIFY2(same(si, scene.number(place, object, key).value, 1e-12), name.c_str());
            ++compared;
        }
        QVERIFY(compared > 50);
        // Recordings keep channels as 32-bit floats: 2^-23.
        const auto& channels = (*recording)->channels();
        const auto block = (*recording)->samples(frame.timeS);
        QVERIFY(block.has_value());
        QCOMPARE(block->timeS.back(), frame.timeS);
        for (std::size_t c = 0; c < channels.size(); ++c) {
            const auto at = table.find(channels[c].name);
            QVERIFY2(at.has_value(), channels[c].name.c_str());
            const double kept = static_cast<double>(block->values[c].back());
            const double si = table.value(frame, *at) * table.channels()[*at].quantity->unit.toSi;
            const double other = std::abs(kept - si) < std::abs(kept - table.value(frame, *at))
                                     ? si
                                     : table.value(frame, *at);
            QVERIFY2(same(kept, other, 2e-7), channels[c].name.c_str());
        }
    }

    // Shuffled lists, renamed nothing: every object keeps its values by id.
    void shuffledListsKeepTheirValues() {
        for (const Case& c : allCases()) {
            if (c.brief.isEmpty()) {
                continue;
            }
            Answers& all = of(c);
            QVERIFY2(QFile::exists(all.of().path), qPrintable(all.fault()));
            const engine::Frame& frame = all.frame();
            engine::Project shuffled = all.project();
            std::reverse(shuffled.objects.begin(), shuffled.objects.end());
            const engine::LawScene as(frame, all.project(), &catalogue()),
                other(frame, shuffled, &catalogue());
            for (const char* place : {"hall", "cdu", "loop"}) {
                const engine::FramePlace of = engine::framePlace(place);
                for (const engine::Object* object : shuffled.objectsOf(of.type)) {
                    for (const engine::QuantityInfo& info : of.table) {
                        const double a = as.number(place, object->id, info.key).value;
                        const double b = other.number(place, object->id, info.key).value;
                        QVERIFY2((std::isnan(a) && std::isnan(b)) || a == b, object->id.c_str());
                    }
                }
            }
        }
    }
};

HEADROOM_TEST(TestConsistency)
}  // namespace tst_consistency

#include "tst_consistency.moc"
