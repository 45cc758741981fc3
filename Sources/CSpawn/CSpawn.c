#define _GNU_SOURCE
#include "CSpawn.h"

int spawn_closes_from(posix_spawn_file_actions_t *actions, int lowest) {
#ifdef __GLIBC__
  // Swift's Glibc module hides it.
  return posix_spawn_file_actions_addclosefrom_np(actions, lowest);
#else
  (void)actions;
  (void)lowest;
  return 0;
#endif
}
