# SPDX-License-Identifier: Apache-2.0
# What ./packaging/run and ./packaging/test share. Sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/release

# What compiles: clang of Debian 12, in three quarters of the time of g++ 12 and to the same bytes of State. Where it cannot be
# had g++ of packages.txt serves, and where CXX names a compiler, that.
clang=19

say() { printf '%s\n' "$*" >&2; }

die() {
    printf '%s: %s\n' "$(basename "$0")" "$1" >&2
    exit "${2:-1}"
}

# stage NAME COMMAND…: runs the command and says how long it took.
stage() {
    local name=$1 start=$SECONDS
    shift
    say "-- $name"
    "$@" || die "$name failed (exit $?)"
    say "-- $name: $((SECONDS - start)) s"
}

packages() { sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$root/packaging/packages.txt"; }

missing_packages() {
    local name
    local -A installed=()
    while read -r state name; do
        [[ $state == ii ]] && installed[$name]=1
    done < <(packages | xargs dpkg-query -W -f='${db:Status-Abbrev} ${Package}\n' 2>/dev/null)
    while read -r name; do
        [[ -n ${installed[$name]:-} ]] || printf '%s\n' "$name"
    done < <(packages)
}

install_missing() {
    command -v dpkg-query >/dev/null ||
        die "this is not a Debian system; install what packaging/packages.txt names by other means"
    local missing
    missing=$(missing_packages)
    if [[ -n $missing ]]; then
        say "missing packages:" $missing
        # shellcheck disable=SC2086
        install $missing
    fi
    install_clang
}

install_clang() {
    if [[ -n ${CXX:-} ]] || { has_clang && has_lld; } || ! apt-cache show "clang-$clang" >/dev/null 2>&1; then
        return 0
    fi
    if [[ $(id -u) == 0 ]] || command -v sudo >/dev/null; then
        (install "clang-$clang" "lld-$clang") ||
            say "clang-$clang and its lld could not be installed: what there is compiles and links, longer"
    fi
}

has_clang() { command -v "clang++-$clang" >/dev/null; }
has_lld() { command -v "ld.lld-$clang" >/dev/null; }

# choose_compiler: paths of the compilers in cc and cxx.
choose_compiler() {
    cc=${CC:-} cxx=${CXX:-}
    if [[ -z $cxx ]] && has_clang; then
        cc=clang-$clang cxx=clang++-$clang
    fi
    cc=$(command -v "${cc:-cc}") || die "there is no C compiler ${cc:-cc}"
    cxx=$(command -v "${cxx:-g++}") || die "there is no C++ compiler ${cxx:-g++}"
}

# install NAME…: these packages, now.
install() {
    local as_root=()
    if [[ $(id -u) != 0 ]]; then
        command -v sudo >/dev/null || die "packages are missing, and this is neither root nor is \
there sudo. As root: apt-get update && apt-get install --no-install-recommends $*"
        as_root=(sudo)
    fi
    if [[ -z ${lists_read:-} ]]; then
        stage "package lists" "${as_root[@]}" apt-get update -q
        lists_read=1
    fi
    # DPKG_FORCE passes through sudo: .ci/run sets it.
    stage "packages" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive DPKG_FORCE="${DPKG_FORCE:-}" \
        apt-get install -y -q --no-install-recommends "$@"
}

# Both scripts build the same tree, so that what one compiled the other need not. Warnings are errors with clang
# and with g++ 12, as of Debian 12; other compilers know other warnings.
configure() {
    local werror=OFF
    choose_compiler
    case $("$cxx" --version) in
        *"clang version $clang"* | *"g++"*" 12."*) werror=ON ;;
    esac
    if [[ -f $build/build.ninja ]] &&
        grep -q "^CMAKE_CXX_COMPILER:[A-Z]*=$cxx\$" "$build/CMakeCache.txt" &&
        grep -q "^HEADROOM_WERROR:[A-Z]*=$werror\$" "$build/CMakeCache.txt" &&
        grep -q '^HEADROOM_UI:[A-Z]*=ON$' "$build/CMakeCache.txt" &&
        grep -qF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
        return 0 # ninja itself configures again when a CMake file changed
    fi
    (cd "$root" && stage "configure" \
        cmake --preset release --fresh -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" \
        -DHEADROOM_UI=ON -DHEADROOM_WERROR=$werror >&2)
}

# compile [TARGET…]: without targets everything, tests with it.
compile() {
    local quiet=()
    [[ -t 2 ]] || quiet=(--quiet) # ninja's one moving line is for terminals
    stage "build" ninja -C "$build" "${quiet[@]}" "$@" >&2
}
