#pragma once

/// Has the threads of the program share so many heaps. Call it before there are threads.
///
/// glibc makes one for nearly every new thread, up to eight for each core, and never moves what lies in them: while what
/// the program held stayed the same, it grew by a quarter in ten minutes. Elsewhere nothing is done.
void heaps_share(int count);
