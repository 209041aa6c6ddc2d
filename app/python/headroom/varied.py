# SPDX-License-Identifier: Apache-2.0
"""One project run many times, each time with other settings or other arguments of the run."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Union

from . import _engine

if TYPE_CHECKING:
    from ._engine import Progress, Project, Time

    Vary = Union[Mapping[str, Sequence[Any]], Sequence[Mapping[str, Any]]]

_ARGUMENTS = ("until", "seed", "step", "steps", "threads", "weather", "trace", "trace_from", "trace_map", "guests")


def _rows(vary: Vary) -> List[Dict[str, Any]]:
    """Settings of each run: all combinations of a mapping, the last key fastest, or the mappings themselves."""
    if not isinstance(vary, Mapping):
        if isinstance(vary, (str, bytes)) or not hasattr(vary, "__iter__"):
            raise TypeError("vary: state a mapping of keys to lists of values, or a list of mappings")
        listed = list(vary)
        for number, row in enumerate(listed, 1):
            if not isinstance(row, Mapping):
                raise TypeError(f"vary: row {number} of the list is not a mapping of keys to values")
        rows = [dict(row) for row in listed]
        if any(row.keys() != rows[0].keys() for row in rows):
            raise ValueError("vary: each mapping of the list needs the same keys")
    else:
        for key, values in vary.items():
            if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
                raise TypeError(f"vary: {key} needs a list of values")
        rows = [dict(zip(vary, values)) for values in itertools.product(*vary.values())]
    if not rows or not rows[0]:
        raise ValueError("vary: name at least one key with one value")
    for key in rows[0]:
        if "." not in key and key not in _ARGUMENTS:
            raise ValueError(f"vary: {key} is neither OBJECT.KEY of the project nor one of {', '.join(_ARGUMENTS)}")
    return rows


def _figures(summary: Mapping[str, Any], names: Optional[Sequence[str]]) -> Dict[str, Any]:
    """Figures of a summary by name: "pue", "cost.total_usd"; without names the numbers at its top."""
    if names is None:
        return {key: value for key, value in summary.items()
                if isinstance(value, (int, float)) and key not in ("seed", "wall_s") or key == "state_hash"}
    found = {}
    for name in names:
        value: Any = summary
        for part in name.split("."):
            if not isinstance(value, Mapping) or part not in value:
                raise KeyError(f"the summary has no figure {name}")
            value = value[part]
        found[name] = value
    return found


def runs(project: Project, vary: Vary, until: Time = "24h", figures: Optional[Sequence[str]] = None,
         progress: Optional[Progress] = None, **arguments: Any) -> Dict[str, List[Any]]:
    """Runs a project once for each combination of values, and returns a table: a dict of columns, a row for each run.

    `vary` names what differs: OBJECT.KEY of the project ("warm.supply_setpoint_c") or an argument of Project.run() (until, seed,
    step, weather, trace, ...), each with its values. A list of mappings names the rows themselves. Other arguments are those of
    Project.run(), equal for all.

    The columns are the keys of `vary`, then figures of the summary in the unit that their name ends with. `figures` picks them, as
    "pue" or "cost.total_usd". pandas.DataFrame(headroom.runs(...)) is the table. progress(done, due) is called after each run. The
    project itself does not change.
    """
    if not isinstance(project, _engine.Project):
        raise TypeError("runs() needs a Project: headroom.open(\"FILE\") opens one")
    rows = _rows(vary)
    common = {key for key in arguments if key not in _ARGUMENTS and key != "out"}
    if common:
        raise TypeError(f"runs() has no argument {', '.join(sorted(common))}")
    if "out" in arguments:
        raise TypeError("runs() records nothing: run one project with out= instead")
    table: Dict[str, List[Any]] = {}
    for number, row in enumerate(rows):
        copy = _engine.loads(project.text, project.file)
        settings = {key: value for key, value in row.items() if "." in key}
        if settings:
            copy.set(settings)
        options: Dict[str, Any] = {"until": until, **arguments, **{key: value for key, value in row.items() if "." not in key}}
        summary = copy.run(keep=(), **options).summary()
        for key, value in {**row, **_figures(summary, figures)}.items():
            table.setdefault(key, [None] * number).append(value)
        for column in table.values():
            if len(column) == number:  # a figure that this run lacks
                column.append(None)
        if progress is not None:
            progress(number + 1, len(rows))
    return table
