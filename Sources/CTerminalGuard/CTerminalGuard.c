#include "CTerminalGuard.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#if __has_include(<execinfo.h>)
#include <execinfo.h>
#define HAS_BACKTRACE 1
#endif

static const int crash_signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGQUIT};
enum { crash_signal_count = sizeof crash_signals / sizeof crash_signals[0] };

static struct sigaction previous_actions[crash_signal_count];
static int terminal = -1;
static struct termios settings;

/// What a handler needs, written before `is_armed` is set and left alone while it is.
static struct {
  char *restore;
  size_t restore_length;
  int message_file;
  char *message;
  size_t message_length;
} plan;

static atomic_bool is_armed;

static void write_all(int file, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(file, bytes, length);
    if (written < 0) {
      if (errno == EINTR) continue;
      return;
    }
    bytes += written;
    length -= (size_t)written;
  }
}

/// Returns false when there was nothing to restore. Safe in a signal handler.
static bool restore_terminal(void) {
  if (!atomic_exchange(&is_armed, false)) return false;
  write_all(terminal, plan.restore, plan.restore_length);
  tcsetattr(terminal, TCSANOW, &settings);
  return true;
}

static void restore_at_exit(void) { restore_terminal(); }

static void note_signal(int number) {
  char note[] = "Stopped by signal 00.\n";
  note[18] = (char)('0' + number / 10);
  note[19] = (char)('0' + number % 10);
  write_all(STDERR_FILENO, note, sizeof note - 1);
#ifdef HAS_BACKTRACE
  void *frames[64];
  backtrace_symbols_fd(frames, backtrace(frames, 64), STDERR_FILENO);
#endif
}

static void on_crash(int number) {
  int saved_errno = errno;
  if (restore_terminal()) {
    write_all(plan.message_file, plan.message, plan.message_length);
    note_signal(number);
  }
  for (int i = 0; i < crash_signal_count; i++) {
    if (crash_signals[i] == number) sigaction(number, &previous_actions[i], NULL);
  }
  // The signal is blocked while its handler runs: it arrives, with its former meaning, when this one returns.
  raise(number);
  errno = saved_errno;
}

static void install(void) {
#ifdef HAS_BACKTRACE
  // The first call loads a library, which a handler must not do.
  void *frame;
  backtrace(&frame, 1);
#endif
  // A stack that overflowed has no room for a handler. Other threads have got theirs as they began (ThreadStacks.c).
  static char handler_stack[64 * 1024];
  stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  sigaltstack(&stack, NULL);

  struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
  // With all signals blocked, SIGTTOU among them, a program in the background may still set the terminal.
  sigfillset(&action.sa_mask);
  for (int i = 0; i < crash_signal_count; i++) sigaction(crash_signals[i], &action, &previous_actions[i]);
  atexit(restore_at_exit);
}

int terminal_guard_remember(int file) {
  if (tcgetattr(file, &settings) != 0) return -1;
  terminal = file;
  return 0;
}

static char *copy(const void *bytes, size_t length) {
  char *copied = malloc(length > 0 ? length : 1);
  if (copied && length > 0) memcpy(copied, bytes, length);
  return copied;
}

int terminal_guard_arm(
  const void *restore, size_t restore_length, int message_file, const void *message, size_t message_length) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  atomic_store(&is_armed, false);
  char *restore_copy = copy(restore, restore_length);
  char *message_copy = copy(message, message_length);
  if (!restore_copy || !message_copy) {
    free(restore_copy);
    free(message_copy);
    return -1;
  }
  free(plan.restore);
  free(plan.message);
  plan.restore = restore_copy;
  plan.restore_length = restore_length;
  plan.message_file = message_file;
  plan.message = message_copy;
  plan.message_length = message_length;
  atomic_store(&is_armed, true);
  return 0;
}

void terminal_guard_disarm(void) { atomic_store(&is_armed, false); }

static volatile sig_atomic_t has_suspend_come;
static struct sigaction action_before_hold;

static void note_suspend(int number) {
  (void)number;
  has_suspend_come = 1;
}

void terminal_guard_hold_suspend(void) {
  struct sigaction hold = {.sa_handler = note_suspend, .sa_flags = SA_RESTART};
  sigemptyset(&hold.sa_mask);
  has_suspend_come = 0;
  sigaction(SIGTSTP, &hold, &action_before_hold);
}

bool terminal_guard_suspend_has_come(void) { return has_suspend_come != 0; }

void terminal_guard_release_suspend(void) {
  sigaction(SIGTSTP, &action_before_hold, NULL);
  if (has_suspend_come) raise(SIGTSTP);
}

bool terminal_guard_ignores(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void terminal_guard_stop(bool whole_group) {
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  struct sigaction stop = {.sa_handler = SIG_DFL};
  struct sigaction previous_stop, previous_continue;
  sigset_t signals, previous_mask;

  // Ignored and not blocked, they are discarded: what is pending, the group's copy of the stop, and the signal to go on,
  // which does that all the same and would be taken for one after a stop by another program.
  sigemptyset(&signals);
  sigaddset(&signals, SIGTSTP);
  sigaddset(&signals, SIGCONT);
  sigaction(SIGTSTP, &ignore, &previous_stop);
  sigaction(SIGCONT, &ignore, &previous_continue);
  pthread_sigmask(SIG_UNBLOCK, &signals, &previous_mask);
  if (whole_group) kill(0, SIGTSTP);

  // The default action of SIGTSTP is the one stop that the kernel skips where no shell could undo it. Raised in
  // this thread, it takes effect before raise() returns.
  sigaction(SIGTSTP, &stop, NULL);
  raise(SIGTSTP);

  // One that comes from here on is another: it stops the program again, here or where it is handled.
  sigaction(SIGCONT, &previous_continue, NULL);
  sigaction(SIGTSTP, &previous_stop, NULL);
  pthread_sigmask(SIG_SETMASK, &previous_mask, NULL);
}

extern char **environ;

int terminal_guard_run(char *const arguments[], int *status) {
  static const int meanwhile[] = {SIGINT, SIGQUIT, SIGCONT, SIGTSTP};
  enum { count = sizeof meanwhile / sizeof meanwhile[0] };
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  struct sigaction stop = {.sa_handler = SIG_DFL};
  struct sigaction previous[count];
  sigset_t signals, previous_mask, all, none;

  // As in terminal_guard_stop: ignored and not blocked, they are discarded, and nothing is found pending afterwards.
  sigemptyset(&signals);
  for (int i = 0; i < count; i++) {
    sigaction(meanwhile[i], &ignore, &previous[i]);
    sigaddset(&signals, meanwhile[i]);
  }
  pthread_sigmask(SIG_UNBLOCK, &signals, &previous_mask);

  posix_spawnattr_t attributes;
  pid_t process = -1;
  int code = posix_spawnattr_init(&attributes);
  if (code == 0) {
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    code = posix_spawn(&process, arguments[0], NULL, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
  }
  while (code == 0) {
    if (waitpid(process, status, WUNTRACED) < 0) {
      if (errno != EINTR) code = errno;
    } else if (WIFSTOPPED(*status)) {
      // Of the group's stop signal another thread may take this program's copy before it counts: one of our own, raised
      // in this thread, cannot be lost.
      sigaction(SIGTSTP, &stop, NULL);
      raise(SIGTSTP);
      sigaction(SIGTSTP, &ignore, NULL);
      kill(process, SIGCONT);
    } else {
      break;
    }
  }

  for (int i = 0; i < count; i++) sigaction(meanwhile[i], &previous[i], NULL);
  pthread_sigmask(SIG_SETMASK, &previous_mask, NULL);
  return code;
}
