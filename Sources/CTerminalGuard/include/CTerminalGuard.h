#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "Heaps.h"
#include "MainQueue.h"

/// Gives the terminal back when the program cannot do it itself: in a handler for the signals of a crash and for all others
/// that end a program, and at exit(). It is C because a handler may call next to nothing, and holds its state because a
/// handler has no argument.

/// Remembers how the terminal is set now, to be restored later. Call it before anything changes the settings.
///
/// Returns 0, or -1 with errno set.
int terminal_guard_remember(int terminal);

/// Prepares for the worst. From here until terminal_guard_disarm(), a crash, a signal that ends the program or an exit()
/// restores the remembered settings and writes `restore` to the terminal; a crash then writes `message` to
/// `message_file`, and to standard error which signal it was and the stack. Bytes are copied. Called again, it changes
/// what is done in one step.
///
/// Returns 0, or -1 with errno set when there is no memory.
int terminal_guard_arm(
  const void *restore, size_t restore_length, int message_file, const void *message, size_t message_length);

/// Nothing needs to be given back any longer.
void terminal_guard_disarm(void);

/// Stops the program as the terminal's suspend character would, and returns when it goes on. With `whole_group`, the
/// rest of the process group is stopped first: a shell that waits for a script that waits for us has to see the
/// script stop. A program that no shell could continue, in an orphaned process group, is not stopped at all.
void terminal_guard_stop(bool whole_group);

/// Runs a program in the foreground, in this process group, and returns when it has ended. It begins with every signal
/// as a new program has it. Meanwhile the signals of the keyboard are its own: an interrupt or a quit does nothing here,
/// and a stop stops this program, too, so that the shell sees the whole job stop. A signal that ends this program has it
/// hang up first, and a terminal_guard_arm() before this restores the terminal behind it; SIGHUP and SIGTERM come again
/// here once it has ended.
///
/// Returns 0 and the status as waitpid() gives it, or the number of the error for which it was not started.
int terminal_guard_run(char *const arguments[], int *status);

/// Hangs up the program that terminal_guard_run() waits for, if there is one: this program was asked to end. To be
/// called from any thread where such a signal is handled, as the one that waits may not be the one that gets it.
void terminal_guard_hang_up(void);

/// Has a SIGTSTP noted and nothing else done about it, until something else handles it or it is released.
///
/// ncurses sets SIGTSTP to be ignored for as long as it draws, and one that comes meanwhile is lost; but it leaves the
/// signal alone for good if it finds a handler when it is opened. So hold it before that.
void terminal_guard_hold_suspend(void);

/// Whether a SIGTSTP has been noted since it was held.
bool terminal_guard_suspend_has_come(void);

/// Gives SIGTSTP its former meaning back, and raises it if it has come meanwhile.
void terminal_guard_release_suspend(void);

/// Whether the program ignores a signal.
bool terminal_guard_ignores(int number);
