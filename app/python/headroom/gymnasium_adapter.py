# SPDX-License-Identifier: Apache-2.0
"""Environment as gymnasium.Env. Headroom needs no package for its environments, so this module imports Gymnasium late."""
from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple

if TYPE_CHECKING:
    from .environment import Box, Environment


def adapted(environment: Environment) -> Any:
    """A gymnasium.Env around the environment, with spaces of Gymnasium in float64."""
    import numpy

    gymnasium: Any = importlib.import_module("gymnasium")

    def space(box: Box) -> Any:
        return gymnasium.spaces.Box(low=box.low, high=box.high, dtype=numpy.float64)

    class Adapter(gymnasium.Env):  # type: ignore[misc]
        """The first observation comes after one coupling step, because a run has no figures before."""

        metadata: Dict[str, Any] = {"render_modes": []}
        render_mode = None

        def __init__(self) -> None:
            self.environment = environment
            self.action_space = space(environment.action_space)
            self.observation_space = space(environment.observation_space)

        def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
            """An episode from its beginning. The seed is that of the run, too."""
            super().reset(seed=seed)
            _, info = environment.reset(seed=seed, options=options)
            assert environment.run is not None
            environment.run.step()
            info["time_s"] = environment.run.time_s
            return environment.run.values(environment.observations), info

        def step(self, action: Any) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
            """Acts, and continues for one step of the environment."""
            return environment.step(action)

        def close(self) -> None:
            """Closes the environment."""
            environment.close()

    return Adapter()
