# %% [markdown]
# # tacit's environments in Gymnasium
#
# Importing `tacit.gym` registers the whole catalogue. An episode is one user; an observation is stage and state as one
# number, because the best action depends on the stage.

# %%
import gymnasium
import numpy as np
import tacit.gym

print(list(tacit.gym.ids().values()))
env = gymnasium.make("tacit/RiverSwim-v0", horizon=10)
observation, info = env.reset(seed=1)
print(env.observation_space, observation, info)

# %% [markdown]
# Q-learning as anybody would write it.

# %%
generator = np.random.default_rng(1)
mdp = tacit.env("river-swim", horizon=10)
states, actions = mdp.states or 0, mdp.actions
q = np.full((11 * states, actions), 1.0)
for _ in range(5_000):
    observation, info = env.reset()
    over = False
    while not over:
        action = int(generator.integers(actions)) if generator.random() < 0.1 else int(q[observation].argmax())
        following, reward, over, truncated, info = env.step(action)
        target = float(reward) + (0.0 if over else float(q[following].max()))
        q[observation, action] += 0.1 * (target - q[observation, action])
        observation = following

# %% [markdown]
# What it learned has an exact value, beside the best one.

# %%
policy = q.reshape(11, states, actions)[:10].argmax(-1)
print("value", mdp.evaluate(policy).value, "best", mdp.optimal_value)

# %% [markdown]
# Many users side by side are one call to C++.

# %%
envs = gymnasium.make_vec("tacit/RiverSwim-v0", num_envs=1024, horizon=10)
seen, infos = envs.reset(seed=1)
total = 0.0
for _ in range(110):  # In every eleventh step the next users come.
    seen, rewards, ended, cut, infos = envs.step(q[seen % len(q)].argmax(-1))
    total += float(rewards.sum())
print("mean return of", 1024 * 10, "users:", total / (1024 * 10))
