# Defences that every program, library and the Python module carry. Cost: at most 2 % of `bench day`; 1.1 % of its samples were
# in their instructions in November 2026 (tests/package/hardening_cost.py BUILD measures it again).
# tests/package/hardening.py (tst_hardening) reads them back from the binaries.
#
#   _FORTIFY_SOURCE=2          the C library checks the size of a buffer where the compiler knows it
#   stack protector (strong)   a function that overruns its array ends the program before it returns
#   stack clash protection     a large frame touches every page, so it cannot jump over the guard page
#   cf-protection (CET)        x86-64 checks the targets of indirect jumps and returns, where the processor can
#   relro, now                 tables of addresses are read-only before main() starts
#   noexecstack, PIE           no code on the stack; every program has a random address
#
# A build with sanitizers has checks of its own, and they do not work together with _FORTIFY_SOURCE.
include(CheckCXXCompilerFlag)
include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)
add_link_options(LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)

if(NOT HEADROOM_SANITIZE AND NOT HEADROOM_FUZZ)
  # The C library checks calls only in optimised code, and warns about any other.
  add_compile_options("$<$<NOT:$<CONFIG:Debug>>:SHELL:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2>")
  foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection=full)
    string(MAKE_C_IDENTIFIER "HEADROOM_HAS${flag}" known)
    check_cxx_compiler_flag(${flag} ${known})
    if(${known})
      add_compile_options(${flag})
    endif()
  endforeach()
endif()
