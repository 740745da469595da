"""Runs a peer on an exported environment and prints, as JSON, how much processor time it took and how good its last policy was.

    python3 time_peer.py ENVIRONMENT.json lsvi-ucb|lsvi-ucb-tabulated|lsvi-ucb++ EPISODES
"""

import json
import sys
import time

import numpy as np

from environment import Environment
from lsvi_ucb import LsviUcb
from lsvi_ucb_plus_plus import LsviUcbPlusPlus

# Radii this small let both agents learn within a few hundred episodes; they do not change the amount of work.
PEERS = {
    "lsvi-ucb": lambda env, episodes: LsviUcb(env, episodes, beta=0.05),
    "lsvi-ucb-tabulated": lambda env, episodes: LsviUcb(env, episodes, beta=0.05, tabulate=True),
    "lsvi-ucb++": lambda env, episodes: LsviUcbPlusPlus(env, episodes, scale=1e-4),
}


def main():
    path, name, episodes = sys.argv[1], sys.argv[2], int(sys.argv[3])
    env = Environment(path)
    agent = PEERS[name](env, episodes)
    random = np.random.default_rng(1)
    began = time.process_time()
    for _ in range(episodes):
        state = env.first(random)
        for h in range(env.horizon):
            action = agent.act(h, state, random)
            reward, after = env.step(h, state, action, random)
            agent.observe(h, state, action, reward, after)
            state = after
        agent.end_episode()
    seconds = time.process_time() - began
    states = np.arange(env.states)
    q = [agent.values(h, states) for h in range(env.horizon)]
    print(json.dumps({"peer": name, "episodes": episodes, "cpu_seconds": seconds, "final_value": env.value(q),
                      "switches": getattr(agent, "switches", episodes), "numpy": np.__version__}))


if __name__ == "__main__":
    main()
