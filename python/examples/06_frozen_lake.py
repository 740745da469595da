# %% [markdown]
# # Gymnasium's environments with privacy
#
# FrozenLake has its model in `P`, so it becomes an MDP: users are then played in C++, and regret is exact.

# %%
from typing import Any

import gymnasium
import numpy as np
import tacit
from gymnasium import spaces

lake = gymnasium.make("FrozenLake-v1", is_slippery=False)
m = tacit.from_gym(lake, horizon=20)
print(m, "best:", m.optimal_value)
r = tacit.run(m, "dp-block-ucb", episodes=30_000, epsilon=1)
print("reached:", m.optimal_value - r.final_gap[0], "epsilon spent:", r.epsilon_spent)

# %% [markdown]
# The same through Gymnasium itself, one user after another.

# %%
found = tacit.learn(lake, "dp-block-ucb", episodes=2_000, horizon=20, epsilon=1, simulate="gym")
print(found)

# %% [markdown]
# Where there is no model, returns are what one sees, and the range of rewards must be known beforehand: it must not come
# from users. A continuous observation is seen through features.


# %%
class Thermostat(gymnasium.Env[Any, Any]):
    """Keep a room between 19 and 21 degrees by heating or not."""

    observation_space = spaces.Box(10.0, 30.0, (1,), np.float64)
    action_space = spaces.Discrete(2)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.degrees = float(self.np_random.uniform(15, 25))
        return np.array([self.degrees]), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.degrees += (2.0 if action else -1.5) + float(self.np_random.normal(0, 0.3))
        self.degrees = min(max(self.degrees, 10.0), 30.0)
        return np.array([self.degrees]), float(19 <= self.degrees <= 21), False, False, {}


warm = tacit.learn(
    Thermostat(), "lsvi-ucb++", episodes=600, horizon=8, features=tacit.Hats(9), reward_range=(0, 1)
)
print(warm)

# %% [markdown]
# A reward that leaves its range stops learning. Nothing of that user is booked, and nothing before is lost.

# %%
try:
    tacit.learn(Thermostat(), "lsvi-ucb++", episodes=50, horizon=8, features=tacit.Bins(5), reward_range=(0, 0.5))
except tacit.Stopped as stopped:
    print(stopped)
    print(stopped.result)
