# %% [markdown]
# # A problem of one's own
#
# A course of eight lessons. A learner is bored, attentive or tired, and every day gets one of three: a text, a quiz, a
# break. Chances of tomorrow's state and the mean benefit of a day are arrays; an MDP made from them goes wherever the
# name of an environment goes.

# %%
import tempfile
from pathlib import Path

import numpy as np
import tacit

BORED, ATTENTIVE, TIRED = range(3)
P = np.array(
    [
        # text             quiz             break
        [[0.7, 0.2, 0.1], [0.2, 0.7, 0.1], [0.5, 0.5, 0.0]],  # bored
        [[0.2, 0.6, 0.2], [0.1, 0.5, 0.4], [0.3, 0.7, 0.0]],  # attentive
        [[0.1, 0.1, 0.8], [0.0, 0.1, 0.9], [0.1, 0.7, 0.2]],  # tired
    ]
)
R = np.array([[0.3, 0.2, 0.0], [0.6, 0.9, 0.0], [0.1, 0.0, 0.0]])
m = tacit.TabularMDP(P, R, start=[0.5, 0.4, 0.1], horizon=8, name="course")
print(m)

# %% [markdown]
# The best policy and its value are exact, and so is the value of any other.

# %%
best = m.optimal()
print("the best:", best.value, "first day:", best.policy[0].argmax(-1))
only_quizzes = np.full((8, 3), 1)
print("only quizzes:", m.evaluate(only_quizzes).value)

# %% [markdown]
# Private learning among 50,000 learners, and how far the last policy is from the best.

# %%
r = tacit.run(m, "dp-block-ucb", episodes=50_000, epsilon=1, runs=3)
print(r, "lost by the last policy:", r.final_gap)

# %% [markdown]
# A file keeps every bit; the program reads it too, with `--env FILE`.

# %%
with tempfile.TemporaryDirectory() as folder:
    m.save(Path(folder) / "course.npz")
    assert tacit.load_mdp(Path(folder) / "course.npz").optimal_value == m.optimal_value

# %% [markdown]
# What is wrong is named.

# %%
try:
    tacit.TabularMDP(P * 0.99, R, start=[0.5, 0.4, 0.1], horizon=8)
except tacit.Error as error:
    print(error)

# %% [markdown]
# Users may also come from elsewhere: an app asks what to do and says what came of it. Here a simulator stands for them.

# %%
agent = tacit.make_agent("dp-block-ucb", m, episodes=2_000, epsilon=1, seed=1)
people = m.simulator(seed=1)
for _ in range(2_000):
    user, state = agent.user(), people.start()
    while not user.over:
        reward, following = people.step(user.act(state))
        user.observe(reward, following)
        state = following
    user.end()
print(agent, "value:", agent.value())
