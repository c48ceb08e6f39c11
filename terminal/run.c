/* SPDX-License-Identifier: MIT */
#include "terminal/run.h"

#include <signal.h>
#include <stdio.h>

#include "terminal/term.h"

int term_run(app *a)
{
    int code = app_run(a);
    int signal_number = term_signal();
    term_close();
    if (a->farewell[0])
        puts(a->farewell);
    fflush(stdout);
    if (signal_number)
        raise(signal_number);
    return code;
}
