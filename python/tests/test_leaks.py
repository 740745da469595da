"""Nothing is left over when a program ends."""

import subprocess
import sys

PROGRAM = """
import numpy as np
import tacit

class Fixed(tacit.Agent):
    def policy(self):
        return np.zeros((self.problem.horizon, self.problem.states), int)

class Batches(tacit.BatchAgent):
    def batch(self):
        return 10
    def learn(self, *counts):
        pass
    def policy(self):
        return np.zeros((self.problem.horizon, self.problem.states), int)

env = tacit.env("two-state", horizon=2)
r = tacit.run(env, Fixed(), episodes=30)
c = tacit.compare(env, [Fixed(), Batches()], episodes=30)
agent = tacit.make_agent("dp-block-ucb", env, episodes=3, epsilon=1)
user = agent.user()
try:
    user.observe(0, 0)
except tacit.Error as e:
    error = e
"""


def test_no_ring_of_agents_and_results_is_left() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stderr == ""
