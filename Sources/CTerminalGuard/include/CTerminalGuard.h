#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "Heaps.h"
#include "MainQueue.h"

/// Restores the terminal when the program cannot: in a handler for signals of a crash and all others that end a
/// program, and at exit(). In C, because a handler may call next to nothing; with global state, because it has no
/// argument.

/// Remembers the terminal's settings, to be restored later. Call it before anything changes them.
///
/// Returns 0, or -1 with errno set.
int terminal_guard_remember(int terminal);

/// From here until terminal_guard_disarm(), a crash, a signal that ends the program or an exit() writes `restore` to
/// the terminal and restores the remembered settings; a crash then writes `message` to `message_file`, and the signal
/// and the stack to standard error. Bytes are copied. Called again, it replaces all of this in one step.
///
/// Returns 0, or -1 with errno set if there is no memory.
int terminal_guard_arm(
  const void *restore, size_t restore_length, int message_file, const void *message, size_t message_length);

/// Ends the effect of terminal_guard_arm().
void terminal_guard_disarm(void);

/// Stops the program as the terminal's suspend character would, and returns when it goes on. With `whole_group`, the
/// rest of the process group is stopped first: a shell that waits for a script that waits for us must see the script
/// stop. A program in an orphaned process group, which no shell could continue, is not stopped.
void terminal_guard_stop(bool whole_group);

/// Runs a program in the foreground, in this process group, and returns when it has ended. It starts with default
/// signal handling. Meanwhile signals of the keyboard are for it: an interrupt or quit has no effect here, and a stop
/// also stops this program, so that the shell sees the whole job stop. A signal that ends this program hangs up the
/// other one first, and the terminal is restored if terminal_guard_arm() was called before; SIGHUP and SIGTERM are
/// raised again once the other one has ended.
///
/// Returns 0 and waitpid()'s status, or the error number if the program did not start.
int terminal_guard_run(char *const arguments[], int *status);

/// Hangs up the program that terminal_guard_run() waits for, or is about to start. Call it when this program is asked
/// to end, from any thread.
void terminal_guard_hang_up(void);

/// Makes SIGTSTP only be noted, until another handler is installed or it is released.
///
/// ncurses ignores SIGTSTP while it draws, so that one is lost; but it leaves the signal alone if it finds a handler
/// when it is opened. So hold it before that.
void terminal_guard_hold_suspend(void);

/// Whether SIGTSTP has arrived since it was held.
bool terminal_guard_suspend_has_come(void);

/// Restores the former handling of SIGTSTP, and raises it if it has arrived meanwhile.
void terminal_guard_release_suspend(void);

/// Whether the program ignores a signal.
bool terminal_guard_ignores(int number);
