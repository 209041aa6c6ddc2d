// SPDX-License-Identifier: Apache-2.0
#include "engine/files/foreign_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace headroom::engine {

namespace {

using namespace std::string_view_literals;

/// A format by its mark. "{}" in the remedy is the name of the file.
struct ForeignFormat {
    std::string_view words;
    std::string_view remedy;
    bool (*shows)(std::string_view begin);
};

constexpr std::string_view kByPandas =
    "Convert it to CSV: python3 -c \"import pandas; pandas.read_parquet('{0}').to_csv('{0}.csv', "
    "index=False)\", or "
    "duckdb -c \"COPY '{0}' TO '{0}.csv'\"";
constexpr std::string_view kUnpack = "Unpack it, then name the file inside it";

bool isWebPage(std::string_view begin) {
    begin.remove_prefix(std::min(begin.find_first_not_of(" \t\r\n"), begin.size()));
    std::string low(begin.substr(0, 9));
    std::transform(low.begin(), low.end(), low.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return low == "<!doctype" ? begin.substr(9, 16).find("ml") != std::string_view::npos ||
                                    begin.substr(9, 16).find("ML") != std::string_view::npos
                              : low.starts_with("<html");
}

constexpr std::size_t kTarMark = 257;

constexpr auto kForeign = std::to_array<ForeignFormat>({
    {"a Parquet file", kByPandas, [](std::string_view b) { return b.starts_with("PAR1"); }},
    {"an Arrow or Feather file",
     "Convert it to CSV: python3 -c \"import pandas; pandas.read_feather('{0}').to_csv('{0}.csv', "
     "index=False)\"",
     [](std::string_view b) { return b.starts_with("ARROW1") || b.starts_with("FEA1"); }},
    {"an ORC file",
     "Convert it to CSV: python3 -c \"import pandas; pandas.read_orc('{0}').to_csv('{0}.csv', "
     "index=False)\"",
     [](std::string_view b) {
         return b.starts_with("ORC") && b.size() > 3 && static_cast<unsigned char>(b[3]) < ' ';
     }},
    {"an Avro file", "Convert it to JSON lines: avro-tools tojson {0} > {0}.jsonl",
     [](std::string_view b) { return b.starts_with("Obj\x01"); }},
    {"an HDF5 or NetCDF-4 file",
     "Write the variables that you need into a CSV: python3 -c \"import xarray; "
     "xarray.open_dataset('{0}').to_dataframe().to_csv('{0}.csv')\"",
     [](std::string_view b) { return b.starts_with("\x89HDF\r\n"); }},
    {"a NetCDF file",
     "Write the variables that you need into a CSV: python3 -c \"import xarray; "
     "xarray.open_dataset('{0}').to_dataframe().to_csv('{0}.csv')\"",
     [](std::string_view b) {
         return b.starts_with("CDF\x01") || b.starts_with("CDF\x02") || b.starts_with("CDF\x05");
     }},
    {"a GRIB file", "Convert it: cdo outputtab,date,time,value {0} > {0}.csv",
     [](std::string_view b) {
         return b.starts_with("GRIB") && b.size() > 7 && (b[7] == 1 || b[7] == 2);
     }},
    {"a NumPy array", "Save it as CSV: numpy.savetxt('{0}.csv', numpy.load('{0}'), delimiter=',')",
     [](std::string_view b) { return b.starts_with("\x93NUMPY"); }},
    {"a pickle of Python",
     "Save the data as CSV or JSON from Python. pandapower: pandapower.to_json(net, '{0}.json')",
     [](std::string_view b) {
         return b.size() > 2 && b[0] == '\x80' && b[1] >= 2 && b[1] <= 5 &&
                (b[2] == '\x95' || b[2] == '}' || b[2] == 'c' || b[2] == ']' || b[2] == 'K' ||
                 b[2] == 'X');
     }},
    {"a MAT-file of MATLAB",
     "Save the case as text: savecase('{0}', mpc) of MATPOWER, or writetable() for a table",
     [](std::string_view b) { return b.starts_with("MATLAB 5.0 MAT-file"); }},
    {"an SQLite database",
     "A recording of a run opens with headroom-cli replay. Write another database as CSV: sqlite3 "
     "-header -csv {0} \"SELECT * FROM TABLE\"",
     [](std::string_view b) { return b.starts_with("SQLite format 3\0"sv); }},
    {"a DXF drawing",
     "A drawing goes under the plan or becomes a building: File, Import in the window, or "
     "headroom-cli "
     "import PROJECT --use {0} --as floor",
     &isDxfText},
    {"a binary DXF drawing", "Save the drawing as ASCII DXF in your CAD program",
     [](std::string_view b) { return b.starts_with("AutoCAD Binary DXF"); }},
    {"a DWG drawing", "Save the drawing as ASCII DXF in your CAD program",
     [](std::string_view b) {
         return b.starts_with("AC10") && b.size() > 5 && b[4] >= '0' && b[4] <= '9' &&
                b[5] >= '0' && b[5] <= '9';
     }},
    {"a model in IFC",
     "Save a floor plan of the storey as ASCII DXF, SVG or PNG in your BIM program",
     [](std::string_view b) {
         return b.starts_with("ISO-10303-21") && b.find("IFC") != std::string_view::npos;
     }},
    {"a STEP file", "Save a plan view as ASCII DXF, SVG or PNG in your CAD program",
     [](std::string_view b) { return b.starts_with("ISO-10303-21"); }},
    {"a PDF document",
     "Save the page as PNG (pdftoppm -png -r 150 {0} page), or the data behind it as CSV",
     [](std::string_view b) { return b.starts_with("%PDF-"); }},
    {"a project of the EPANET window", "Write the network as text: File, Export, Network (INP)",
     [](std::string_view b) { return b.starts_with("<EPANET2>"); }},
    {"a web page (HTML)",
     "Download the data themselves: a page of a login or of a preview is often saved by mistake",
     &isWebPage},
    {"a file that zstd packed", "Unpack it: zstd -d {0}",
     [](std::string_view b) { return b.starts_with("\x28\xb5\x2f\xfd"); }},
    {"a file that xz packed", "Unpack it: xz -d {0}",
     [](std::string_view b) {
         return b.starts_with(
             "\xfd"
             "7zXZ\0"sv);
     }},
    {"a file that bzip2 packed", "Unpack it: bzip2 -d {0}",
     [](std::string_view b) { return b.starts_with("BZh") && b.substr(4, 6) == "1AY&SY"; }},
    {"an archive of 7-Zip", kUnpack,
     [](std::string_view b) { return b.starts_with("7z\xbc\xaf\x27\x1c"); }},
    {"an archive of tar", kUnpack,
     [](std::string_view b) {
         return b.size() >= kTarMark + 5 && b.substr(kTarMark, 5) == "ustar";
     }},
    {"a binary glTF scene", "Headroom writes glTF and does not read it",
     [](std::string_view b) {
         return b.starts_with("glTF") && b.find('\0') != std::string_view::npos;
     }},
    {"a picture", "Pictures go under the plan: File, Import in the window, or Place Drawing",
     [](std::string_view b) {
         return b.starts_with("\x89PNG\r\n") || b.starts_with("\xff\xd8\xff");
     }},
});

}  // namespace

/// The first pair of a DXF text that is not a comment (group 999) opens a section.
bool isDxfText(std::string_view begin) {
    const auto line = [&begin] {
        const std::size_t end = std::min(begin.find('\n'), begin.size());
        std::string_view one = begin.substr(0, end);
        begin.remove_prefix(std::min(end + 1, begin.size()));
        one.remove_prefix(std::min(one.find_first_not_of(" \t"), one.size()));
        return one.substr(0, one.find_last_not_of(" \t\r") + 1);
    };
    for (std::string_view group = line(), value = line(); group == "999" || group == "0";
         group = line(), value = line()) {
        if (group == "0") {
            return value == "SECTION";
        }
    }
    return false;
}

Result<void> refuseForeign(const std::filesystem::path& path, std::string_view begin) {
    const auto found =
        std::find_if(kForeign.begin(), kForeign.end(),
                     [&](const ForeignFormat& format) { return format.shows(begin); });
    if (found == kForeign.end()) {
        return {};
    }
    return tl::unexpected(Error{"FIL-009",
                                fmt::format("is {}, which is not read", found->words),
                                fmt::format(fmt::runtime(found->remedy), path.string()),
                                path.string(),
                                {},
                                0});
}

}  // namespace headroom::engine
