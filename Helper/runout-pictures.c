// Decodes a picture and scales it down: `runout-pictures SIDE <FILE >PIXELS`.
//
// A process of its own, because files come from elsewhere: one that crashes it, or takes too much memory or time, costs
// one picture. It opens no files, and its resources are limited before the first byte is read. macOS has no limit on
// memory, so there only the bounds below and the limits on time and files hold.
//
// The output is "RNPX", width and height in 32 bits, the lowest byte first, and four bytes for each pixel: red, green,
// blue and opacity. The exit status is 0, or 1 unless the file is a JPEG, PNG or WebP picture within the bounds.
#include <errno.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// jpeglib.h needs size_t and FILE, but includes neither.
#include <jpeglib.h>
#include <png.h>
#include <webp/decode.h>

// A cover from Discogs has 600 × 600 pixels and 100 kB. The bound is lower for pictures that must be decoded as a whole
// before their first row is ready: interlaced ones and WebP.
enum {
  most_bytes = 16 << 20,
  longest_side = 20000,
  most_pixels = 16 << 20,
  most_held_pixels = 4 << 20,
  largest_result = 2000,
};

static void limit(int resource, rlim_t most) {
  struct rlimit limit = {most, most};
  setrlimit(resource, &limit);
}

// MARK: Making small

// Takes the rows of a picture from the top; each pixel of the result is the mean of those it replaces.
struct reduction {
  unsigned width, height;
  unsigned new_width, new_height;
  unsigned row, new_row;
  uint32_t *sums; // red, green, blue times opacity, opacity, count: for each pixel of one row of the result
  uint8_t *pixels;
};

// Returns 0 if the sides are out of bounds or there is no memory.
static int begin(struct reduction *reduction, unsigned width, unsigned height, unsigned side) {
  if (width == 0 || height == 0 || width > longest_side || height > longest_side) return 0;
  if ((uint64_t)width * height > most_pixels) return 0;
  memset(reduction, 0, sizeof *reduction);
  reduction->width = width;
  reduction->height = height;
  unsigned longer = width > height ? width : height;
  unsigned shown = longer < side ? longer : side;
  reduction->new_width = (unsigned)((uint64_t)width * shown / longer);
  reduction->new_height = (unsigned)((uint64_t)height * shown / longer);
  if (reduction->new_width == 0) reduction->new_width = 1;
  if (reduction->new_height == 0) reduction->new_height = 1;
  reduction->sums = calloc((size_t)reduction->new_width * 5, sizeof *reduction->sums);
  reduction->pixels = calloc((size_t)reduction->new_width * reduction->new_height, 4);
  return reduction->sums != NULL && reduction->pixels != NULL;
}

static void finish_row(struct reduction *reduction) {
  uint8_t *pixel = reduction->pixels + (size_t)reduction->new_row * reduction->new_width * 4;
  uint32_t *sum = reduction->sums;
  for (unsigned column = 0; column < reduction->new_width; column++, pixel += 4, sum += 5) {
    if (sum[3] > 0) {
      for (int channel = 0; channel < 3; channel++) pixel[channel] = (uint8_t)(sum[channel] / sum[3]);
      pixel[3] = (uint8_t)(sum[3] / sum[4]);
    }
    memset(sum, 0, 5 * sizeof *sum);
  }
}

// Takes the next row, `channels` bytes a pixel: 3, or 4 with opacity.
static void take(struct reduction *reduction, const uint8_t *row, int channels) {
  if (reduction->row >= reduction->height) return;
  unsigned new_row = (unsigned)((uint64_t)reduction->row * reduction->new_height / reduction->height);
  if (new_row != reduction->new_row) {
    finish_row(reduction);
    reduction->new_row = new_row;
  }
  reduction->row++;
  for (unsigned column = 0; column < reduction->width; column++, row += channels) {
    uint32_t *sum = reduction->sums + (size_t)((uint64_t)column * reduction->new_width / reduction->width) * 5;
    uint32_t opacity = channels == 4 ? row[3] : 255;
    // 255 × 255 × 66,000 is the most that these sums hold; pixels beyond are left out.
    if (sum[4] >= 66000) continue;
    for (int channel = 0; channel < 3; channel++) sum[channel] += row[channel] * opacity;
    sum[3] += opacity;
    sum[4]++;
  }
}

