"""All kernels of the 704's own processor: importing this compiles them
(machines.storage.registry)."""

from machines.ibm704 import copying, lamp_times, processor
from machines.ibm704.debugger import kernel

MODULES = (processor, lamp_times, copying, kernel)
