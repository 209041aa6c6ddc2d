// SPDX-License-Identifier: Apache-2.0
#include "engine/store/bit_groups.h"
#include "engine/store/codec.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <initializer_list>
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
    void groupsAreAsDescribed();
    void deltaOfOlderRecordingsIsRead();
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
    // in steps of 2 W: 1250 steps, folded below 2^12. 16 of 12 bits and a byte take 25 of 64 bytes;
    // the first float and the checksum add 8 to 1024.
    const std::vector<float> values = sine(256);
    Packer packer;
    const Packer::Packed packed = packer.floats(values);
    QCOMPARE(packed.codec, Codec::Bits);
    QVERIFY(packed.data.size() < 256 * sizeof(float) * 25 / 64 + 8);
}

void TestCodec::bytesComeBack() {
    Packer packer;
    for (const std::size_t size : {0U, 1U, 7U, 100U, 100003U}) {
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

namespace {

std::vector<std::byte> bytesOf(std::initializer_list<int> values) {
    std::vector<std::byte> bytes;
    for (const int value : values) {
        bytes.push_back(static_cast<std::byte>(value));
    }
    return bytes;
}

}  // namespace

// 5, 6, 6: the first as it is; differences 1 and 0 fold to 2 and 0, of two bits each: 0b0010.
// Adler-32 of these six bytes: A = 1 + 5 + 2 + 2 = 10; B = 6 + 6 + 6 + 6 + 8 + 10 = 42.
// 0, then fifteen 0 and one -1: folded to 0 … 0, 1. One of 16 is not zero: 1 + 16 bits of mask are more
// than 16 of one bit each, so no mask; with -2^20 (folded 2^21 - 1, 21 bits) it pays: mask 0x8000.
void TestCodec::groupsAreAsDescribed() {
    const std::uint32_t few[] = {5, 6, 6};
    std::vector<std::byte> packed;
    packGroups(few, packed);
    QCOMPARE(packed, bytesOf({5, 0, 0, 0, 2, 2, 10, 0, 42, 0}));

    std::uint32_t rare[17] = {};
    rare[16] = 0xffffffff;
    packed.clear();
    packGroups(rare, packed);
    packed.resize(packed.size() - 4);
    QCOMPARE(packed, bytesOf({0, 0, 0, 0, 1, 0, 0x80}));
    rare[16] = 0U - (1U << 20U);
    packed.clear();
    packGroups(rare, packed);
    packed.resize(packed.size() - 4);
    QCOMPARE(packed, bytesOf({0, 0, 0, 0, 64 + 21, 0, 0x80, 0xff, 0xff, 0x1f}));
}

// 1 and the float after it: 0x3f800000, 0x3f800001. Differences 0x3f800000 and 1 fold to 0x7f000000
// and 2; their planes, lowest first: 00 02, 00 00, 00 00, 7f 00. As a zlib stream with one block that
// is stored; Adler-32: A = 1 + 2 + 0x7f = 0x82, B = 1 + 3 * 5 + 2 * 130 = 0x114.
void TestCodec::deltaOfOlderRecordingsIsRead() {
    const std::vector<std::byte> old =
        bytesOf({0x78, 1, 1, 8, 0, 0xf7, 0xff, 0, 2, 0, 0, 0, 0, 0x7f, 0, 1, 0x14, 0, 0x82});
    std::vector<float> values(2);
    QVERIFY(unpackFloats(Codec::Delta, old, values));
    QCOMPARE(values, (std::vector<float>{1.0F, std::nextafter(1.0F, 2.0F)}));
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
    data[data.size() / 2] ^= std::byte{0x55};  // the checksum
    out.resize(256);
    QVERIFY(!unpackFloats(packed.codec, data, out));
    QVERIFY(!unpackFloats(Codec::Raw, data, out));
    QVERIFY(!unpackFloats(Codec::Constant, data, out));
    QVERIFY(!unpackFloats(static_cast<Codec>(99), data, out));
}

HEADROOM_TEST(TestCodec)
}  // namespace tst_codec

#include "tst_codec.moc"
