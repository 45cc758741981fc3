#pragma once
// For a dictionary of chosen parameters. `ZDICT_trainFromBuffer`, which is declared without this, tries five of them.
#define ZDICT_STATIC_LINKING_ONLY
#include <zdict.h>
#include <zstd.h>
