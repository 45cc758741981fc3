#pragma once

/// Limits the program to `count` heaps, shared by its threads. Call it before there are threads.
///
/// glibc makes a heap for nearly every new thread, up to eight for each core, and never compacts them: the program grew
/// by a quarter in ten minutes while it held the same data. Does nothing without glibc.
void heaps_share(int count);
