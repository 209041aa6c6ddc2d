// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/gltf.h"

#include "engine/base/json.h"
#include "engine/kinds/structure_look.h"

#include <nlohmann/json.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

static_assert(std::endian::native == std::endian::little, "glTF buffers are little-endian");

constexpr int kFloat = 5126;
constexpr int kUnsignedShort = 5123;
constexpr int kArrayBuffer = 34962;
constexpr int kElementBuffer = 34963;
constexpr int kTriangles = 4;
constexpr std::uint32_t kMagic = 0x46546C67;
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;
constexpr std::uint32_t kBinaryChunk = 0x004E4942;

/// Base colour, linear, with opacity.
using Colour = std::array<double, 4>;

/// A box of 1 m around the middle of its floor, its front (+z) apart from its other faces: indices
/// 0…5 are the front, the rest the other five.
struct Geometry {
    std::vector<float> positions, normals;
    std::vector<std::uint16_t> indices;
};

Geometry unitBox() {
    struct Face {
        std::array<int, 3> normal, right, up;
    };

    // right x up = normal, so that triangles go round against the clock seen from outside.
    constexpr std::array<Face, 6> kFaces = {{{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}},
                                             {{0, 0, -1}, {-1, 0, 0}, {0, 1, 0}},
                                             {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}},
                                             {{-1, 0, 0}, {0, 0, 1}, {0, 1, 0}},
                                             {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}},
                                             {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}};
    Geometry g;
    for (const Face& face : kFaces) {
        const auto first = static_cast<std::uint16_t>(g.positions.size() / 3);
        for (const auto& [s, t] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
            for (std::size_t k = 0; k < 3; ++k) {
                const int twice = face.normal[k] + s * face.right[k] + t * face.up[k];
                g.positions.push_back(0.5F * static_cast<float>(twice) + (k == 1 ? 0.5F : 0.0F));
                g.normals.push_back(static_cast<float>(face.normal[k]));
            }
        }
        for (const int i : {0, 1, 2, 0, 2, 3}) {
            g.indices.push_back(static_cast<std::uint16_t>(first + i));
        }
    }
    return g;
}

class Scene {
  public:
    explicit Scene(std::string title) {
        json_["asset"] = {{"version", "2.0"}, {"generator", "Headroom"}};
        json_["scene"] = 0;
        json_["nodes"] = Json::array();
        json_["meshes"] = Json::array();
        json_["materials"] = Json::array();
        root_ = addNode({{"name", std::move(title)}});
        json_["scenes"] = Json::array({{{"nodes", {root_}}}});
        addGeometry();
    }

    int addGroup(const std::string& name, Json extras) {
        const int node = addNode({{"name", name}, {"extras", std::move(extras)}});
        children_[root_].push_back(node);
        return node;
    }

    /// `mesh` by kind. `facing`: South is where the front looks unturned.
    void addBox(int parent, const std::string& mesh, const Colour& colour, bool hasFront,
                const Box& box, models::Facing facing, const std::string& name, Json extras) {
        const double size[] = {box.width, box.depth, box.height, box.x, box.y, box.z};
        for (const double each : size) {
            if (!std::isfinite(each)) {
                return;
            }
        }
        if (box.width <= 0.0 || box.depth <= 0.0 || box.height <= 0.0) {
            return;
        }
        const bool turned = facing == models::Facing::East || facing == models::Facing::West;
        Json node = {
            {"name", name},
            {"mesh", meshOf(mesh, colour, hasFront)},
            {"translation", {box.x + box.width / 2, box.z, -(box.y + box.depth / 2)}},
            {"scale", {turned ? box.depth : box.width, box.height, turned ? box.width : box.depth}},
            {"extras", std::move(extras)}};
        // Quaternions (x, y, z, w) about the upward axis, of half the angle.
        constexpr double kHalf = 0.70710678118654752;
        if (facing == models::Facing::North) {
            node["rotation"] = {0, 1, 0, 0};
        } else if (turned) {
            node["rotation"] = {0, facing == models::Facing::East ? kHalf : -kHalf, 0, kHalf};
        }
        children_[parent].push_back(addNode(std::move(node)));
    }

    int root() const { return root_; }

    std::string take() {
        for (const auto& [node, children] : children_) {
            json_["nodes"][static_cast<std::size_t>(node)]["children"] = children;
        }
        if (meshes_.empty()) {  // empty lists are not allowed
            json_.erase("meshes");
            json_.erase("materials");
        }
        std::string text = jsonText(json_);
        text.resize((text.size() + 3) / 4 * 4, ' ');
        std::string glb;
        const auto put = [&](std::uint32_t number) {
            std::array<char, 4> bytes;
            std::memcpy(bytes.data(), &number, bytes.size());
            glb.append(bytes.data(), bytes.size());
        };
        put(kMagic);
        put(2);
        put(static_cast<std::uint32_t>(12 + 8 + text.size() + 8 + buffer_.size()));
        put(static_cast<std::uint32_t>(text.size()));
        put(kJsonChunk);
        glb += text;
        put(static_cast<std::uint32_t>(buffer_.size()));
        put(kBinaryChunk);
        return glb + buffer_;
    }

  private:
    int addNode(Json node) {
        json_["nodes"].push_back(std::move(node));
        return static_cast<int>(json_["nodes"].size()) - 1;
    }

    template <class T>
    void addView(const std::vector<T>& data, int target) {
        json_["bufferViews"].push_back({{"buffer", 0},
                                        {"byteOffset", buffer_.size()},
                                        {"byteLength", data.size() * sizeof(T)},
                                        {"target", target}});
        buffer_.append(reinterpret_cast<const char*>(data.data()), data.size() * sizeof(T));
        buffer_.resize((buffer_.size() + 3) / 4 * 4, '\0');
    }

