# SPDX-License-Identifier: Apache-2.0
"""Runs and recordings as data frames of pandas, where that is installed."""


def dataframe(source, channels=None):
    """Channels of a Run or a Recording as a pandas.DataFrame.

    One column a channel, in the unit that its name ends with; the index is local standard time. Without `channels`:
    of a run those whose past is kept, of a recording those of the facility.
    """
    import pandas

    if hasattr(source, "kept"):
        names = source.kept if channels is None else channels
        times = source.times
        columns = {name: source.channel(name) for name in names}
    else:
        if channels is None:
            channels = [name for name in source.channels if name.startswith("facility/")]
        columns, times = {}, []
        for name in channels:
            times, columns[name] = source.series(name)
    start = pandas.Timestamp(source.start)
    return pandas.DataFrame(columns, index=start + pandas.to_timedelta(times, unit="s"))
