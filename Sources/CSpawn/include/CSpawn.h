#ifndef CSPAWN_H
#define CSPAWN_H

#include <spawn.h>

/// Makes the program to be started close `lowest` and every descriptor above it. Does nothing on systems with a flag
/// for that in the attributes of `posix_spawn`.
int spawn_closes_from(posix_spawn_file_actions_t *actions, int lowest);

#endif
