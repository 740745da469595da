# %% [markdown]
# # A first run
#
# An agent meets 100,000 users, one after another, and learns from them. Every user is promised (epsilon, delta)
# joint differential privacy: what all others are shown hardly depends on what that user did. How much worse is it than
# one that knows the best policy from the start? That is its regret, and here it is exact.

# %%
import tacit

r = tacit.run(env="simplex", agent="dp-block-ucb", episodes=100_000, epsilon=1.0, runs=3)
print(r)

# %% [markdown]
# Arrays are NumPy's: regret at the checkpoints, run by run, and the last policy of each run.

# %%
print(r.checkpoints.shape, r.regret.shape, r.policy.shape)
print("mean regret", r.mean_regret, "between", r.ci95)
print("the last policies lose per user", r.final_gap)

# %% [markdown]
# A private run comes with certificates: others can redo the arithmetic without trusting anybody. With simulation noise it
# is an experiment, and protects nobody.

# %%
check = r.certificates[0].check()
print("holds:", check.holds)
for sentence in check.statements:
    print("-", sentence)

# %% [markdown]
# The rest is what one expects: a DataFrame, a plot, files.

# %%
frame = r.to_pandas()
print(frame.groupby("run_seed").regret.max())
axes = r.plot()
axes.figure.savefig("regret.svg")  # type: ignore[union-attr]
r.save("first-run")
