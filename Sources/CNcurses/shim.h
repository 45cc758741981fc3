#pragma once

#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

// In <wchar.h> only for those who ask for the X/Open interfaces.
int wcwidth(wchar_t);

/// What ncurses offers as macros or as variables, which Swift cannot use, as functions.

static inline SCREEN *ncurses_open(const char *name) { return newterm((NCURSES_CONST char *)name, stdout, stdin); }
static inline WINDOW *ncurses_screen(void) { return stdscr; }
/// The screen as ncurses believes the terminal shows it.
static inline WINDOW *ncurses_shown_screen(void) { return curscr; }
static inline int ncurses_colors(void) { return COLORS; }
static inline int ncurses_color_pairs(void) { return COLOR_PAIRS; }

static inline attr_t ncurses_bold(void) { return A_BOLD; }
static inline attr_t ncurses_dim(void) { return A_DIM; }
static inline attr_t ncurses_italic(void) { return A_ITALIC; }
static inline attr_t ncurses_underline(void) { return A_UNDERLINE; }
static inline attr_t ncurses_reverse(void) { return A_REVERSE; }

/// The columns that ncurses reckons with for a character.
static inline int ncurses_width(wchar_t character) { return wcwidth(character); }

// In <term.h>, which defines a macro for every capability.
int setupterm(const char *, int, int *);

/// Looks a terminal up in terminfo. Returns 0, or -1 where it is not known.
static inline int ncurses_look_up(const char *name, int *status) {
  return setupterm(name, STDOUT_FILENO, status) == OK ? 0 : -1;
}

/// A capability that is a string; NULL where the terminal lacks it or where terminfo knows no such name.
static inline const char *ncurses_capability(const char *name) {
  const char *value = tigetstr(name);
  return value == (const char *)-1 ? NULL : value;
}

// Declared there, too: what every description of a terminal lists, in the order of its file, each list ended by NULL.
extern NCURSES_CONST char *const boolnames[];
extern NCURSES_CONST char *const numnames[];
extern NCURSES_CONST char *const strnames[];

/// The name of a capability that is a flag, a number or a string, by its place in the file; NULL behind the last.
static inline const char *ncurses_flag_name(int place) { return boolnames[place]; }
static inline const char *ncurses_number_name(int place) { return numnames[place]; }
static inline const char *ncurses_string_name(int place) { return strnames[place]; }

/// Has ncurses leave the palette alone, which it would reset whenever it comes back from `endwin`: colours that the user
/// set by an escape sequence would be gone. The capability is emptied because no function turns it off.
static inline void ncurses_keep_palette(void) {
  char *reset = tigetstr("oc");
  if (reset != NULL && reset != (char *)-1) *reset = '\0';
}

/// Takes the first occurrence of `part` out of a capability, once and for all. Returns whether there was one.
static inline bool ncurses_drop_from_capability(const char *name, const char *part) {
  char *value = tigetstr(name);
  char *found = value != NULL && value != (char *)-1 ? strstr(value, part) : NULL;
  if (found == NULL) return false;
  char *rest = found + strlen(part);
  memmove(found, rest, strlen(rest) + 1);
  return true;
}

/// A cell with a sign and up to four marks, the rest 0.
///
/// As `setcchar` makes it, which asks the C library for the length and the width of each: both are known here.
static inline cchar_t ncurses_cell(const wchar_t content[CCHARW_MAX], attr_t attributes, short pair) {
  cchar_t cell = {.attr = (attributes & ~A_COLOR) | COLOR_PAIR(pair < 256 ? pair : 255), .ext_color = pair};
  for (int number = 0; number < CCHARW_MAX; number += 1) cell.chars[number] = content[number];
  return cell;
}

/// The terminal's size as the system knows it. Returns 0, or -1 where it knows none.
static inline int ncurses_window_size(int file, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(file, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

/// How large a cell is in pixels, as the system knows it. Returns 0, or -1 where it does not, or says what no cell is.
static inline int ncurses_cell_size(int file, int *width, int *height) {
  struct winsize size;
  if (ioctl(file, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return -1;
  *width = size.ws_xpixel / size.ws_col;
  *height = size.ws_ypixel / size.ws_row;
  // At most what a terminal's own answer may say (KeyParser+Answers.swift).
  return *width > 0 && *width <= 128 && *height > 0 && *height <= 128 ? 0 : -1;
}
