#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An external bot that leaves its process group and hangs: killing the group does not kill it."""

import os
import sys
import time

for line in sys.stdin:
    if line.startswith("muraille"):
        print("ready", flush=True)
    elif line.startswith("go"):
        os.setpgid(0, os.getpgid(os.getppid()))
        time.sleep(60)