static int put(const uint8_t *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(STDOUT_FILENO, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return 0;
    bytes += written;
    count -= (size_t)written;
  }
  return 1;
}

// Returns the exit status.
static int show(struct reduction *reduction) {
  if (reduction->row < reduction->height) return 1;
  finish_row(reduction);
  uint8_t head[12] = {'R', 'N', 'P', 'X'};
  for (int byte = 0; byte < 4; byte++) {
    head[4 + byte] = (uint8_t)(reduction->new_width >> 8 * byte);
    head[8 + byte] = (uint8_t)(reduction->new_height >> 8 * byte);
  }
  size_t count = (size_t)reduction->new_width * reduction->new_height * 4;
  return put(head, sizeof head) && put(reduction->pixels, count) ? 0 : 1;
}

// MARK: JPEG

struct jpeg_trouble {
  struct jpeg_error_mgr manager;
  jmp_buf out;
};

static void give_up(j_common_ptr info) { longjmp(((struct jpeg_trouble *)info->err)->out, 1); }

// A warning means that the file was cut or changed, so it is refused.
static void give_up_on_warning(j_common_ptr info, int level) {
  if (level < 0) give_up(info);
}

static void say_nothing(j_common_ptr info) { (void)info; }

static int show_jpeg(const uint8_t *file, size_t count, unsigned side) {
  struct jpeg_decompress_struct info;
  struct jpeg_trouble trouble;
  struct reduction reduction;
  info.err = jpeg_std_error(&trouble.manager);
  trouble.manager.error_exit = give_up;
  trouble.manager.emit_message = give_up_on_warning;
  trouble.manager.output_message = say_nothing;
  if (setjmp(trouble.out)) return 1;
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, file, count);
  jpeg_read_header(&info, TRUE);
  if (info.image_width > longest_side || info.image_height > longest_side) return 1;
  if ((uint64_t)info.image_width * info.image_height > most_pixels) return 1;
  unsigned longer = info.image_width > info.image_height ? info.image_width : info.image_height;
  info.scale_num = 1;
  info.scale_denom = 1;
  while (info.scale_denom < 8 && longer / (info.scale_denom * 2) >= 2 * side) info.scale_denom *= 2;
  int is_ink = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
  info.out_color_space = is_ink ? JCS_CMYK : JCS_RGB;
  jpeg_start_decompress(&info);
  if (!begin(&reduction, info.output_width, info.output_height, side)) return 1;
  int channels = info.output_components;
  if (channels != (is_ink ? 4 : 3)) return 1;
  uint8_t *row = malloc((size_t)info.output_width * (size_t)channels);
  if (row == NULL) return 1;
  while (info.output_scanline < info.output_height) {
    JSAMPROW rows[1] = {row};
    if (jpeg_read_scanlines(&info, rows, 1) != 1) return 1;
    if (is_ink) {
      // Inverted, as Adobe writes it: 255 is no ink.
      for (unsigned column = 0; column < info.output_width; column++) {
        const uint8_t *ink = row + 4 * column;
        uint8_t pixel[3] = {
          (uint8_t)(ink[0] * ink[3] / 255), (uint8_t)(ink[1] * ink[3] / 255), (uint8_t)(ink[2] * ink[3] / 255)};
        memcpy(row + 3 * column, pixel, sizeof pixel);
      }
    }
    take(&reduction, row, 3);
  }
  return show(&reduction);
}

// MARK: PNG

struct png_bytes {
  const uint8_t *next;
  size_t left;
};

static void read_png(png_structp png, png_bytep into, size_t count) {
  struct png_bytes *bytes = png_get_io_ptr(png);
  if (count > bytes->left) png_error(png, "cut");
  memcpy(into, bytes->next, count);
  bytes->next += count;
  bytes->left -= count;
}

