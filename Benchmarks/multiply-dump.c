/* multiply-dump.c - a large dump out of a small one, as fast as zlib can write it.
 *
 *   cc -O2 -o multiply-dump multiply-dump.c -lz
 *   multiply-dump FOLDER KIND COPIES [LEVEL]     KIND is artists, labels, masters or releases
 *
 * Writes the dump of that kind in FOLDER COPIES times to standard output, as one dump. LEVEL is how hard gzip tries (1);
 * 0 writes plain XML. An importer that reads pipes needs no space for it:
 *
 *   runout import --data-dir BIG <(multiply-dump D masters 50) <(multiply-dump D releases 50) ...
 *
 * Every copy has ids of its own, shifted by the highest id in the dump of their kind; what refers to a record in the
 * first copy refers to its counterpart in the others. Names, titles and ids inside prose stay. So do the ids of what
 * everyone shares: 0, Various, Unknown Artist and No Artist, so that Various grows as it does in the real catalogue.
 *
 * The small dump is held in memory: half a gigabyte for 100,000 releases.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum kind { ARTIST, LABEL, MASTER, RELEASE, KINDS, FIRST_COPY_ONLY };
static const char *const dump_names[KINDS] = {"artists", "labels", "masters", "releases"};

/* A number to shift, or a record that only the first copy has. */
struct place { size_t at, length; unsigned long value; enum kind kind; };

struct dump {
    char *xml;
    size_t size;
    struct place *places;
    size_t count, room;
    unsigned long highest;      /* id of its own kind */
};

static _Noreturn void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("multiply-dump: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(1);
}

static void *grown(void *memory, size_t size) {
    if (!(memory = realloc(memory, size))) fail("out of memory");
    return memory;
}

/* ---- reading ---- */

static char *path_of(const char *folder, enum kind kind) {
    DIR *directory = opendir(folder);
    if (!directory) fail("cannot open %s", folder);
    char *path = NULL;
    for (struct dirent *entry; !path && (entry = readdir(directory));) {
        const char *part = strstr(entry->d_name, dump_names[kind]);
        if (!part || strncmp(entry->d_name, "discogs_", 8)) continue;
        part += strlen(dump_names[kind]);
        if (strcmp(part, ".xml.gz") && strcmp(part, ".xml")) continue;
        if (asprintf(&path, "%s/%s", folder, entry->d_name) < 0) fail("out of memory");
    }
    closedir(directory);
    if (!path) fail("no dump of %s in %s", dump_names[kind], folder);
    return path;
}

static void load(struct dump *dump, const char *path) {
    gzFile file = gzopen(path, "rb");
    if (!file) fail("cannot open %s", path);
    gzbuffer(file, 1 << 18);
    size_t room = 0;
    for (int got = 1; got > 0; dump->size += got) {
        if (room - dump->size < 1 << 20) dump->xml = grown(dump->xml, room = room * 2 + (1 << 22));
        got = gzread(file, dump->xml + dump->size, 1 << 20);
        if (got < 0) fail("%s is damaged", path);
    }
    if (gzclose_r(file) != Z_OK) fail("%s is damaged or ends early", path);
    free((char *)path);
}

/* ---- finding ids ---- */

static int is_shared(enum kind kind, unsigned long id) {
    return id == 0 || (kind == ARTIST && (id == 194 || id == 355 || id == 118760));
}

static void add(struct dump *dump, struct place place) {
    if (dump->count == dump->room) dump->places = grown(dump->places, (dump->room = dump->room * 2 + 4096) * sizeof place);
    dump->places[dump->count++] = place;
}

/* The number at `digits`; nothing where there is none, as in `<main_release></main_release>`. */
static unsigned long add_number(struct dump *dump, enum kind own, enum kind kind, const char *digits, const char *end) {
    unsigned long value = 0;
    const char *p = digits;
    for (; p < end && *p >= '0' && *p <= '9'; p++) value = value * 10 + (*p - '0');
    if (p == digits) return 0;
    if (kind == own && value > dump->highest) dump->highest = value;
    if (!is_shared(kind, value)) add(dump, (struct place){digits - dump->xml, p - digits, value, kind});
    return value;
}

static int is(const char *name, size_t length, const char *wanted) {
    return length == strlen(wanted) && !memcmp(name, wanted, length);
}

