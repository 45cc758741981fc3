#include "Heaps.h"

#if defined(__linux__)
#include <malloc.h>
#endif

void heaps_share(int count) {
#if defined(M_ARENA_MAX)
  mallopt(M_ARENA_MAX, count);
#endif
}
