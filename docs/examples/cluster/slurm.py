"""Workers of this program as jobs of SLURM, until Ctrl-C; docs/cluster.md shows how it is used.

uv run --extra slurm python docs/examples/cluster/slurm.py FOLDER JOBS

FOLDER has cert.pem and key.pem, and gets at.json, which ``--scheduler`` takes.  All computers must
see it, and the folder of the program, in which this is started, under the same name.  What a job
asks for (queue, cores, memory, time) stands in Dask's own settings, ~/.config/dask/jobqueue.yaml.
"""

import contextlib
import shutil
import sys
import threading
from pathlib import Path

import dask
from dask_jobqueue import SLURMCluster
from distributed import Security

if len(sys.argv) != 3 or not sys.argv[2].isdecimal():
    sys.exit("slurm.py: expected FOLDER and the number of jobs")
folder, jobs = Path(sys.argv[1]).resolve(), int(sys.argv[2])
certificate, key = folder / "cert.pem", folder / "key.pem"
for file in (certificate, key):
    if not file.is_file():
        sys.exit(f"slurm.py: there is no {file}; expected the cluster's")
if shutil.which("sbatch") is None:
    sys.exit("slurm.py: there is no sbatch here; expected a computer from which SLURM takes jobs")
security = Security(
    require_encryption=True,
    tls_ca_file=str(certificate),
    tls_scheduler_cert=str(certificate),
    tls_scheduler_key=str(key),
    tls_worker_cert=str(certificate),
    tls_worker_key=str(key),
    tls_client_cert=str(certificate),
    tls_client_key=str(key),
)
with (
    # Pages on plain HTTP that show the work to whoever reaches the computer.
    dask.config.set({"distributed.scheduler.http.routes": []}),
    SLURMCluster(
        security=security,
        scheduler_options={"scheduler_file": str(folder / "at.json"), "dashboard": False},
        worker_extra_args=["--no-dashboard"],
    ) as cluster,
):
    cluster.scale(jobs=jobs)
    print(f"{jobs} jobs are asked for; main.py ... --scheduler {folder / 'at.json'}", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        threading.Event().wait()
