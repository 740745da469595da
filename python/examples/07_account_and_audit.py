# %% [markdown]
# # Accounts and audits
#
# How much noise keeps a promise? Numbers or arrays, and never rounded in one's own favour.

# %%
import numpy as np
import tacit
from tacit import account

mu = account.mu(epsilon=1, delta=1e-6)
print("noise on one release of sensitivity 1:", 1 / mu)
print(account.mu(epsilon=np.array([0.1, 1, 10]), delta=1e-6))

# %% [markdown]
# A ledger books every release before its noise is drawn, user by user, and refuses what does not fit.

# %%
books = account.Ledger(epsilon=1, delta=1e-6)
books.charge("gram", sensitivity=1, noise_scale=40, users=(0, 1000))
print("left:", books.left(0, 1000), "spent:", books.epsilon_spent)
try:
    books.charge("gram", sensitivity=1, noise_scale=1, users=(0, 1000))
except tacit.BudgetExceeded as refused:
    print(refused)

# %% [markdown]
# Its certificate can be checked by whoever has it.

# %%
books.certificate({"agent": "mine"}).save("certificate.json")
print(account.check("certificate.json").holds)

# %% [markdown]
# A certificate cannot show that the code does what it says. An audit plays the adversary: two worlds differ in one user,
# and the better an attack tells them apart, the larger mu must be.

# %%
env = tacit.env("deep-sea", size=3)
for agent in ("dp-block-ucb", "dp-lsvi-ucb++-specimen"):
    found = tacit.audit(env, agent, episodes=100, epsilon=1, runs=200)
    print(found)
    for attack in found.attacks:
        print("  ", attack.name, attack.verdict, attack.mu_lower)
