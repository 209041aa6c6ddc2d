// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <vector>

/// The table of quantities, the faces that answer them, and how near their answers must be. To add a
/// quantity, add a row.
namespace headroom::consistency {

/// A face and its path (Answers::find), and the unit of what is there.
struct Shown {
    const char* where;
    const char* unit = "";
};

struct Row {
    const char* quantity;
    /// Relative to the first face, next to the digits that a face prints.
    double tolerance;
    const char* why;  ///< reason of the tolerance
    std::vector<Shown> faces;
};

const std::vector<Row>& rows();

/// A disagreement that is known and not mended. The list only shrinks: the test fails where one of
/// them is mended (remove its line) or gets worse (find out why).
struct Known {
    const char* cases;  ///< name of the case; "*" for every case that differs
    const char* quantity;
    const char* where;  ///< the face that differs from the first of the row
    double most;        ///< largest relative difference seen
    const char* reason;
};

const std::vector<Known>& known();

}  // namespace headroom::consistency
