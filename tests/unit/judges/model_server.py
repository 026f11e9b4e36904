"""A real llama.cpp server on the loopback address: print its address, then serve until killed."""

from __future__ import annotations

import sys
import time

import xllamacpp

options = xllamacpp.CommonParams()
options.model.path = sys.argv[1]
options.n_ctx, options.n_parallel, options.sampling.seed = 1024, 1, 1
options.cpuparams.n_threads = options.cpuparams_batch.n_threads = options.n_threads_http = 1
options.verbosity, options.hostnames, options.port = -1, ["127.0.0.1"], int(sys.argv[2])
options.warmup = False
server = xllamacpp.Server(options)
print(server.listening_address, flush=True)
while True:
    time.sleep(60)
