"""LSVI-UCB (Jin et al. 2020), Algorithm 1, as it is stated: after every episode, for every stage, a ridge regression on
all episodes so far, whose targets need the value of every next state in the data, and that the features of all actions
there. Vectorised over episodes and actions. Rewards are known, as in `tacit`'s two-state environment."""

import numpy as np

from environment import greedy


class LsviUcb:
    """beta: bonus; tabulate: compute the value once per state instead of once per next state in the data, which the
    paper does not say and a finite state space allows."""

    def __init__(self, env, episodes, beta, tabulate=False, ridge=1.0):
        self.env, self.beta, self.tabulate, self.ridge = env, beta, tabulate, ridge
        H, d = env.horizon, env.dimension
        self.phi = np.zeros((H, episodes, d))
        self.next = np.zeros((H, episodes), dtype=int)
        self.count = 0
        self.weights = np.zeros((H, d))
        self.inverse = np.stack([np.eye(d) / ridge] * H)

    def values(self, h, states):
        """Q_h at these states, one row each."""
        env = self.env
        if h == env.horizon:
            return np.zeros((len(states), 1))
        features = env.features[states]
        width = np.sqrt(np.einsum("nai,nai->na", features @ self.inverse[h], features))
        q = env.rewards[h][states] + features @ self.weights[h] + self.beta * width
        return np.clip(q, 0, env.horizon - h)

    def act(self, h, state, random):
        return greedy(self.values(h, [state])[0], random)

    def observe(self, h, state, action, reward, after):
        self.phi[h, self.count] = self.env.features[state, action]
        self.next[h, self.count] = after

    def end_episode(self):
        self.count += 1
        k, d = self.count, self.env.dimension
        for h in reversed(range(self.env.horizon)):
            phi, after = self.phi[h, :k], self.next[h, :k]
            gram = self.ridge * np.eye(d) + phi.T @ phi
            if self.tabulate:
                targets = self.values(h + 1, np.arange(self.env.states)).max(axis=1)[after]
            else:
                targets = self.values(h + 1, after).max(axis=1)
            self.inverse[h] = np.linalg.inv(gram)
            self.weights[h] = self.inverse[h] @ (phi.T @ targets)
