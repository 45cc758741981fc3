#pragma once

#if defined(__linux__)
/// How CoreFoundation's run loop on Linux serves the main queue, in libdispatch but in none of its headers: a file that
/// can be read from when work is due, and the function that does it. The thread that asks for the file is the queue's.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *unused);
#endif