static void ignore(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void fail(png_structp png, png_const_charp message) {
  (void)message;
  longjmp(png_jmpbuf(png), 1);
}

static int show_png(const uint8_t *file, size_t count, unsigned side) {
  struct reduction reduction;
  struct png_bytes bytes = {file, count};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
  png_infop info = png == NULL ? NULL : png_create_info_struct(png);
  if (info == NULL) return 1;
  if (setjmp(png_jmpbuf(png))) return 1;
  png_set_read_fn(png, &bytes, read_png);
  png_set_user_limits(png, longest_side, longest_side);
  // Text and profiles are of no use here, and may be bombs.
  png_set_chunk_cache_max(png, 4);
  png_set_chunk_malloc_max(png, 1 << 20);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
  png_read_info(png, info);
  unsigned width = png_get_image_width(png, info), height = png_get_image_height(png, info);
  if ((uint64_t)width * height > most_pixels) return 1;
  png_set_expand(png);
  png_set_strip_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  if (passes > 1 && (uint64_t)width * height > most_held_pixels) return 1;
  png_read_update_info(png, info);
  size_t stride = png_get_rowbytes(png, info);
  if (png_get_channels(png, info) != 4 || !begin(&reduction, width, height, side)) return 1;
  // Interlaced pictures are decoded as a whole before the first row is complete.
  uint8_t *rows = calloc(passes > 1 ? height : 1, stride);
  if (rows == NULL) return 1;
  for (int pass = 0; pass < passes; pass++) {
    for (unsigned row = 0; row < height; row++) {
      uint8_t *place = rows + (passes > 1 ? row * stride : 0);
      png_read_row(png, place, NULL);
      if (pass == passes - 1) take(&reduction, place, 4);
    }
  }
  png_read_end(png, NULL);
  return show(&reduction);
}

// MARK: WebP

static int show_webp(const uint8_t *file, size_t count, unsigned side) {
  WebPDecoderConfig config;
  struct reduction reduction;
  if (!WebPInitDecoderConfig(&config) || WebPGetFeatures(file, count, &config.input) != VP8_STATUS_OK) return 1;
  if (config.input.width <= 0 || config.input.height <= 0 || config.input.has_animation) return 1;
  unsigned width = (unsigned)config.input.width, height = (unsigned)config.input.height;
  if ((uint64_t)width * height > most_held_pixels) return 1;
  if (!begin(&reduction, width, height, side)) return 1;
  config.output.colorspace = MODE_RGBA;
  if (WebPDecode(file, count, &config) != VP8_STATUS_OK) return 1;
  for (unsigned row = 0; row < height; row++) {
    take(&reduction, config.output.u.RGBA.rgba + (size_t)row * (size_t)config.output.u.RGBA.stride, 4);
  }
  return show(&reduction);
}

int main(int count, char **arguments) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_AS, 128 << 20);
  limit(RLIMIT_CPU, 2);
  limit(RLIMIT_NOFILE, 3);
  long side = count == 2 ? strtol(arguments[1], NULL, 10) : 0;
  if (side < 1 || side > largest_result) {
    fputs("usage: runout-pictures SIDE <FILE >PIXELS\n", stderr);
    return 2;
  }
  uint8_t *file = malloc(most_bytes);
  size_t length = 0;
  while (file != NULL && length < most_bytes) {
    ssize_t got = read(STDIN_FILENO, file + length, most_bytes - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return 1;
    if (got == 0) break;
    length += (size_t)got;
  }
  if (file == NULL || length < 12 || length == most_bytes) return 1;
  if (memcmp(file, "\xFF\xD8\xFF", 3) == 0) return show_jpeg(file, length, (unsigned)side);
  if (memcmp(file, "\x89PNG\r\n\x1A\n", 8) == 0) return show_png(file, length, (unsigned)side);
  if (memcmp(file, "RIFF", 4) == 0 && memcmp(file + 8, "WEBP", 4) == 0) return show_webp(file, length, (unsigned)side);
  return 1;
}
