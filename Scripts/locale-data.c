// An empty table of ICU's locale data, in the form that ICU documents for programs that need none
// (icu4c/source/stubdata): a header, and a table of contents with no entry. See `make build`.
#include <stdint.h>

struct table {
  uint16_t header_size;
  uint8_t magic[2];
  uint16_t info_size;
  uint16_t reserved;
  uint8_t is_big_endian;
  uint8_t charset_family;
  uint8_t character_size;
  uint8_t reserved_too;
  uint8_t format[4];
  uint8_t format_version[4];
  uint8_t data_version[4];
  uint8_t padding[8];
  uint32_t count;
  uint32_t reserved_at_last;
};

const struct table runout_no_locale_data __attribute__((aligned(16))) = {
    .header_size = 32,
    .magic = {0xda, 0x27},
    .info_size = 20,
    .character_size = 2,
    .format = {'T', 'o', 'C', 'P'},
    .format_version = {1},
};
