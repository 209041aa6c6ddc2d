// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/dice.h"
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

// One of the ways in which files come to harm; the same for the same numbers.
std::string damagedBytes(std::string bytes, std::uint64_t seed) {
    hostile::Dice dice(seed);
    const std::size_t at = dice.below(bytes.size());
    const std::size_t length = 1 + dice.below(std::min<std::size_t>(bytes.size(), 40));
    const std::size_t held = std::min(length, bytes.size() - at);
    static constexpr std::string_view kOdd[] = {
        "-1", "0",  "1e308", "-1e308", "1e999", "nan", "inf",  "99999999999999999999",
        "\"", "\\", "\n",    ",",      "[",     "{",   "\xff", std::string_view("\0", 1)};
    switch (dice.below(6)) {
        case 0:
            return bytes.substr(0, at);
        case 1:
            return bytes.erase(at, length);
        case 2:
            return bytes.insert(at, bytes.substr(dice.below(bytes.size()), length));
        case 3:
            return bytes.replace(at, held, std::string(length, static_cast<char>(dice.bits())));
        case 4:
            return bytes.replace(at, held, dice.of(kOdd));
        default:
            for (std::size_t i = 0; i < length && !bytes.empty(); ++i) {
                bytes[dice.below(bytes.size())] = static_cast<char>(dice.bits());
            }
            return bytes;
    }
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
                const std::string said = verdict(each, damagedBytes(bytes, i));
                QVERIFY2(said.empty(),
                         (file.string() + " damaged " + std::to_string(i) + ": " + said).c_str());
            }
        }
    }
}

HEADROOM_TEST(TestHostileCorpus)
}  // namespace tst_hostile_corpus

#include "tst_hostile_corpus.moc"
