#ifndef CSPAWN_H
#define CSPAWN_H

#include <spawn.h>

/// Has a program that is about to be started close `lowest` and every descriptor above it. Does nothing where the
/// system does so by a flag of the program's attributes.
int spawn_closes_from(posix_spawn_file_actions_t *actions, int lowest);

#endif
