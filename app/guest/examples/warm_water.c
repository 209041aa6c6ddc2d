// SPDX-License-Identifier: Apache-2.0
/*
 * A plug-in of Headroom in a hundred lines: it warms the water of the direct-liquid row as far as the hottest chip allows,
 * since warmer water needs less fan, and lets short jobs pass long ones. Build it with
 *
 *   cc -shared -fPIC -I /usr/share/headroom/plugin warm_water.c -o warm_water.so
 *
 * and join it to a run with warm_water.json: headroom-cli run HALL --guest warm_water.json
 */
#include "headroom_plugin.h"

#include <stdlib.h>

/* What it sees and sets: the file that joins it says which channels and numbers of a project these are. */
static const HeadroomVariable inputs[] = {
    {"hottest_chip", "degC"},
    {"wet_bulb", "degC"},
};
static const HeadroomVariable outputs[] = {
    {"water", "degC"},
};

/* The plug-in's own state: the set-point that it has reached. */
typedef struct WarmWater {
    double water_c;
} WarmWater;

static void* create(void) {
    WarmWater* self = malloc(sizeof(WarmWater));
    if (self != NULL) {
        self->water_c = 28.0;
    }
    return self;
}

static void destroy(void* self) {
    free(self);
}

/* An integrator: up by a quarter of the margin to 75 degC, 0.5 K at most at a time; never closer to the wet bulb than 4 K. */
static int control(void* state, double time_s, const double* in, double* out) {
    WarmWater* self = state;
    const double chip_c = in[0], wet_bulb_c = in[1];
    double change = 0.25 * (75.0 - chip_c);
    (void)time_s;
    change = change > 0.5 ? 0.5 : change < -2.0 ? -2.0 : change;
    self->water_c += change;
    if (self->water_c < wet_bulb_c + 4.0) {
        self->water_c = wet_bulb_c + 4.0;
    }
    if (self->water_c > 40.0) {
        self->water_c = 40.0;
    }
    out[0] = self->water_c;
    return 0;
}

/* Holds a waiting job of more than 64 accelerators while a smaller one waits, and lets it go when none does. */
static int schedule(void* state, double time_s, uint32_t count, const HeadroomJob* jobs, uint8_t* actions) {
    uint32_t i, small = 0;
    (void)state;
    (void)time_s;
    for (i = 0; i < count; ++i) {
        if (jobs[i].state == HEADROOM_JOB_QUEUED && jobs[i].accelerators <= 64) {
            ++small;
        }
    }
    for (i = 0; i < count; ++i) {
        if (jobs[i].state != HEADROOM_JOB_QUEUED || jobs[i].accelerators <= 64) {
            continue;
        }
        if (small > 0 && !jobs[i].held) {
            actions[i] = HEADROOM_HOLD;
        } else if (small == 0 && jobs[i].held) {
            actions[i] = HEADROOM_RELEASE;
        }
    }
    return 0;
}

static const HeadroomPlugin plugin = {
    .version = HEADROOM_PLUGIN_VERSION,
    .name = "warm water",
    .input_count = sizeof inputs / sizeof inputs[0],
    .inputs = inputs,
    .output_count = sizeof outputs / sizeof outputs[0],
    .outputs = outputs,
    .create = create,
    .destroy = destroy,
    .control = control,
    .schedule = schedule,
};

__attribute__((visibility("default"))) const HeadroomPlugin* headroom_plugin(void) {
    return &plugin;
}
