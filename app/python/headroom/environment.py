# SPDX-License-Identifier: Apache-2.0
"""A run as an environment in which a controller is trained, with the calls of Gymnasium and none of its packages.

reset(seed) -> (observation, info); step(action) -> (observation, reward, terminated, truncated, info). Actions and
observations are plain arrays of float64 in the units of their names.
"""
import math


class Box:
    """A space of numbers: `names` and `units` say what each is, `low` and `high` bound it."""

    def __init__(self, names, units, low, high):
        import numpy

        self.names, self.units = tuple(names), tuple(units)
        self.low = numpy.array(low, dtype=numpy.float64)
        self.high = numpy.array(high, dtype=numpy.float64)
        self.shape, self.dtype = self.low.shape, self.low.dtype
        self._random = numpy.random.default_rng()

    def seed(self, seed=None):
        """Of sample()."""
        import numpy

        self._random = numpy.random.default_rng(seed)

    def sample(self):
        """A point of the space at random; a number without bounds is normally distributed."""
        import numpy

        inside = numpy.isfinite(self.low) & numpy.isfinite(self.high)
        low, high = numpy.where(inside, self.low, 0.0), numpy.where(inside, self.high, 1.0)
        return numpy.where(inside, self._random.uniform(low, high), self._random.normal(size=self.shape))

    def contains(self, x):
        """Whether x is a point of the space; NaN never is."""
        import numpy

        x = numpy.asarray(x, dtype=numpy.float64)
        return x.shape == self.shape and bool(numpy.all((x >= self.low) & (x <= self.high)))


class Setting:
    """An action: the value of one attribute, "warm.supply_setpoint_c", between bounds in the unit of its key."""

    def __init__(self, path, low, high):
        if not low < high:
            raise ValueError(f"{path}: low {low} is not below high {high}")
        self.path, self.low, self.high = path, float(low), float(high)
        self._now = None

    def begin(self, project):
        """What is wrong with the path or the bounds shows here, before anything runs."""
        about = project.attribute(self.path)
        if self.low < about["minimum"] or self.high > about["maximum"]:
            raise ValueError(f"{self.path}: {self.low} to {self.high} {about['unit']} is not within "
                             f"{about['minimum']} to {about['maximum']} {about['unit']}")
        self.name, self.unit = self.path, about["unit"]
        self._now = project.get(self.path)

    def reset(self):
        self._last = self._now

    def act(self, run, value):
        """An edit compiles the design anew: only what moved is one."""
        if value != self._last:
            self._last = value
            return {self.path: value}
        return {}


class Choice:
    """An action: one of several orders, by its number; "" is to do nothing.

    Choice("shed", ["", "hold job 3", "release job 3", "preempt job 4"])
    """

    def __init__(self, name, orders):
        self.name, self.unit, self.orders = name, "", list(orders)
        self.low, self.high = 0.0, float(len(self.orders) - 1)

    def begin(self, project):
        if len(self.orders) < 2:
            raise ValueError(f"{self.name}: a choice has two orders or more")

    def reset(self):
        pass

    def act(self, run, value):
        order = self.orders[int(round(value))]
        if order:
            run.order(order)
        return {}


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

    def __init__(self, project, actions, observations, reward, step="5min", episode="24h", threads=1):
        from . import _engine

        self.project = project if hasattr(project, "start") else _engine.open(project)
        self.actions, self.observations, self.reward = list(actions), list(observations), reward
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
        self.run = None

    def _start(self, seed):
        return self.project.start(seed=seed, threads=self._threads, keep=[])

    def reset(self, seed=None, options=None):
        """A run from its beginning; of another seed where one is given, else that of the last reset."""
        if seed is not None and seed != self._seed:
            self._fresh, self._seed = self._start(seed), seed
        self.run = self._fresh.branch()
        for action in self.actions:
            action.reset()
        return self.run.values(self.observations), self._info()

    def _info(self):
        return {"time_s": self.run.time_s, "seed": self._seed}

    def step(self, action):
        """Acts, and runs on for one step of the environment. An action outside the space raises ValueError."""
        if self.run is None:
            raise RuntimeError("reset() comes before the first step()")
        if not self.action_space.contains(action):
            raise ValueError(f"the action {list(action)} is outside {list(self.action_space.low)} to "
                             f"{list(self.action_space.high)}")
        settings = {}
        for part, value in zip(self.actions, action):
            settings.update(part.act(self.run, float(value)))
        if settings:
            self.run.set(settings)
        self.run.run(until=self.run.time_s + self._step_s)
        info = self._info()
        info["events"] = self.run.events()
        reward = float(self.reward(self.run, info))
        truncated = self.run.time_s >= self._episode_s - 1e-6
        return self.run.values(self.observations), reward, False, truncated, info

    def close(self):
        """Nothing is left open; here for those who call it."""
        self.run = None


def _seconds(time):
    from . import _engine

    return _engine.seconds(time)
