#!/bin/bash
# A sweep in parts, as a job array:
#
#   sbatch --array=1-8 examples/cluster/slurm.sh examples/sweeps/figure-1a.toml /scratch/figure-1a
#
# All parts write into one directory on a shared disk. Submit the same line again to finish what was interrupted: cells
# that are done are not run again. Then, for figures and one page, finished or not:
#
#   tacit report /scratch/figure-1a
#
#SBATCH --job-name=tacit-sweep
#SBATCH --cpus-per-task=4
#SBATCH --mem=8G
#SBATCH --time=04:00:00
#SBATCH --signal=B:TERM@60
set -euo pipefail

sweep=${1:?usage: sbatch --array=1-N slurm.sh FILE.toml DIR}
out=${2:?usage: sbatch --array=1-N slurm.sh FILE.toml DIR}

# The array must be 1-N: part I of N is task I.
exec "${TACIT:-tacit}" sweep "$sweep" --out "$out" \
  --shard "${SLURM_ARRAY_TASK_ID:?submit this as an array}/${SLURM_ARRAY_TASK_COUNT:?submit this as an array}" \
  --jobs "${SLURM_CPUS_PER_TASK:-1}"
