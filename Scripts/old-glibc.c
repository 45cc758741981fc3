// Functions that the static libraries of Debian 12 take from its glibc, and that the glibc of 2020 lacks. Linked into what
// Scripts/dist builds, and nothing else.
#include <stdlib.h>
#include <sys/random.h>

// libstdc++ saves atomic operations while there is one thread: there never is for long.
char __libc_single_threaded = 0;

// libexpat's seed of its hash tables.
void arc4random_buf(void *bytes, size_t count) {
  for (char *next = bytes; count > 0;) {
    ssize_t filled = getrandom(next, count, 0);
    if (filled < 0) abort();
    next += filled;
    count -= (size_t)filled;
  }
}
