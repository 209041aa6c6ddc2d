// SPDX-License-Identifier: Apache-2.0
#include "engine/store/codec.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>

namespace tst_codec {

using namespace headroom::engine;

class TestCodec : public QObject {
    Q_OBJECT

  private slots:
    void floatsComeBack_data();
    void floatsComeBack();
    void constantTakesOneFloat();
    void slowSeriesShrinks();
    void bytesComeBack();
    void damageIsSeen();
};

namespace {

std::vector<float> unpacked(const Packer::Packed& packed, std::size_t count) {
    std::vector<float> values(count);
    return unpackFloats(packed.codec, packed.data, values) ? values : std::vector<float>();
}

// Bit by bit, so that NaN and -0 count.
bool same(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}

std::vector<float> noise(std::size_t count) {
    std::vector<float> values;
    std::uint32_t state = 1;
    for (std::size_t i = 0; i < count; ++i) {
        state = state * 1664525U + 1013904223U;
        float value = 0.0F;
        std::memcpy(&value, &state, sizeof value);
        values.push_back(value);
    }
    return values;
}

std::vector<float> sine(std::size_t count) {
    std::vector<float> values;
    for (std::size_t i = 0; i < count; ++i) {
        values.push_back(25e6F + 1e5F * std::sin(static_cast<float>(i) / 40.0F));
    }
    return values;
}

}  // namespace

void TestCodec::floatsComeBack_data() {
    QTest::addColumn<std::vector<float>>("values");
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float inf = std::numeric_limits<float>::infinity();
    QTest::newRow("none") << std::vector<float>{};
    QTest::newRow("one") << std::vector<float>{1.5F};
    QTest::newRow("two") << std::vector<float>{1.5F, -1.5F};
    QTest::newRow("zeros") << std::vector<float>(256, 0.0F);
    QTest::newRow("not numbers") << std::vector<float>{nan, 1.0F, -nan, inf, -inf, 0.0F, -0.0F};
    QTest::newRow("only NaN") << std::vector<float>(9, nan);
    QTest::newRow("noise") << noise(256);
    QTest::newRow("sine") << sine(256);
    QTest::newRow("long") << sine(100000);
}

void TestCodec::floatsComeBack() {
    QFETCH(std::vector<float>, values);
    Packer packer;
    packer.floats(sine(77));  // what was packed before leaves no trace
    const Packer::Packed packed = packer.floats(values);
    QVERIFY(packed.data.size() <= values.size() * sizeof(float));
    const std::vector<std::byte> first(packed.data.begin(), packed.data.end());
    QVERIFY(same(unpacked(packed, values.size()), values));

    Packer other;
    const Packer::Packed again = other.floats(values);
    QCOMPARE(again.codec, packed.codec);
    QVERIFY(std::equal(first.begin(), first.end(), again.data.begin(), again.data.end()));
}

void TestCodec::constantTakesOneFloat() {
    Packer packer;
    const Packer::Packed packed = packer.floats(std::vector<float>(256, 42.0F));
    QCOMPARE(packed.codec, Codec::Constant);
    QCOMPARE(packed.data.size(), sizeof(float));
}

void TestCodec::slowSeriesShrinks() {
    // Amplitude 1e5 over 40 samples a radian: at most 2500 W a step, and a float near 25e6 counts
    // in steps of 2 W: 1250 steps, folded below 2^12. Two of four planes are empty: under 60 %.
    const std::vector<float> values = sine(256);
    Packer packer;
    const Packer::Packed packed = packer.floats(values);
    QCOMPARE(packed.codec, Codec::Delta);
    QVERIFY(packed.data.size() < 256 * sizeof(float) * 6 / 10);
}

void TestCodec::bytesComeBack() {
    Packer packer;
    for (const std::size_t size : {0U, 1U, 100U, 100000U}) {
        std::vector<std::byte> bytes(size);
        for (std::size_t i = 0; i < size; ++i) {
            bytes[i] = static_cast<std::byte>(i / 50);
        }
        const Packer::Packed packed = packer.bytes(bytes);
        std::vector<std::byte> out(size);
        QVERIFY(unpackBytes(packed.codec, packed.data, out));
        QCOMPARE(out, bytes);
    }
}

void TestCodec::damageIsSeen() {
    const std::vector<float> values = sine(256);
    Packer packer;
    const Packer::Packed packed = packer.floats(values);
    std::vector<std::byte> data(packed.data.begin(), packed.data.end());
    std::vector<float> out(256);
    QVERIFY(unpackFloats(packed.codec, data, out));
    QVERIFY(!unpackFloats(packed.codec, std::span(data).first(data.size() / 2), out));
    out.resize(255);
    QVERIFY(!unpackFloats(packed.codec, data, out));
    out.resize(257);
    QVERIFY(!unpackFloats(packed.codec, data, out));
    data[data.size() / 2] ^= std::byte{0x55};  // zlib's checksum
    out.resize(256);
    QVERIFY(!unpackFloats(packed.codec, data, out));
    QVERIFY(!unpackFloats(Codec::Raw, data, out));
    QVERIFY(!unpackFloats(Codec::Constant, data, out));
    QVERIFY(!unpackFloats(static_cast<Codec>(99), data, out));
}

HEADROOM_TEST(TestCodec)
}  // namespace tst_codec

#include "tst_codec.moc"
