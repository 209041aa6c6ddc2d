#include "app/cli/cost.cpp"
#include "app/cli/planning.cpp"
