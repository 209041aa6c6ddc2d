# SPDX-License-Identifier: Apache-2.0
"""Runs and recordings as data frames of pandas, where that is installed."""

from __future__ import annotations

import datetime
import importlib
from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

from . import _engine

if TYPE_CHECKING:
    from ._engine import Recording, Run

Zone = Union[None, str, datetime.tzinfo]


def site_zone(source: Union[Run, Recording]) -> datetime.timezone:
    """Standard time of the site, the clock of a run: an offset from UTC, without daylight saving."""
    return datetime.timezone(datetime.timedelta(seconds=source.utc_offset_s))


def dataframe(source: Union[Run, Recording], channels: Optional[Sequence[str]] = None, tz: Zone = "site") -> Any:
    """Channels of a Run or a Recording as a pandas.DataFrame.

    One column a channel, in the unit that its name ends with. Without `channels`: of a run those whose past is kept, of a
    recording those of the facility.

    `tz` is the time zone of the index: "site", standard time of the site with its offset (-05:00); "UTC" or any zone that pandas
    takes ("America/New_York", with daylight saving); None, standard time of the site without a zone.
    """
    pandas = importlib.import_module("pandas")

    times: Any = []
    columns = {}
    if isinstance(source, _engine.Run):
        times = source.times
        for name in source.kept if channels is None else channels:
            columns[name] = source.channel(name)
    else:
        if channels is None:
            channels = [name for name in source.channels if name.startswith("facility/")]
        for name in channels:
            times, columns[name] = source.series(name)
    index = pandas.Timestamp(source.start) + pandas.to_timedelta(times, unit="s")
    if tz is not None:
        index = index.tz_localize(site_zone(source))
        if tz != "site":
            index = index.tz_convert(tz)
    return pandas.DataFrame(columns, index=index)
