#pragma once

#if defined(__linux__)
/// CoreFoundation's interface to the main queue on Linux, in libdispatch but in none of its headers: a descriptor that
/// can be read when work is due, and the function that does the work. The queue is bound to the first calling thread.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *unused);
#endif
