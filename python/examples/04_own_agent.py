# %% [markdown]
# # An agent of one's own
#
# Whatever has a policy and learns can go where the name of an agent goes: its regret is exact, and it meets the same
# users as the others. It promises nothing to them; guarantees come with the agents of the catalogue.

# %%
import numpy as np
import numpy.typing as npt
import tacit


class QLearning(tacit.Agent):
    """Optimistic Q-learning, told of every step."""

    def __init__(self, bonus: float = 0.3) -> None:
        self.bonus = bonus

    def begin(self, problem: tacit.Problem) -> None:
        left = np.arange(problem.horizon, 0, -1)[:, None, None]
        self.q = np.ones((problem.horizon, problem.states, problem.actions)) * left
        self.visits = np.zeros(self.q.shape)
        self.horizon = problem.horizon

    def observe(self, h: int, state: int, action: int, reward: float, next_state: int) -> None:
        self.visits[h, state, action] += 1
        n = self.visits[h, state, action]
        left = self.horizon - h
        following = min(self.q[h + 1, next_state].max(), left - 1) if left > 1 else 0.0
        target = min(reward + following + self.bonus * left / n**0.5, left)
        self.q[h, state, action] += (self.horizon + 1) / (self.horizon + n) * (target - self.q[h, state, action])

    def policy(self) -> npt.NDArray[np.int64]:
        return np.asarray(self.q.argmax(-1))


# %% [markdown]
# Counts are enough for many learners. They come from C++, one call for each plan, however many users there are.


# %%
class Counting(tacit.BatchAgent):
    """Plans in the model that it has counted, with a bonus for what it has seen little of."""

    def begin(self, problem: tacit.Problem) -> None:
        shape = (problem.horizon, problem.states, problem.actions)
        self.visits, self.paid, self.went = np.full(shape, 0.01), np.zeros(shape), np.zeros((*shape, problem.states))
        self.users = 0

    def batch(self) -> int:
        return max(10, self.users // 4)

    def learn(
        self, visits: npt.NDArray[np.int64], rewards: npt.NDArray[np.float64], transitions: npt.NDArray[np.int64]
    ) -> None:
        self.users += int(visits[0].sum())
        self.visits += visits
        self.paid += rewards
        self.went += transitions

    def policy(self) -> npt.NDArray[np.int64]:
        best, value = [], np.zeros(self.problem.states)
        for h in reversed(range(self.problem.horizon)):
            q = self.paid[h] / self.visits[h] + 0.3 / self.visits[h] ** 0.5 + self.went[h] / self.visits[h][..., None] @ value
            q = np.minimum(q, self.problem.horizon - h)
            best.append(q.argmax(-1))
            value = q.max(-1)
        return np.array(best[::-1])


# %%
env = tacit.env("river-swim", horizon=10)
c = tacit.compare(env, [QLearning(), Counting(), "lsvi-ucb++", "uniform"], episodes=2_000, runs=2)
print(c.table())
