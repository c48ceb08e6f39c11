#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A foreign bot that leaves its group of processes and hangs: ending the group does not end it."""

import os
import sys
import time

for line in sys.stdin:
    if line.startswith("muraille"):
        print("ready", flush=True)
    elif line.startswith("go"):
        os.setpgid(0, os.getpgid(os.getppid()))
        time.sleep(60)
