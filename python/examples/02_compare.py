# %% [markdown]
# # What does privacy cost?
#
# Run r of every agent meets the same users, so that agents are compared run by run: what all of them share, lucky users
# and unlucky ones, cancels.

# %%
import tacit

env = tacit.env("simplex", states=50, seed=3)
c = tacit.compare(
    env,
    ["lsvi-ucb++", "dp-block-ucb", tacit.agent("dp-block-ucb", ratio=3, label="fewer plans"), "uniform"],
    episodes=5_000,
    epsilon=[0.3, 3],
    runs=5,
)
print(c.table())

# %% [markdown]
# The difference to the agent without privacy, with its interval; and the price as a ratio.

# %%
print(c.table("difference", reference="lsvi-ucb++"))
print(c.table("price"))

# %% [markdown]
# The figures are the report's.

# %%
for kind in ("regret", "budget", "difference"):
    c.plot(kind, reference="lsvi-ucb++").figure.savefig(f"{kind}.svg")  # type: ignore[union-attr]

# %% [markdown]
# One result of many, and all numbers as one frame.

# %%
strict = c.find("dp-block-ucb", epsilon=0.3)
print(strict.mean_regret, strict.epsilon_spent)
frame = c.to_pandas()
print(frame[frame.episode == 5_000].groupby(["label", "epsilon"], dropna=False).regret.mean())

# %% [markdown]
# How many users does it take until the policy is within 5 % of the best?

# %%
print(tacit.need("coach", "dp-block-ucb", epsilon=[3, 30], most=1e4, runs=3))
