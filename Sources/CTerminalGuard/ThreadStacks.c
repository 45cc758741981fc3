// An alternate signal stack for every thread.
//
// A thread whose stack has overflowed has no room for a handler. Without an alternate stack the kernel ends the program
// without calling one, and the terminal is not restored. Alternate stacks belong to threads, and most threads here are
// made by libraries without a hook at their start: Dispatch's workers, on which Swift's tasks run, and the network's
// loops. A second process that watches this one would need no stack, but would set the terminal after the shell has
// set it for its own prompt.
//
// So pthread_create, which all of them use, is replaced by one that first gives each thread such a stack. It costs a
// thread three system calls, and memory only when a handler runs.
//
// On Apple's systems symbols cannot be replaced like that, so only the main thread has such a stack.

#if defined(__linux__)
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define THREADS_ARE_WATCHED 1
#endif
#endif

// A sanitizer replaces the same function, and gives threads alternate stacks of its own.
#ifndef THREADS_ARE_WATCHED
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { handler_bytes = 64 * 1024 };

typedef int (*create_function)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

struct beginning {
  void *(*start)(void *);
  void *argument;
};

static pthread_key_t stack_key;
static pthread_once_t stack_key_once = PTHREAD_ONCE_INIT;
static int has_stack_key;

/// Called when a thread ends, however it does.
static void free_stack(void *memory) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  munmap(memory, handler_bytes + (size_t)sysconf(_SC_PAGESIZE));
}

static void make_key(void) { has_stack_key = pthread_key_create(&stack_key, free_stack) == 0; }

/// Without memory for a stack, the thread goes on without one.
static void set_up_stack(void) {
  pthread_once(&stack_key_once, make_key);
  if (!has_stack_key) return;
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *memory =
    mmap(NULL, handler_bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return;
  // A guard page, should the handler's own stack overflow.
  mprotect(memory, page, PROT_NONE);
  stack_t stack = {.ss_sp = memory + page, .ss_size = handler_bytes};
  if (sigaltstack(&stack, NULL) != 0 || pthread_setspecific(stack_key, memory) != 0) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    munmap(memory, handler_bytes + page);
  }
}

static void *begin(void *memory) {
  struct beginning beginning = *(struct beginning *)memory;
  free(memory);
  set_up_stack();
  return beginning.start(beginning.argument);
}

__attribute__((visibility("default"))) int pthread_create(
  pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  static _Atomic(create_function) known;
  create_function create = known;
  if (!create) {
    create = (create_function)dlsym(RTLD_NEXT, "pthread_create");
    known = create;
  }
  struct beginning *beginning = malloc(sizeof *beginning);
  if (!create || !beginning) {
    free(beginning);
    return EAGAIN;
  }
  *beginning = (struct beginning){start, argument};
  int code = create(thread, attributes, begin, beginning);
  if (code != 0) free(beginning);
  return code;
}
#endif
#endif
