// SPDX-License-Identifier: Apache-2.0
#ifndef HEADROOM_PLUGIN_H
#define HEADROOM_PLUGIN_H

#include <stdint.h>

/*
 * Plug-ins of Headroom: a shared library that takes part in a run. It exports one function, headroom_plugin(), and is
 * called in a process of its own, between two steps of the run, from one thread. See resources/help/plugins.md.
 *
 * Nothing of it is called again after a call that does not return 0.
 */

#ifdef __cplusplus
extern "C" {
#endif

/* A plug-in of another version is refused. */
#define HEADROOM_PLUGIN_VERSION 2

/* A number that goes in or out. The unit is converted to and from that of the channel or attribute that the file of the
 * guest joins it to: "kW", "W", "degC", "K", "%", "1", "kg/s", "L/s", "Pa", ... */
typedef struct HeadroomVariable {
    const char* name;
    const char* unit;
} HeadroomVariable;

typedef enum HeadroomJobState {
    HEADROOM_JOB_QUEUED = 0,
    HEADROOM_JOB_STARTING = 1,
    HEADROOM_JOB_RUNNING = 2
} HeadroomJobState;

/* A job that waits or holds accelerators. */
typedef struct HeadroomJob {
    int64_t id;
    int32_t state;        /* HeadroomJobState */
    int32_t accelerators; /* that it asks for */
    int32_t priority;
    int32_t held;      /* 1: passed over until it is released */
    double submit_s;   /* after the start of the run */
    double progress;   /* 0..1 */
    double queued_s;   /* all its waiting so far */
    double deadline_s; /* negative: none */
    const char* name;
    const char* tenant;
    const char* accelerator;
} HeadroomJob;

/* What is done about a job. An action that does not fit its state is an event of the run that says so. */
typedef enum HeadroomAction {
    HEADROOM_LEAVE = 0,
    HEADROOM_HOLD = 1,
    HEADROOM_RELEASE = 2,
    HEADROOM_PREEMPT = 3
} HeadroomAction;

/* A place where jobs run. The first of a list is the facility itself. */
typedef struct HeadroomSite {
    const char* id;
    const char* name;
    int32_t accelerators; /* that may be held at once */
    int32_t free;         /* of them, now; of the facility those of all pools */
    double usd_per_h;     /* of one accelerator while it is held */
    double usd_per_kwh;   /* of energy; 0 where the rent holds it */
    double kg_per_kwh;    /* carbon */
    double pue;
    double gbyte_per_s; /* of its line to the facility; 0: there is none, and of the facility */
} HeadroomSite;

/* Why a job cannot go to a place, the first that holds. */
typedef enum HeadroomQuoteFault {
    HEADROOM_QUOTE_POSSIBLE = 0,
    HEADROOM_QUOTE_TOO_SMALL = 1,
    HEADROOM_QUOTE_CANNOT_RUN = 2,
    HEADROOM_QUOTE_NO_LINE = 3,
    HEADROOM_QUOTE_OVER_SPEND = 4,
    HEADROOM_QUOTE_OVER_BUDGET = 5,
    HEADROOM_QUOTE_LATE = 6,
    HEADROOM_QUOTE_CANNOT_HOLD = 7 /* spot servers are taken back before any work is kept */
} HeadroomQuoteFault;

/* What a job would come to at a place, by the models of Headroom. Infinite where nobody can foresee it. */
typedef struct HeadroomQuote {
    int32_t fault;   /* HeadroomQuoteFault */
    double starts_s; /* from now: its turn, its data and the servers are there */
    double ends_s;
    double usd; /* rent, energy and egress to its end */
    double carbon_kg;
} HeadroomQuote;

/* A choice of a broker: where it waits. Others are numbers of sites. */
#define HEADROOM_STAY 0

typedef struct HeadroomPlugin {
    uint32_t version; /* HEADROOM_PLUGIN_VERSION */
    const char* name;
    uint32_t input_count;
    const HeadroomVariable* inputs;
    uint32_t output_count;
    const HeadroomVariable* outputs;

    /* The plug-in's own state; NULL is an error. `destroy` may be NULL. */
    void* (*create)(void);
    void (*destroy)(void* self);

    /* A control: outputs from inputs at a time, seconds after the start. NULL: it has none. Not 0: it cannot go on. */
    int (*control)(void* self, double time_s, const double* inputs, double* outputs);

    /* A scheduler over that of the project: `actions` has HEADROOM_LEAVE for each job. NULL: it is none. */
    int (*schedule)(void* self, double time_s, uint32_t count, const HeadroomJob* jobs,
                    uint8_t* actions);

    /* A broker: where each job runs that waits and may leave. `quotes` has one for each job and site, those of the first
     * job first; `choices` has HEADROOM_STAY for each. A job goes once: it is not moved while it runs. NULL: it is none. */
    int (*broker)(void* self, double time_s, uint32_t site_count, const HeadroomSite* sites,
                  uint32_t job_count, const HeadroomJob* jobs, const HeadroomQuote* quotes,
                  int32_t* choices);
} HeadroomPlugin;

/* The one function that a plug-in exports; what it answers with stays. */
const HeadroomPlugin* headroom_plugin(void);

#ifdef __cplusplus
}
#endif

#endif
