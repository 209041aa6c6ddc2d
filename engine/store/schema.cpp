// SPDX-License-Identifier: Apache-2.0
#include "engine/store/schema.h"

namespace headroom::engine {

const char* const kRecordingSchema = R"sql(
-- Facts of the run: project_name, project_text, start_local, seed, step_s, version, catalogue (fingerprint).
-- A run whose design was edited in its course has from_s, follows (file name) and edits.
-- A branch has parent (file name), branch_at_s, branch_name, branch_colour and branch_changes.
-- Options are coupling, steps, trace_offset_s, weather_input and trace_input (paths in `input`).
-- A run that has finished has summary (JSON).
CREATE TABLE run (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- Racks in the order of the values of rack_field.
CREATE TABLE rack (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL
);

-- Columns of the run. Values are held in SI (degrees Celsius, USD): shown value = value / to_si.
CREATE TABLE channel (
    id     INTEGER PRIMARY KEY,
    name   TEXT NOT NULL UNIQUE,   -- hall/hall-a/it_power_kw
    object TEXT NOT NULL,          -- hall-a; empty: the facility
    label  TEXT NOT NULL,          -- IT power
    unit   TEXT NOT NULL,          -- kW
    to_si  REAL NOT NULL,          -- 1000
    why    TEXT NOT NULL           -- equation or meter boundary
);

-- Times of a block of samples, common to all channels: t0_s + i * dt_s for i in 0 .. count - 1, or,
-- where the steps were not regular, count little-endian doubles in `times`.
CREATE TABLE block (
    id    INTEGER PRIMARY KEY,
    t0_s  REAL NOT NULL,
    dt_s  REAL NOT NULL,
    count INTEGER NOT NULL,
    times BLOB
);

-- The values of one channel in one block: `count` floats, packed as `codec` says. Not WITHOUT ROWID:
-- there each value of more than 2 kB would take a page of its own.
CREATE TABLE chunk (
    block   INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    codec   INTEGER NOT NULL,
    data    BLOB NOT NULL,
    PRIMARY KEY (block, channel)
);

-- What the snapshots of rack_field hold.
CREATE TABLE rack_quantity (
    id    INTEGER PRIMARY KEY,
    key   TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    unit  TEXT NOT NULL,
    to_si REAL NOT NULL,
    why   TEXT NOT NULL
);

-- One float per rack at an instant.
CREATE TABLE rack_field (
    quantity INTEGER NOT NULL,
    time_s   REAL NOT NULL,
    codec    INTEGER NOT NULL,
    data     BLOB NOT NULL,
    PRIMARY KEY (quantity, time_s)
);

CREATE TABLE event (
    id      INTEGER PRIMARY KEY,
    time_s  REAL NOT NULL,
    kind    TEXT NOT NULL,
    subject TEXT NOT NULL,
    text    TEXT NOT NULL,
    cause   INTEGER,               -- id of the event that led to it
    rack    INTEGER,               -- id of the rack where it happened
    job     INTEGER,               -- id of the job concerned
    fault   INTEGER,               -- number of the fault that it tells of
    area    TEXT NOT NULL          -- Power, Cooling, Network, Servers, Jobs, …
);

-- Numbers within the text of an event, for readers who chose other units. Place and length are in bytes. The length
-- includes the unit if has_unit is 1. The value is in the unit of its row.
CREATE TABLE event_quantity (
    event    INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    length   INTEGER NOT NULL,
    value    REAL NOT NULL,
    unit     TEXT NOT NULL,
    has_unit INTEGER NOT NULL,
    PRIMARY KEY (event, at)
) WITHOUT ROWID;

-- What was lost, each once, to the event that caused it, in the order in which it was known.
CREATE TABLE loss (
    event         INTEGER,         -- null: nobody told of it
    job           INTEGER,         -- null: capacity, which no job lost
    kind          TEXT NOT NULL,
    from_s        REAL NOT NULL,
    to_s          REAL NOT NULL,
    accelerator_s REAL NOT NULL,
    tokens        REAL NOT NULL,
    energy_j      REAL NOT NULL,
    usd           REAL NOT NULL
);

-- Every job that was submitted.
CREATE TABLE jobs (
    id           INTEGER PRIMARY KEY,
    name         TEXT NOT NULL,
    tenant       TEXT NOT NULL,    -- empty: none stated
    accelerator  TEXT NOT NULL,    -- catalogue id
    accelerators INTEGER NOT NULL, -- that it asked for
    submit_s     REAL NOT NULL
);

-- A job in one state without a break, in the order in which they ended.
CREATE TABLE job_spans (
    job          INTEGER NOT NULL,
    state        TEXT NOT NULL,    -- Queued, Starting, Running
    from_s       REAL NOT NULL,
    to_s         REAL,             -- null: went on at the end of the run
    accelerators INTEGER NOT NULL,
    rack         INTEGER,          -- id of the first rack that it stood on
    ended_by     INTEGER           -- id of the event that ended it
);

-- Files that the run was made from, as they were: paths as the project names them.
CREATE TABLE input (
    path   TEXT PRIMARY KEY,
    origin TEXT NOT NULL,          -- where it was read
    size   INTEGER NOT NULL,
    codec  INTEGER NOT NULL,
    data   BLOB                    -- null: too large to be kept, only its origin has it
);

-- What people did while it ran, in order: each between the step that ended at time_s and the next.
CREATE TABLE command (
    id     INTEGER PRIMARY KEY,
    time_s REAL NOT NULL,
    kind   TEXT NOT NULL,          -- plant, job, design, air
    data   TEXT NOT NULL           -- JSON
);

-- Branches that were made of this run.
CREATE TABLE branch (
    file    TEXT PRIMARY KEY,      -- name of the recording
    name    TEXT NOT NULL,
    colour  TEXT NOT NULL,
    at_s    REAL NOT NULL,
    changes TEXT NOT NULL
);

-- The whole state of the simulation, to continue from.
CREATE TABLE keyframe (
    time_s REAL PRIMARY KEY,
    codec  INTEGER NOT NULL,
    size   INTEGER NOT NULL,       -- bytes before packing
    data   BLOB NOT NULL
);
)sql";

}  // namespace headroom::engine