    void addGeometry() {
        const Geometry g = unitBox();
        addView(g.positions, kArrayBuffer);
        addView(g.normals, kArrayBuffer);
        addView(g.indices, kElementBuffer);
        const auto vertices = g.positions.size() / 3;
        json_["accessors"] = {
            {{"bufferView", 0},
             {"componentType", kFloat},
             {"count", vertices},
             {"type", "VEC3"},
             {"min", {-0.5, 0, -0.5}},
             {"max", {0.5, 1, 0.5}}},
            {{"bufferView", 1}, {"componentType", kFloat}, {"count", vertices}, {"type", "VEC3"}}};
        constexpr std::size_t kFaceIndices = 6;
        const std::size_t all = g.indices.size();
        const auto indices = [&](std::size_t first, std::size_t count) {
            json_["accessors"].push_back({{"bufferView", 2},
                                          {"byteOffset", first * sizeof(std::uint16_t)},
                                          {"componentType", kUnsignedShort},
                                          {"count", count},
                                          {"type", "SCALAR"}});
        };
        indices(0, all);                            // accessor 2: the whole box
        indices(0, kFaceIndices);                   // 3: its front
        indices(kFaceIndices, all - kFaceIndices);  // 4: the rest
        json_["buffers"] = Json::array({{{"byteLength", buffer_.size()}}});
    }

    int material(const std::string& name, const Colour& colour) {
        Json made = {
            {"name", name},
            {"pbrMetallicRoughness",
             {{"baseColorFactor", colour}, {"metallicFactor", 0}, {"roughnessFactor", 0.9}}}};
        if (colour[3] < 1.0) {
            made["alphaMode"] = "BLEND";
        }
        json_["materials"].push_back(std::move(made));
        return static_cast<int>(json_["materials"].size()) - 1;
    }

    int meshOf(const std::string& name, const Colour& colour, bool hasFront) {
        const auto found = meshes_.find(name);
        if (found != meshes_.end()) {
            return found->second;
        }
        const auto part = [](int indices, int material) {
            return Json{{"attributes", {{"POSITION", 0}, {"NORMAL", 1}}},
                        {"indices", indices},
                        {"material", material},
                        {"mode", kTriangles}};
        };
        const int body = material(name, colour);
        Json parts = Json::array();
        if (hasFront) {
            parts = {part(3, material(name + ", front", {0.03, 0.035, 0.045, 1})), part(4, body)};
        } else {
            parts.push_back(part(2, body));
        }
        json_["meshes"].push_back({{"name", name}, {"primitives", std::move(parts)}});
        const int index = static_cast<int>(meshes_.size());
        meshes_.emplace(name, index);
        return index;
    }

    Json json_;
    std::string buffer_;
    std::map<std::string, int> meshes_;
    std::map<int, std::vector<int>> children_;
    int root_ = 0;
};

}  // namespace

std::string glbOf(const Layout& layout, const std::string& title) {
    Scene scene(title);
    constexpr models::Facing kUnturned = models::Facing::South;
    std::vector<int> halls;
    for (const HallBox& hall : layout.halls) {
        halls.push_back(scene.addGroup(hall.name, {{"id", hall.id}, {"kind", "hall"}}));
        Box floor = hall.box;
        floor.z -= kSlabM;
        floor.height = kSlabM;
        scene.addBox(halls.back(), "Hall floor", {0.80, 0.80, 0.80, 1}, false, floor, kUnturned,
                     hall.name + ", floor", {{"id", hall.id}, {"kind", "floor"}});
    }
    const auto parentOf = [&](int hall) {
        return hall < 0 || hall >= static_cast<int>(halls.size())
                   ? scene.root()
                   : halls[static_cast<std::size_t>(hall)];
    };
    for (const RackBox& rack : layout.racks) {
        const auto block = static_cast<std::size_t>(rack.block);
        const std::string& part = layout.blockRacks[block];
        scene.addBox(parentOf(rack.hall), "Rack " + part, {0.20, 0.22, 0.25, 1}, true, rack.box,
                     rack.facing, rack.name(),
                     {{"id", layout.blocks[block]},
                      {"kind", "rack"},
                      {"part", part},
                      {"row", rack.row},
                      {"position", rack.column}});
    }
    std::map<std::string, int> numbers;
    for (const EquipmentBox& each : layout.equipment) {
        const std::string kind = each.kindName();
        const int number = ++numbers[each.id + '\n' + kind];
        scene.addBox(scene.root(), kind, lookOf(each.kind).gltf, false, each.box, kUnturned,
                     each.id + ' ' + kind + ' ' + std::to_string(number),
                     {{"id", each.id}, {"kind", kind}, {"unit", number}});
    }
    for (const StructureBox& each : layout.structures) {
        const StructureLook look = lookOf(each.kind);
        Box box = each.box;
        box.height = look.isFlat ? kSlabM : box.height;
        scene.addBox(parentOf(each.hall), look.name, look.colour, false, box, kUnturned,
                     each.name.empty() ? each.id : each.name,
                     {{"id", each.id}, {"kind", look.name}});
    }
    for (const TrayBox& tray : layout.trays) {
        scene.addBox(parentOf(tray.hall), "Cable tray", {0.45, 0.47, 0.50, 1}, false, tray.box,
                     kUnturned, "Cable tray", {{"kind", "tray"}, {"cables", tray.cables}});
    }
    return scene.take();
}

}  // namespace headroom::engine
