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
#include <time.h>
#include <unistd.h>

#if __has_include(<execinfo.h>)
#include <execinfo.h>
#include <unwind.h>
#define HAS_BACKTRACE 1
#endif

static const int crash_signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGQUIT};
enum { crash_signal_count = sizeof crash_signals / sizeof crash_signals[0] };

/// The signals that end a program without a crash; `install` adds the real-time ones. A handler of the program's own
/// replaces the one installed here.
static const int ending_signals[] = {
  SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGSYS,
#ifdef SIGPOLL
  SIGPOLL,
#endif
#ifdef SIGPWR
  SIGPWR,
#endif
#ifdef SIGSTKFLT
  SIGSTKFLT,
#endif
};
enum { ending_signal_count = sizeof ending_signals / sizeof ending_signals[0] };

static struct sigaction previous_actions[crash_signal_count];
static int terminal = -1;
static struct termios settings;

/// The plan that a handler carries out. A plan in force is never changed, but replaced in one step.
struct plan {
  char *restore;
  size_t restore_length;
  int message_file;
  char *message;
  size_t message_length;
};

/// NULL while there is nothing to restore.
static struct plan *_Atomic plan;

/// The program that has been given the terminal; 0 for none.
static _Atomic pid_t tenant;

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

/// Hangs up the program that has the terminal; if it does not end within a second, it is killed. Safe in a signal
/// handler.
static void evict_tenant(void) {
  pid_t process = tenant;
  if (process <= 0) return;
  kill(process, SIGHUP);
  kill(process, SIGCONT);
  struct timespec pause = {.tv_nsec = 10000000};
  for (int i = 0; i < 100; i++) {
    // The waiting thread may have reaped it first.
    if (waitpid(process, NULL, WNOHANG) != 0) return;
    nanosleep(&pause, NULL);
  }
  kill(process, SIGKILL);
}

/// Returns the plan that was carried out; NULL if there was nothing to restore. Safe in a signal handler.
static struct plan *restore_terminal(void) {
  struct plan *current = atomic_exchange(&plan, NULL);
  if (!current) return NULL;
  evict_tenant();
  write_all(terminal, current->restore, current->restore_length);
  tcsetattr(terminal, TCSANOW, &settings);
  return current;
}

static void restore_at_exit(void) { restore_terminal(); }

#ifdef HAS_BACKTRACE
struct stack {
  void *frames[64];
  int count;
};

/// As `backtrace` of the C library does, which loads a library first: a handler must not, and each start would wait.
static _Unwind_Reason_Code note_frame(struct _Unwind_Context *context, void *argument) {
  struct stack *stack = argument;
  void *frame = (void *)_Unwind_GetIP(context);
  if (!frame || stack->count == sizeof stack->frames / sizeof *stack->frames) return _URC_END_OF_STACK;
  stack->frames[stack->count++] = frame;
  return _URC_NO_REASON;
}
#endif

static void note_signal(int number) {
  char note[] = "Stopped by signal 00.\n";
  note[18] = (char)('0' + number / 10);
  note[19] = (char)('0' + number % 10);
  write_all(STDERR_FILENO, note, sizeof note - 1);
#ifdef HAS_BACKTRACE
  struct stack stack = {0};
  _Unwind_Backtrace(note_frame, &stack);
  backtrace_symbols_fd(stack.frames, stack.count, STDERR_FILENO);
#endif
}

/// The thread that draws.
static pthread_t main_thread;

static atomic_bool shall_main_thread_rest, does_main_thread_rest;

/// Keeps the main thread from drawing after the terminal has been restored. Gives up after a tenth of a second, for one
/// that takes no signals.
static void rest_main_thread(int number) {
  struct timespec pause = {.tv_nsec = 1000000};
  atomic_store(&shall_main_thread_rest, true);
  if (pthread_kill(main_thread, number) != 0) return;
  for (int i = 0; i < 100 && !atomic_load(&does_main_thread_rest); i++) nanosleep(&pause, NULL);
}

static void on_crash(int number) {
  int saved_errno = errno;
  if (!pthread_equal(pthread_self(), main_thread)) {
    rest_main_thread(number);
  } else if (atomic_load(&shall_main_thread_rest)) {
    sigset_t none;
    sigemptyset(&none);
    atomic_store(&does_main_thread_rest, true);
    for (;;) sigsuspend(&none);
  }
  struct plan *carried_out = restore_terminal();
  if (carried_out) {
    write_all(carried_out->message_file, carried_out->message, carried_out->message_length);
    note_signal(number);
  }
  for (int i = 0; i < crash_signal_count; i++) {
    if (crash_signals[i] == number) sigaction(number, &previous_actions[i], NULL);
  }
  // The signal is blocked while its handler runs, so it takes its former effect when this one returns.
  raise(number);
  errno = saved_errno;
}

/// Restores the terminal, then ends the program as the signal would have.
static void on_ending(int number) {
  int saved_errno = errno;
  // On another thread, the main one could still draw after the terminal has been restored.
  if (!pthread_equal(pthread_self(), main_thread)) {
    pthread_kill(main_thread, number);
    errno = saved_errno;
    return;
  }
  restore_terminal();
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigaction(number, &usual, NULL);
  raise(number);
  errno = saved_errno;
}

