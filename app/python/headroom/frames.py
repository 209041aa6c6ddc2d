# SPDX-License-Identifier: Apache-2.0
"""Runs and recordings as data frames of pandas, where that is installed."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

from . import _engine

if TYPE_CHECKING:
    from ._engine import Recording, Run


def dataframe(source: Union[Run, Recording], channels: Optional[Sequence[str]] = None) -> Any:
    """Channels of a Run or a Recording as a pandas.DataFrame.

    One column a channel, in the unit that its name ends with; the index is local standard time. Without `channels`:
    of a run those whose past is kept, of a recording those of the facility.
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
    start = pandas.Timestamp(source.start)
    return pandas.DataFrame(columns, index=start + pandas.to_timedelta(times, unit="s"))
