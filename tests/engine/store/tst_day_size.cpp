// SPDX-License-Identifier: Apache-2.0
#include "engine/store/recorder.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <sys/resource.h>

namespace tst_day_size {

using namespace headroom::engine;

/// A day of 100,000 accelerators as it is recorded must stay under 200 MB. Prints what it costs;
/// times are not asserted, since they are those of the machine.
class TestDaySize : public QObject {
    Q_OBJECT

  private slots:
    void dayOfHundredThousand();
};

namespace {

constexpr std::size_t kChannels = 400;
constexpr std::size_t kSteps = 5760;  // 15 s
constexpr std::size_t kRacks = 3500;
constexpr std::size_t kStateBytes = 2U << 20;

double cpuS() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Noise of -1 … 1, made once, so that making the data costs next to nothing.
std::vector<double> noise() {
    std::vector<double> values(1U << 16);
    std::uint32_t state = 1;
    for (double& value : values) {
        state = state * 1664525U + 1013904223U;
        value = static_cast<double>(state >> 8) / static_cast<double>(1U << 23) - 1.0;
    }
    return values;
}

}  // namespace

void TestDaySize::dayOfHundredThousand() {
    // Of ten channels one is constant, three drift without noise, three bear noise of 1 % (every
    // bit below the seventh is random, the worst that a measured quantity does) and three are sums.
    // Rack power is noisy by 1 %, the other fields are alike over blocks of 18 racks. Of the state
    // a half is noise in the lower five bytes of doubles.
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("day.db").toStdString();
    static const QuantityInfo power{"power_kw", "Power", headroom::models::unit::kilowatt, "test"};
    std::vector<Channel> channels;
    for (std::size_t c = 0; c < kChannels; ++c) {
        channels.push_back({"cdu/" + std::to_string(c) + "/power_kw", "", &power});
    }
    RunInfo info;
    info.startLocal = "2026-07-01 00:00:00";
    info.stepS = 15.0;
    for (std::size_t r = 0; r < kRacks; ++r) {
        info.racks.push_back("R" + std::to_string(r));
    }
    const std::vector<double> random = noise();
    std::vector<double> values(kChannels);
    std::vector<float> field(kRacks);
    std::vector<double> state(kStateBytes / sizeof(double));

    const double cpu = cpuS();
    const auto wall = std::chrono::steady_clock::now();
    auto recorder = Recorder::create(path, info, channels, false).value();
    double makingS = 0.0;
    for (std::size_t step = 0; step < kSteps; ++step) {
        const double time = 15.0 * static_cast<double>(step);
        const double making = cpuS();
        for (std::size_t c = 0; c < kChannels; ++c) {
            const double r = random[(step * 31 + c * 977) % random.size()];
            const double level = 1e6 * static_cast<double>(c + 1);
            switch (c % 10) {
                case 0:
                    values[c] = level;
                    break;
                case 1:
                case 2:
                case 3:
                    values[c] = level * (1.0 + 0.1 * std::sin(time / 7000.0));
                    break;
                case 4:
                case 5:
                case 6:
                    values[c] = level * (1.0 + 0.01 * r);
                    break;
                default:
                    values[c] = level * (time + r);
                    break;
            }
        }
        makingS += cpuS() - making;
        recorder->sample(time, values);
        if (step % 20 == 0) {
            for (const int q : {0, 1, 2, 3}) {
                for (std::size_t r = 0; r < kRacks; ++r) {
                    const double x = random[(q == 0 ? r : r / 18) + step];
                    field[r] = static_cast<float>(40e3 + 400.0 * x);
                }
                recorder->rackField(time, static_cast<RackQuantity>(q), field);
            }
        }
        if (step % 240 == 0) {
            for (std::size_t i = 0; i < state.size(); ++i) {
                const double x = i % 2 == 0 ? random[(i + step) % random.size()] : 0.0;
                state[i] = 50.0 + x;
            }
            recorder->keyframe(time, std::as_bytes(std::span(state)));
        }
    }
    QVERIFY(recorder->finish("{}").has_value());
    const auto size = static_cast<double>(std::filesystem::file_size(path));
    const double wallS =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
    qInfo("%.1f MB, %.2f CPU s (%.2f making the data), %.2f s", size / 1e6, cpuS() - cpu, makingS,
          wallS);
    QVERIFY(size < 200e6);
}

HEADROOM_TEST(TestDaySize)
}  // namespace tst_day_size

#include "tst_day_size.moc"