static void find_places(struct dump *dump, enum kind own) {
    const char *end = dump->xml + dump->size, *record = NULL;
    enum kind owner = own;      /* whose id an <id> is */
    for (const char *p = dump->xml; (p = memchr(p, '<', end - p));) {
        const char *name = ++p, *close = memchr(p, '>', end - p);
        if (!close) fail("the XML ends within a tag");
        while (p < close && *p != ' ' && *p != '/') p++;
        size_t length = p - name;
        p = close + 1;
        enum kind kind = KINDS;
        int in_attribute = 0;
        if (is(name, length, "artist")) { owner = ARTIST; record = name - 1; continue; }
        else if (is(name, length, "company")) { owner = LABEL; continue; }
        else if (is(name, length, "id")) kind = owner;
        else if (is(name, length, "master_id")) kind = MASTER;
        else if (is(name, length, "main_release")) kind = RELEASE;
        else if (is(name, length, "release")) kind = RELEASE, in_attribute = 1;
        else if (is(name, length, "master")) kind = MASTER, in_attribute = 1;
        else if (is(name, length, "name")) kind = ARTIST, in_attribute = 1;
        else if (is(name, length, "label") || is(name, length, "series") || is(name, length, "parentLabel")) kind = LABEL, in_attribute = 1;
        else if (is(name, length, "resource_url")) {
            const char *text_end = memchr(p, '<', end - p), *slash = text_end ? memrchr(p, '/', text_end - p) : NULL;
            if (slash) add_number(dump, own, LABEL, slash + 1, text_end);
            continue;
        } else continue;
        if (in_attribute) {
            const char *id = memmem(name, close - name, " id=\"", 5);
            if (id) add_number(dump, own, kind, id + 5, close);
            continue;
        }
        unsigned long value = add_number(dump, own, kind, p, end);
        if (own != ARTIST || !record) continue;
        if (is_shared(ARTIST, value)) {
            const char *next = memmem(p, end - p, "</artist>", 9);
            if (!next) fail("the last artist has no end");
            next += 9;
            if (next < end && *next == '\n') next++;
            add(dump, (struct place){record - dump->xml, next - record, 0, FIRST_COPY_ONLY});
            p = next;
        }
        record = NULL;
    }
}

/* ---- writing ---- */

static gzFile out;

static void put(const char *bytes, size_t length) {
    while (length > 0) {
        unsigned part = length > 1 << 30 ? 1 << 30 : length;
        if (gzwrite(out, bytes, part) != (int)part) fail("cannot write");
        bytes += part;
        length -= part;
    }
}

static void write_copy(const struct dump *dump, size_t from, size_t to, const unsigned long shift[KINDS], int is_first) {
    size_t done = from;
    for (size_t i = 0; i < dump->count; i++) {
        struct place place = dump->places[i];
        if (place.at < done || (is_first && place.kind == FIRST_COPY_ONLY)) continue;
        put(dump->xml + done, place.at - done);
        done = place.at + place.length;
        if (place.kind == FIRST_COPY_ONLY) continue;
        char digits[24], *start = digits + sizeof digits;
        for (unsigned long value = place.value + shift[place.kind]; value; value /= 10) *--start = '0' + value % 10;
        put(start, digits + sizeof digits - start);
    }
    put(dump->xml + done, to - done);
}

int main(int argc, char **argv) {
    if (argc < 4 || argc > 5) fail("usage: multiply-dump FOLDER artists|labels|masters|releases COPIES [LEVEL]");
    enum kind wanted = 0;
    while (wanted < KINDS && strcmp(argv[2], dump_names[wanted])) wanted++;
    int copies = atoi(argv[3]), level = argc == 5 ? atoi(argv[4]) : 1;
    if (wanted == KINDS || copies < 1 || level < 0 || level > 9) fail("unknown kind, or a number out of range");

    struct dump dump = {0};
    unsigned long stride[KINDS];
    for (enum kind kind = 0; kind < KINDS; kind++) {
        struct dump read = {0};
        load(&read, path_of(argv[1], kind));
        find_places(&read, kind);
        stride[kind] = read.highest + 1;
        if (kind == wanted) dump = read;
        else free(read.xml), free(read.places);
    }

    char root[16], mode[8];
    snprintf(root, sizeof root, "<%s", dump_names[wanted]);
    snprintf(mode, sizeof mode, level ? "wb%d" : "wbT", level);
    char *body = memmem(dump.xml, dump.size, root, strlen(root));
    if (body) body = memchr(body, '>', dump.xml + dump.size - body);
    if (!body) fail("no root element");
    size_t from = body + 1 - dump.xml, to = dump.size;
    if (from < to && dump.xml[from] == '\n') from++;
    while (to > from && memcmp(dump.xml + to - 1, "<", 1)) to--;
    if (to-- == from) fail("the root element has no end");

    if (!(out = gzdopen(1, mode))) fail("cannot write");
    gzbuffer(out, 1 << 18);
    put(dump.xml, from);
    for (int copy = 0; copy < copies; copy++) {
        unsigned long shift[KINDS];
        for (enum kind kind = 0; kind < KINDS; kind++) shift[kind] = copy * stride[kind];
        write_copy(&dump, from, to, shift, copy == 0);
    }
    put(dump.xml + to, dump.size - to);
    if (gzclose_w(out) != Z_OK) fail("cannot write");
    return 0;
}
