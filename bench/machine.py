"""What a measurement was made with and on: a release build, and a machine with a name."""

import os
import platform
import resource
import subprocess
from pathlib import Path


def require_release(build):
    """Stops unless `build` was configured as a release."""
    cache = Path(build) / "CMakeCache.txt"
    kind = "nothing that was configured"
    if cache.exists():
        found = [line.split("=", 1)[1] for line in cache.read_text().splitlines()
                 if line.startswith("CMAKE_BUILD_TYPE:")]
        kind = found[0] if found and found[0] else "a build without a type"
    if kind != "Release":
        raise SystemExit(f"bench: {build} is {kind}; figures are taken from a Release build only (make bench makes one)")


def describe(build):
    """Processor, cores, compiler: one line each."""
    model = platform.processor() or platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    compiler = "unknown"
    for line in (Path(build) / "CMakeCache.txt").read_text().splitlines():
        if line.startswith("CMAKE_CXX_COMPILER:"):
            said = subprocess.run([line.split("=", 1)[1], "--version"], capture_output=True, text=True, check=False)
            compiler = said.stdout.splitlines()[0]
    return {"processor": model, "cores": os.cpu_count(), "system": f"{platform.system()} {platform.release()}",
            "compiler": compiler}


def cpu_seconds(command, environment=None):
    """Processor time of a command, its children included, and what it printed. Other programs on the machine disturb
    this less than time on the clock."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = used()
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return used() - before, done.stdout


def least_cpu_seconds(command, times):
    return min(cpu_seconds(command)[0] for _ in range(times))