static void handle_ending(int number) {
  struct sigaction action;
  if (sigaction(number, NULL, &action) != 0 || action.sa_handler != SIG_DFL) return;
  action = (struct sigaction){.sa_handler = on_ending, .sa_flags = SA_ONSTACK};
  sigfillset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

static void install(void) {
  main_thread = pthread_self();
  // For an overflowed stack, which has no room for a handler. Other threads get theirs in ThreadStacks.c.
  static char handler_stack[64 * 1024];
  stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  sigaltstack(&stack, NULL);

  struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
  // With all signals blocked, SIGTTOU among them, a program in the background can still set the terminal.
  sigfillset(&action.sa_mask);
  for (int i = 0; i < crash_signal_count; i++) sigaction(crash_signals[i], &action, &previous_actions[i]);
  for (int i = 0; i < ending_signal_count; i++) handle_ending(ending_signals[i]);
#ifdef SIGRTMIN
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) handle_ending(number);
#endif
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

/// Frees the previous plan, unless a handler has taken it.
static void put_in_force(struct plan *next) {
  struct plan *last = atomic_exchange(&plan, next);
  if (!last) return;
  free(last->restore);
  free(last->message);
  free(last);
}

int terminal_guard_arm(
  const void *restore, size_t restore_length, int message_file, const void *message, size_t message_length) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  struct plan *next = malloc(sizeof *next);
  char *restore_copy = copy(restore, restore_length);
  char *message_copy = copy(message, message_length);
  if (!next || !restore_copy || !message_copy) {
    free(next);
    free(restore_copy);
    free(message_copy);
    return -1;
  }
  *next = (struct plan){
    .restore = restore_copy,
    .restore_length = restore_length,
    .message_file = message_file,
    .message = message_copy,
    .message_length = message_length,
  };
  put_in_force(next);
  return 0;
}

void terminal_guard_disarm(void) { put_in_force(NULL); }

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

  // Ignored and not blocked, these are discarded: pending ones, the group's copy of the stop, and SIGCONT, which still
  // continues the program, but would be taken for the end of a stop by another program.
  sigemptyset(&signals);
  sigaddset(&signals, SIGTSTP);
  sigaddset(&signals, SIGCONT);
  sigaction(SIGTSTP, &ignore, &previous_stop);
  sigaction(SIGCONT, &ignore, &previous_continue);
  pthread_sigmask(SIG_UNBLOCK, &signals, &previous_mask);
  if (whole_group) kill(0, SIGTSTP);

  // The kernel skips the default action of SIGTSTP where no shell could undo it. Raised in this thread, it takes effect
  // before raise() returns.
  sigaction(SIGTSTP, &stop, NULL);
  raise(SIGTSTP);

  // A signal from here on is a new one, and stops the program again.
  sigaction(SIGCONT, &previous_continue, NULL);
  sigaction(SIGTSTP, &previous_stop, NULL);
  pthread_sigmask(SIG_SETMASK, &previous_mask, NULL);
}

extern char **environ;

static volatile sig_atomic_t ending_that_came;
static atomic_bool shall_hang_up;

void terminal_guard_hang_up(void) {
  atomic_store(&shall_hang_up, true);
  pid_t process = tenant;
  if (process <= 0) return;
  kill(process, SIGHUP);
  kill(process, SIGCONT);
}

/// Notes the signal until the program that has the terminal has ended, and hangs that one up.
static void note_ending(int number) {
  int saved_errno = errno;
  ending_that_came = number;
  terminal_guard_hang_up();
  errno = saved_errno;
}

int terminal_guard_run(char *const arguments[], int *status) {
  static const int meanwhile[] = {SIGINT, SIGQUIT, SIGCONT, SIGTSTP, SIGHUP, SIGTERM};
  enum { count = sizeof meanwhile / sizeof meanwhile[0], ignored = 4 };
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  struct sigaction stop = {.sa_handler = SIG_DFL};
  struct sigaction evict = {.sa_handler = note_ending};
  struct sigaction previous[count];
  sigset_t signals, previous_mask, all, none;

  // As in terminal_guard_stop: ignored and not blocked, these are discarded, and none is pending afterwards.
  sigemptyset(&signals);
  sigemptyset(&evict.sa_mask);
  ending_that_came = 0;
  for (int i = 0; i < count; i++) {
    sigaction(meanwhile[i], NULL, &previous[i]);
    // Signals that the program was started to ignore, as by nohup, stay ignored.
    if (i < ignored || previous[i].sa_handler != SIG_IGN) {
      sigaction(meanwhile[i], i < ignored ? &ignore : &evict, NULL);
    }
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
  if (code == 0) tenant = process;
  // A hang-up that came before the program was there.
  if (code == 0 && atomic_load(&shall_hang_up)) terminal_guard_hang_up();
  while (code == 0) {
    if (waitpid(process, status, WUNTRACED) < 0) {
      if (errno != EINTR) code = errno;
    } else if (WIFSTOPPED(*status)) {
      // Another thread may discard this program's copy of the group's stop signal; one raised in this thread cannot be
      // lost.
      sigaction(SIGTSTP, &stop, NULL);
      raise(SIGTSTP);
      sigaction(SIGTSTP, &ignore, NULL);
      kill(process, SIGCONT);
    } else {
      break;
    }
  }
  tenant = 0;

  for (int i = 0; i < count; i++) sigaction(meanwhile[i], &previous[i], NULL);
  pthread_sigmask(SIG_SETMASK, &previous_mask, NULL);
  if (ending_that_came) kill(getpid(), ending_that_came);
  return code;
}
