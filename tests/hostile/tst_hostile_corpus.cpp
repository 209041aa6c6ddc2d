// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/damage.h"
#include "tests/hostile/parsers.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace tst_hostile_corpus {

using namespace headroom;
namespace fs = std::filesystem;

/// Every input of corpus/ and of finds/ through its parser, as it is and with a few bytes changed.
class TestHostileCorpus : public QObject {
    Q_OBJECT

  private slots:
    void inputs_data();
    void inputs();

    void damaged_data() { inputs_data(); }

    void damaged();
};

namespace {

std::string bytesOf(const fs::path& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
}

std::vector<fs::path> filesOf(std::string_view parser) {
    std::vector<fs::path> files;
    for (const char* kind : {"corpus", "finds"}) {
        const fs::path folder = fs::path(HEADROOM_SOURCE_DIR "/tests/hostile") / kind / parser;
        std::error_code none;
        for (const auto& entry : fs::directory_iterator(folder, none)) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

// What the parser says to it: empty, or the invariant that does not hold.
std::string verdict(const hostile::Parser& parser, std::string_view bytes) {
    try {
        parser.read(bytes);
    } catch (const std::exception& broken) {
        return broken.what();
    }
    return {};
}

}  // namespace

void TestHostileCorpus::inputs_data() {
    QTest::addColumn<QString>("parser");
    for (const hostile::Parser& parser : hostile::parsers()) {
        QTest::newRow(parser.name.data()) << QString::fromUtf8(parser.name.data());
    }
}

void TestHostileCorpus::inputs() {
    QFETCH(QString, parser);
    for (const hostile::Parser& each : hostile::parsers()) {
        if (parser != QLatin1String(each.name.data())) {
            continue;
        }
        const auto files = filesOf(each.name);
        QVERIFY(!files.empty());
        for (const fs::path& file : files) {
            const std::string said = verdict(each, bytesOf(file));
            QVERIFY2(said.empty(), (file.string() + ": " + said).c_str());
        }
    }
}

void TestHostileCorpus::damaged() {
    // So many of each file: seconds for all parsers together.
    constexpr std::uint64_t kTimes = 12;
    QFETCH(QString, parser);
    for (const hostile::Parser& each : hostile::parsers()) {
        if (parser != QLatin1String(each.name.data())) {
            continue;
        }
        for (const fs::path& file : filesOf(each.name)) {
            const std::string bytes = bytesOf(file);
            for (std::uint64_t i = 0; i < kTimes; ++i) {
                const std::string said = verdict(each, hostile::damagedBytes(bytes, i));
                QVERIFY2(said.empty(),
                         (file.string() + " damaged " + std::to_string(i) + ": " + said).c_str());
            }
        }
    }
}

HEADROOM_TEST(TestHostileCorpus)
}  // namespace tst_hostile_corpus

#include "tst_hostile_corpus.moc"
