# SPDX-License-Identifier: Apache-2.0
"""A run as an environment in which a controller is trained, with the calls of Gymnasium and none of its packages.

reset(seed) -> (observation, info); step(action) -> (observation, reward, terminated, truncated, info). Actions and
observations are plain arrays of float64 in the units of their names.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple, Union

if TYPE_CHECKING:
    from ._engine import Path, Project, Run, Time, Values


class Box:
    """A space of numbers: `names` and `units` say what each is, `low` and `high` bound it."""

    def __init__(self, names: Iterable[str], units: Iterable[str], low: Sequence[float], high: Sequence[float]) -> None:
        import numpy

        self.names, self.units = tuple(names), tuple(units)
        self.low = numpy.array(low, dtype=numpy.float64)
        self.high = numpy.array(high, dtype=numpy.float64)
        self.shape, self.dtype = self.low.shape, self.low.dtype
        self._random = numpy.random.default_rng()

    def seed(self, seed: Optional[int] = None) -> None:
        """Of sample()."""
        import numpy

        self._random = numpy.random.default_rng(seed)

    def sample(self) -> Values:
        """A point of the space at random; a number without bounds is normally distributed."""
        import numpy

        inside = numpy.isfinite(self.low) & numpy.isfinite(self.high)
        low, high = numpy.where(inside, self.low, 0.0), numpy.where(inside, self.high, 1.0)
        point: Values = numpy.where(inside, self._random.uniform(low, high), self._random.normal(size=self.shape))
        return point

    def contains(self, x: Any) -> bool:
        """Whether x is a point of the space; NaN never is."""
        import numpy

        point = numpy.asarray(x, dtype=numpy.float64)
        return point.shape == self.shape and bool(numpy.all((point >= self.low) & (point <= self.high)))


class Setting:
    """An action: the value of one attribute, "warm.supply_setpoint_c", between bounds in the unit of its key."""

    def __init__(self, path: str, low: float, high: float) -> None:
        if not low < high:
            raise ValueError(f"{path}: low {low} is not below high {high}")
        self.path, self.low, self.high = path, float(low), float(high)
        self.name, self.unit = path, ""
        self._now: Any = None
        self._last: Any = None

    def begin(self, project: Project) -> None:
        """What is wrong with the path or the bounds shows here, before anything runs."""
        about = project.attribute(self.path)
        if self.low < about["minimum"] or self.high > about["maximum"]:
            raise ValueError(f"{self.path}: {self.low} to {self.high} {about['unit']} is not within "
                             f"{about['minimum']} to {about['maximum']} {about['unit']}")
        self.unit = about["unit"]
        self._now = project.get(self.path)

    def reset(self) -> None:
        """An episode begins with the value of the project."""
        self._last = self._now

    def act(self, run: Run, value: float) -> Dict[str, Any]:
        """An edit compiles the design anew: only what moved is one."""
        if value != self._last:
            self._last = value
            return {self.path: value}
        return {}


class Choice:
    """An action: one of several orders, by its number; "" is to do nothing.

    Choice("shed", ["", "hold job 3", "release job 3", "preempt job 4"])
    """

    def __init__(self, name: str, orders: Iterable[str]) -> None:
        self.name, self.unit, self.orders = name, "", list(orders)
        self.low, self.high = 0.0, float(len(self.orders) - 1)

    def begin(self, project: Project) -> None:
        """Rejects a choice without an alternative."""
        if len(self.orders) < 2:
            raise ValueError(f"{self.name}: a choice has two orders or more")

    def reset(self) -> None:
        """A choice keeps nothing between episodes."""

    def act(self, run: Run, value: float) -> Dict[str, Any]:
        """Gives the order of that number."""
        order = self.orders[int(round(value))]
        if order:
            run.order(order)
        return {}


Action = Union[Setting, Choice]


class Environment:
    """A project under the hands of a controller.

    project       a headroom.Project, or a path
    actions       Setting and Choice objects: the columns of an action
    observations  channels of a run: the columns of an observation
    reward        function of (run, info) -> number, after each step
    step          simulated time between two actions
    episode       simulated time after which an episode is truncated
    threads       as of Project.start()
    """

    def __init__(self, project: Union[Project, Path], actions: Iterable[Action], observations: Iterable[str],
                 reward: Callable[[Run, Dict[str, Any]], float], step: Time = "5min", episode: Time = "24h",
                 threads: int = 1) -> None:
        from . import _engine

        self.project: Project = project if isinstance(project, _engine.Project) else _engine.open(project)
        self.actions: List[Action] = list(actions)
        self.observations, self.reward = list(observations), reward
        self._step, self._episode = step, episode
        self._threads = threads
        for action in self.actions:
            action.begin(self.project)
        self.action_space = Box([a.name for a in self.actions], [a.unit for a in self.actions],
                                [a.low for a in self.actions], [a.high for a in self.actions])
        self._fresh = self._start(None)
        self._seed = self._fresh.seed
        channels = self._fresh.channels
        for name in self.observations:
            self._fresh[name]  # names that are no channel are found here
        wide = [math.inf] * len(self.observations)
        self.observation_space = Box(self.observations, [channels[n]["unit"] for n in self.observations],
                                     [-w for w in wide], wide)
        self._step_s = _seconds(step)
        self._episode_s = _seconds(episode)
        self.run: Optional[Run] = None

    def _start(self, seed: Optional[int]) -> Run:
        return self.project.start(seed=seed, threads=self._threads, keep=[])

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Values, Dict[str, Any]]:
        """A run from its beginning; of another seed where one is given, else that of the last reset."""
        if seed is not None and seed != self._seed:
            self._fresh, self._seed = self._start(seed), seed
        self.run = self._fresh.branch()
        for action in self.actions:
            action.reset()
        return self.run.values(self.observations), self._info(self.run)

    def _info(self, run: Run) -> Dict[str, Any]:
        return {"time_s": run.time_s, "seed": self._seed}

    def step(self, action: Sequence[float]) -> Tuple[Values, float, bool, bool, Dict[str, Any]]:
        """Acts, and runs on for one step of the environment. An action outside the space raises ValueError."""
        if self.run is None:
            raise RuntimeError("reset() comes before the first step()")
        if not self.action_space.contains(action):
            raise ValueError(f"the action {list(action)} is outside {list(self.action_space.low)} to "
                             f"{list(self.action_space.high)}")
        settings: Dict[str, Any] = {}
        for part, value in zip(self.actions, action):
            settings.update(part.act(self.run, float(value)))
        if settings:
            self.run.set(settings)
        self.run.run(until=self.run.time_s + self._step_s)
        info = self._info(self.run)
        info["events"] = self.run.events()
        reward = float(self.reward(self.run, info))
        truncated = self.run.time_s >= self._episode_s - 1e-6
        return self.run.values(self.observations), reward, False, truncated, info

    def close(self) -> None:
        """Nothing is left open; here for those who call it."""
        self.run = None

    def gymnasium(self) -> Any:
        """This environment as a gymnasium.Env, for wrappers and for libraries of controllers. ImportError without Gymnasium."""
        from .gymnasium_adapter import adapted

        return adapted(self)


def _seconds(time: Time) -> float:
    from . import _engine

    return _engine.seconds(time)
