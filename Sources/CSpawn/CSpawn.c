#define _GNU_SOURCE
#include "CSpawn.h"

#ifdef __GLIBC__
#include <dirent.h>
#include <stdlib.h>

// Swift's Glibc module hides it. Weak, because glibc has it from 2.34 on, and the program also runs with older ones.
#pragma weak posix_spawn_file_actions_addclosefrom_np

// Closes the descriptors that are open now. Those that another thread opens meanwhile have a close-on-exec flag.
static int close_each(posix_spawn_file_actions_t *actions, int lowest) {
  DIR *open_files = opendir("/proc/self/fd");
  if (!open_files) return -1;
  int failure = 0;
  for (struct dirent *entry; !failure && (entry = readdir(open_files));) {
    int descriptor = atoi(entry->d_name);
    if (descriptor >= lowest && descriptor != dirfd(open_files)) {
      failure = posix_spawn_file_actions_addclose(actions, descriptor);
    }
  }
  closedir(open_files);
  return failure;
}
#endif

int spawn_closes_from(posix_spawn_file_actions_t *actions, int lowest) {
#ifdef __GLIBC__
  if (!posix_spawn_file_actions_addclosefrom_np) return close_each(actions, lowest);
  return posix_spawn_file_actions_addclosefrom_np(actions, lowest);
#else
  (void)actions;
  (void)lowest;
  return 0;
#endif
}
