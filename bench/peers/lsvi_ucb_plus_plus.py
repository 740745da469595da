"""LSVI-UCB++ (He et al. 2023), Algorithm 1, as it is stated: in every episode three weighted ridge regressions per stage
on all episodes so far; the action values are made anew where a determinant has doubled, and are the least (greatest, for
the pessimistic ones) of all that were made. They are kept as tables over states and actions, without which every
evaluation would go through all plans. Vectorised over episodes and actions; rewards are known.

With the constants of the paper all bonuses exceed H at any size that can be run; `scale` multiplies the radii, and 0
leaves out the terms E, D and the floor of the weights, so that the work is that of a run which learns."""

import numpy as np

from environment import greedy


class LsviUcbPlusPlus:
    def __init__(self, env, episodes, scale, failure=0.05):
        self.env = env
        H, d = env.horizon, env.dimension
        self.ridge = 1 / H**2
        log = np.log(d * H * episodes / (failure * self.ridge))
        self.bernstein = scale * (H * np.sqrt(d * self.ridge) + np.sqrt(d) * log)
        self.hoeffding = scale * (H * np.sqrt(d * self.ridge) + d**1.5 * H * log)
        self.phi = np.zeros((H, episodes, d))
        self.weight = np.zeros((H, episodes))
        self.next = np.zeros((H, episodes), dtype=int)
        self.count = 0
        self.gram = np.stack([self.ridge * np.eye(d)] * H)
        self.inverse = np.linalg.inv(self.gram)
        self.at_switch = np.linalg.slogdet(self.gram)[1]
        cap = np.arange(H, -1, -1.0)[:, None, None]
        self.upper = np.broadcast_to(cap, (H + 1, env.states, env.actions)).copy()
        self.lower = np.zeros((H + 1, env.states, env.actions))
        self.first = np.zeros((H, d))
        self.second = np.zeros((H, d))
        self.switches = 0

    def values(self, h, states):
        return self.upper[h][states]

    def renew(self, h, up, down):
        """The action values of a stage after a switch."""
        env, features = self.env, self.env.features
        width = np.sqrt(np.einsum("nai,nai->na", features @ self.inverse[h], features))
        self.upper[h] = np.minimum(self.upper[h], env.rewards[h] + features @ up + self.bernstein * width)
        self.lower[h] = np.maximum(self.lower[h], env.rewards[h] + features @ down - self.hoeffding * width)

    def act(self, h, state, random):
        return greedy(self.upper[h, state], random)

    def observe(self, h, state, action, reward, after):
        H, phi = self.env.horizon, self.env.features[state, action]
        mean = np.clip(self.first[h] @ phi, 0, H)
        variance = np.clip(self.second[h] @ phi, 0, H**2) - mean**2
        weight = 1 / (max(variance, 0) + H)
        self.phi[h, self.count], self.weight[h, self.count], self.next[h, self.count] = phi, weight, after

    def end_episode(self):
        self.count += 1
        k, env = self.count, self.env
        for h in range(env.horizon):
            weighted = self.phi[h, :k] * self.weight[h, :k, None]
            self.gram[h] = self.ridge * np.eye(env.dimension) + weighted.T @ self.phi[h, :k]
        self.inverse = np.linalg.inv(self.gram)
        determinants = np.linalg.slogdet(self.gram)[1]
        switch = bool((determinants >= self.at_switch + np.log(2)).any())
        for h in reversed(range(env.horizon)):
            after = self.next[h, :k]
            value, pessimistic = self.upper[h + 1].max(axis=1)[after], self.lower[h + 1].max(axis=1)[after]
            weighted = self.phi[h, :k] * self.weight[h, :k, None]
            moments = weighted.T @ np.stack([value, pessimistic, value**2], axis=1)
            fitted = self.inverse[h] @ moments
            self.first[h], self.second[h] = fitted[:, 0], fitted[:, 2]
            if switch:
                self.renew(h, fitted[:, 0], fitted[:, 1])
        if switch:
            self.at_switch = determinants
            self.switches += 1
