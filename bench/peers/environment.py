"""A finite environment as `tacit export` prints it, and users who walk through it."""

import json

import numpy as np


class Environment:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            given = json.load(file)
        self.horizon, self.states, self.actions = given["horizon"], given["states"], given["actions"]
        self.dimension = given["dimension"]
        self.features = np.array(given["features"]).reshape(self.states, self.actions, self.dimension)
        self.transitions = self.stages(given["transitions"], self.states)
        self.rewards = self.stages(given["rewards"])
        self.start = np.array(given["start"])
        self.cumulative = np.cumsum(self.transitions, axis=-1)

    def stages(self, rows, *last):
        """All of them, also where they are alike and only one was written."""
        table = np.array(rows).reshape(-1, self.states, self.actions, *last)
        return np.broadcast_to(table, (self.horizon, *table.shape[1:]))

    def first(self, random):
        return int(np.searchsorted(np.cumsum(self.start), random.random()).clip(0, self.states - 1))

    def step(self, h, state, action, random):
        """The observed reward and the next state."""
        reward = float(random.random() < self.rewards[h, state, action])
        after = np.searchsorted(self.cumulative[h, state, action], random.random())
        return reward, int(min(after, self.states - 1))

    def value(self, q):
        """V of the policy that is greedy in q, ties split, averaged over the first state."""
        v = np.zeros(self.states)
        for h in reversed(range(self.horizon)):
            best = q[h] >= q[h].max(axis=1, keepdims=True) - 1e-10
            policy = best / best.sum(axis=1, keepdims=True)
            v = (policy * (self.rewards[h] + self.transitions[h] @ v)).sum(axis=1)
        return float(self.start @ v)


def greedy(values, random):
    """One of the best actions, uniformly."""
    return int(random.choice(np.flatnonzero(values >= values.max() - 1e-10)))
