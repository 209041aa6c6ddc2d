#include "engine/fleet/fleet_question.cpp"
