#!/usr/bin/env python3
"""Expand the demo catalogue (Scripts/demo/*.txt) into Resources/Demo.

  expand-demo.py            write the XML and CSV files, print a table of counts
  expand-demo.py --check    write nothing; exit 1 when a committed file differs
  expand-demo.py --draft    write although links in prose lead to records not written yet

The source format is described in Scripts/demo/FORMAT.md. Standard library only.
"""
import csv
import io
import os
import re
import sys
import urllib.parse
import xml.etree.ElementTree as ET
from collections import Counter

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "demo")
TARGET = os.path.join(os.path.dirname(HERE), "Resources", "Demo")
BASE = {"artist": 900000000, "label": 910000000, "master": 920000000, "release": 930000000}
GENRES = ["Blues", "Brass & Military", "Children's", "Classical", "Electronic", "Folk, World, & Country",
          "Funk / Soul", "Hip Hop", "Jazz", "Latin", "Non-Music", "Pop", "Reggae", "Rock", "Stage & Screen"]
FORMATS = {"Vinyl", "CD", "CDr", "Cassette", "File", "DVD", "Blu-ray", "SACD", "Shellac", "Flexi-disc", "Box Set",
           "All Media", "8-Track Cartridge", "Reel-To-Reel", "Hybrid", "Minidisc", "VHS", "Lathe Cut"}
SIDED = {"Vinyl", "Cassette", "Shellac", "Flexi-disc", "8-Track Cartridge", "Reel-To-Reel", "Lathe Cut"}
ENTITY = {"Record Company": 4, "Licensed To": 5, "Licensed From": 6, "Marketed By": 8, "Distributed By": 9,
          "Manufactured By": 10, "Phonographic Copyright (p)": 13, "Copyright (c)": 14, "Made By": 16, "Pressed By": 17,
          "Printed By": 19, "Published By": 21, "Recorded At": 23, "Overdubbed At": 25, "Produced At": 26,
          "Mixed At": 27, "Mastered At": 29, "Lacquer Cut At": 30, "Glass Mastered At": 31, "Remastered At": 35,
          "Recorded By": 39, "Filmed At": 34}
SHORT = {"Reissue": "RE", "Repress": "RP", "Remastered": "RM", "Compilation": "Comp", "Limited Edition": "Ltd",
         "Numbered": "Num", "Test Pressing": "TP", "White Label": "W/Lbl", "Mini-Album": "MiniAlbum",
         "Picture Disc": "Pic", "Quadraphonic": "Quad", "Club Edition": "Club", "Maxi-Single": "Maxi",
         "Single Sided": "S/Sided", "Deluxe Edition": "Dlx", "Special Edition": "S/Edition", "Sampler": "Smplr"}
SHORT_NAME = {"Cassette": "Cass", "8-Track Cartridge": "8-Trk", "Reel-To-Reel": "Reel", "Box Set": "Box",
              "Flexi-disc": "Flexi", "Blu-ray": "Blu-ray"}
NOT_SHOWN = {"Stereo", "45 RPM", "33 ⅓ RPM", "78 RPM"}

errors = []


def fail(where, text):
    errors.append(f"{where}: {text}")


def miss(where, text):
    if "--draft" in sys.argv[1:]:
        print(f"draft: {where}: {text}", file=sys.stderr)
    else:
        fail(where, text)


# --- reading ------------------------------------------------------------------------------------------------------


class Entry:
    def __init__(self, where, **kw):
        self.where = where
        self.text = []
        self.__dict__.update(kw)


def split(value, mark=";"):
    return [part.strip() for part in value.split(mark) if part.strip()]


def parse_credits(value):
    """`Name ~ As Printed {&} Other Name` to [(name, anv, join)]."""
    pieces = re.split(r"\s*\{([^}]*)\}\s*", value.strip())
    out = []
    for index in range(0, len(pieces), 2):
        name, _, anv = pieces[index].partition(" ~ ")
        out.append((name.strip(), anv.strip(), pieces[index + 1] if index + 1 < len(pieces) else ""))
    return out


def parse_role(value, where):
    """`Name ~ As Printed: Role, Role [Detail] @A1 to A3` to (name, anv, role, tracks)."""
    body, at, tracks = value.rpartition(" @")
    if not at:
        body, tracks = value, ""
    name, colon, role = body.partition(": ")
    if not colon:
        fail(where, f"credit without a role: {value}")
    name, _, anv = name.partition(" ~ ")
    return name.strip(), anv.strip(), role.strip(), tracks.strip()


def parse_formats(value, where):
    out = []
    for part in value.split(" + "):
        match = re.fullmatch(r"(?:(\d+)x\s*)?([^:{]+?)(?::\s*([^{]*?))?(?:\s*\{([^}]*)\})?", part.strip())
        if not match or match.group(2) not in FORMATS:
            fail(where, f"bad format: {part}")
            continue
        out.append((match.group(2), match.group(1) or "1", split(match.group(3) or "", ","), match.group(4) or ""))
    return out


class Track:
    def __init__(self, kind, section, title="", duration="", artists=None):
        self.kind, self.section, self.title, self.duration = kind, section, title, duration
        self.artists, self.extra, self.subs = artists or [], [], []
        self.shared = False


class Tracks(list):
    section = "A"

    def add(self, line):
        mark, _, rest = line.partition(" ")
        rest = rest.strip()
        if line.startswith("/"):
            self.section = line[1:].strip()
        elif mark == "#":
            self.append(Track("heading", self.section, rest))
        elif mark == "&":
            target = self[-1].subs[-1] if self[-1].subs else self[-1]
            target.extra.append(parse_role(rest, line))
        else:
            for piece in rest.split(" ; "):
                title, duration = piece.strip(), ""
                match = re.fullmatch(r"(.*?) = ((?:\d+:)?\d+:\d\d)", title)
                if match:
                    title, duration = match.groups()
                artists = []
                if " :: " in title:
                    who, title = title.split(" :: ", 1)
                    artists = parse_credits(who)
                track = Track("track", self.section, title, duration, artists)
                if mark in ("*", "*."):
                    track.kind, track.shared = "index", mark == "*."
                    self.append(track)
                elif mark == "..":
                    self[-1].subs.append(track)
                else:
                    self.append(track)


TRACK_MARKS = (". ", ".. ", "* ", "*. ", "# ", "& ", "/")


def read_sources():
    artists, labels, groups, rows = {}, {}, [], {"collection": [], "wantlist": []}
    for name in sorted(os.listdir(SOURCE)):
        if not name.endswith(".txt") or name == "ids.txt":
            continue
        current = None
        group = None
        with open(os.path.join(SOURCE, name), encoding="utf-8") as handle:
            for number, raw in enumerate(handle, 1):
                line = raw.strip()
                where = f"{name}:{number}"
                if not line or line.startswith("//"):
                    continue
                if name in ("collection.txt", "wantlist.txt"):
                    rows[name[:-4]].append((where, [cell.strip() for cell in line.split("|")]))
                    continue
                word, _, rest = line.partition(" ")
                if word in ("artist", "label") and rest:
                    table = artists if word == "artist" else labels
                    if rest in table:
                        fail(where, f"second {word} {rest}")
                    current = table[rest] = Entry(where, name=rest, kind=word, real="", nv=[], members=[], alias=[],
                                                  urls=[], parent="", contact="", stub=False)
                    group = None
                elif word in ("master", "release") and "|" in rest:
                    cells = [cell.strip() for cell in rest.split("|")]
                    if len(cells) != 6:
                        fail(where, "wants key | artists | title | year | genres | styles")
                        continue
                    group = current = Entry(where, kind=word, key=cells[0], artists=parse_credits(cells[1]),
                                            title=cells[2], year=cells[3], genres=split(cells[4]),
                                            styles=split(cells[5], ","), credits=[], companies=[], tracks=Tracks(),
                                            videos=[], releases=[])
                    groups.append(group)
                elif word == "-" and group:
                    cells = [cell.strip() for cell in rest.split("|")]
                    if len(cells) != 5:
                        fail(where, "wants - key | country | released | labels | formats")
                        continue
                    labels_here = []
                    for part in split(cells[3]):
                        label, _, catno = part.partition(" = ")
                        labels_here.append((label.strip(), catno.strip()))
                    current = Entry(where, kind="pressing", group=group, key=f"{group.key}.{cells[0]}",
                                    country=cells[1], released=cells[2], labels=labels_here,
                                    formats=parse_formats(cells[4], where), credits=[], companies=[],
                                    identifiers=[], series=[], tracks=Tracks(), layout="", title=group.title,
                                    artists=group.artists, genres=group.genres, styles=group.styles, bare=False)
                    group.releases.append(current)
                elif line.startswith(TRACK_MARKS):
                    current.tracks.add(line)
                elif word == "+":
                    current.credits.append(parse_role(rest, where))
                else:
                    field(current, line, where)
    return artists, labels, groups, rows


def field(entry, line, where):
    match = re.fullmatch(r"(\w+):\s?(.*)", line)
    if not match or entry is None:
        return fail(where, f"not understood: {line[:60]}")
    key, value = match.groups()
    value = value.strip()
    if key in ("p", "n"):
        entry.text.append(value)
    elif key == "real":
        entry.real = value
    elif key == "nv":
        entry.nv += split(value)
    elif key in ("members", "alias"):
        setattr(entry, key, getattr(entry, key) + split(value))
    elif key == "url":
        entry.urls.append(value)
    elif key == "parent":
        entry.parent = value
    elif key == "contact":
        entry.contact = value.replace("\\n", "\n")
    elif key == "c":
        role, _, company = value.partition(" = ")
        company, _, catno = company.partition(" / ")
        if role not in ENTITY:
            fail(where, f"unknown company role {role}")
        else:
            entry.companies.append((role, company, catno))
    elif key == "i":
        entry.identifiers.append(tuple(part.strip() for part in value.split(" = ")))
    elif key == "s":
        label, _, catno = value.partition("=")
        entry.series.append((label.strip(), catno.strip()))
    elif key == "v":
        title, _, duration = value.partition(" = ")
        if entry.kind != "master" or not re.fullmatch(r"\d+:\d\d", duration):
            fail(where, "wants v: title = 3:21, below a master")
        else:
            entry.videos.append((title, duration))
    elif key == "tl":
        entry.layout = value
    elif key == "title":
        entry.title = value
    elif key == "by":
        entry.artists = parse_credits(value)
    elif key == "genres":
        entry.genres = split(value)
    elif key == "styles":
        entry.styles = split(value, ",")
    elif key == "bare":
        entry.bare = True
    else:
        fail(where, f"unknown field {key}")
    return None


# --- ids ----------------------------------------------------------------------------------------------------------


class Ids:
    """Ids are kept in ids.txt so that they never move when records are added."""

    def __init__(self):
        self.path = os.path.join(SOURCE, "ids.txt")
        self.table = {kind: {} for kind in BASE}
        self.added = False
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as handle:
                for line in handle:
                    kind, number, key = line.rstrip("\n").split("\t")
                    if key in self.table[kind] or int(number) in self.table[kind].values():
                        fail("ids.txt", f"twice: {kind} {number} {key}")
                    self.table[kind][key] = int(number)

    def of(self, kind, key):
        table = self.table[kind]
        if key not in table:
            table[key] = max(table.values(), default=BASE[kind]) + 1
            self.added = True
        return table[key]

    def text(self):
        return "".join(f"{kind}\t{number}\t{key}\n" for kind in BASE
                       for key, number in sorted(self.table[kind].items(), key=lambda item: item[1]))


# --- tracklists ---------------------------------------------------------------------------------------------------


def positions(tracks, scheme, groups, where):
    """Number the chosen sections; returns [(track, position, [sub positions], disc)] and a map of the sided numbering."""
    sections = []
    for track in tracks:
        if track.section not in sections:
            sections.append(track.section)
    chosen = groups or (["".join(s for s in sections if s.isupper())] if scheme == "cd"
                        else [s for s in sections if s.isupper()])
    out = []
    for number, group in enumerate(chosen):
        members = [track for section in group for track in tracks if track.section == section]
        if not members:
            fail(where, f"no tracks in section {group}")
        total = sum((1 if t.shared or t.kind == "track" else len(t.subs)) for t in members if t.kind != "heading")
        if scheme == "cd":
            prefix = f"{number + 1}-" if len(chosen) > 1 else ""
        else:
            prefix = chr(65 + number) if groups or group.isupper() else group
        count = 0

        def following():
            nonlocal count
            count += 1
            if scheme != "cd" and total == 1:
                return prefix
            return f"{prefix}{count}"

        for track in members:
            if track.kind == "heading":
                out.append((track, "", []))
            elif track.kind == "index" and track.shared:
                base = following()
                mark = "." if scheme != "cd" else ""
                out.append((track, "", [f"{base}{mark}{chr(97 + i)}" for i in range(len(track.subs))]))
            elif track.kind == "index":
                out.append((track, "", [following() for _ in track.subs]))
            else:
                out.append((track, following(), []))
    return out


def flat(rows):
    for track, position, subs in rows:
        if track.kind == "index":
            yield from zip(track.subs, subs)
        elif track.kind == "track":
            yield track, position


def canonical(tracks, where):
    sections = []
    for track in tracks:
        if track.section not in sections:
            sections.append(track.section)
    out = []
    for section in sections:
        rows = positions([t for t in tracks if t.section == section], "sides", [section], where)
        for track, position in flat(rows):
            out.append((f"{section}{position[1:]}", track))
    return out


def translate(ranges, tracks, rows, where):
    """Turn track ranges written against the sided numbering into this release's own positions."""
    names = canonical(tracks, where)
    order = [name for name, _ in names]
    wanted = []
    for part in split(ranges, ","):
        first, _, last = part.partition(" to ")
        if first not in order or (last and last not in order):
            fail(where, f"credit range {part} does not resolve among {order}")
            continue
        begin = order.index(first)
        wanted += range(begin, (order.index(last) if last else begin) + 1)
    listed = list(flat(rows))
    chosen = [names[w][1] for w in wanted]
    if any(id(track) in {id(other) for _, other in names} for track, _ in listed):
        mine = [i for i, (track, _) in enumerate(listed) if any(track is other for other in chosen)]
    else:  # a pressing with a tracklist of its own: go by title
        titles = {other.title.casefold() for other in chosen}
        mine = [i for i, (track, _) in enumerate(listed) if track.title.casefold() in titles]
    if not mine:
        return None
    runs = []
    for index in mine:
        if runs and runs[-1][1] == index - 1:
            runs[-1][1] = index
        else:
            runs.append([index, index])
    parts = []
    for begin, end in runs:
        first, last = listed[begin][1], listed[end][1]
        parts.append(first if begin == end else f"{first}, {last}" if end == begin + 1 else f"{first} to {last}")
    return ", ".join(parts)


# --- writing ------------------------------------------------------------------------------------------------------


def esc(text):
    return (text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
            .replace("\r", "&#13;"))


def tag(name, text, attributes=""):
    return f"<{name}{attributes}>{esc(text)}</{name}>" if text else ""


def wrap(name, inner):
    return f"<{name}>{inner}</{name}>" if inner else ""


class Catalogue:
    def __init__(self):
        self.ids = Ids()
        self.artists, self.labels, self.groups, self.rows = read_sources()
        self.releases = {}
        self.masters = {}
        self.counts = Counter()
        self.formats = Counter()
        self.genre_counts = Counter()
        self.decades = Counter()
        for group in self.groups:
            if group.key in self.masters:
                fail(group.where, f"second record {group.key}")
            self.masters[group.key] = group
            if not group.releases:
                fail(group.where, "no releases")
            for release in group.releases:
                if release.key in self.releases:
                    fail(release.where, f"second release {release.key}")
                self.releases[release.key] = release
        for name in list(self.artists):
            self.ids.of("artist", name)
        for name in list(self.labels):
            self.ids.of("label", name)
        for group in self.groups:
            if group.kind == "master":
                self.ids.of("master", group.key)
            for release in group.releases:
                self.ids.of("release", release.key)
        self.groups_of, self.aliases_of, self.sublabels_of = {}, {}, {}
        for entry in list(self.artists.values()):
            for member in entry.members:
                self.artist(member)
                self.groups_of.setdefault(member, []).append(entry.name)
            for alias in entry.alias:
                self.artist(alias)
                self.aliases_of.setdefault(alias, []).append(entry.name)
                self.aliases_of.setdefault(entry.name, []).append(alias)
        for entry in list(self.labels.values()):
            if entry.parent:
                self.label(entry.parent)
                self.sublabels_of.setdefault(entry.parent, []).append(entry.name)

    def artist(self, name):
        if name.startswith("~"):
            return 0
        if name not in self.artists:
            self.artists[name] = Entry("stub", name=name, kind="artist", real="", nv=[], members=[], alias=[],
                                       urls=[], stub=True)
        return self.ids.of("artist", name)

    def label(self, name):
        if name not in self.labels:
            self.labels[name] = Entry("stub", name=name, kind="label", parent="", contact="", urls=[], stub=True)
        return self.ids.of("label", name)

    def credit(self, name, anv="", join="", role="", tracks=""):
        number = self.artist(name)
        return ("<artist>" + (f"<id>{number}</id>" if number else "") + tag("name", name.lstrip("~"))
                + tag("anv", anv) + tag("join", join) + tag("role", role) + tag("tracks", tracks) + "</artist>")

    def prose(self, entry, crlf=False):
        text = "\n".join(entry.text).strip()

        def link(match):
            kind, mark, key = match.groups()
            if kind in "al" and mark == "=":
                table = self.artists if kind == "a" else self.labels
                if key not in table:
                    (self.artist if kind == "a" else self.label)(key)
                return match.group(0)
            if mark != "#":
                return match.group(0)
            if kind == "m":
                if key not in self.masters or self.masters[key].kind != "master":
                    miss(entry.where, f"[m#{key}] does not resolve")
                    return key
                return f"[m={self.ids.table['master'].get(key, 0)}]"
            if kind == "r":
                if key not in self.releases:
                    miss(entry.where, f"[r#{key}] does not resolve")
                    return key
                return f"[r{self.ids.table['release'].get(key, 0)}]"
            table, name = (self.artists, "artist") if kind == "a" else (self.labels, "label")
            if key not in table:
                fail(entry.where, f"[{kind}#{key}] does not resolve")
            return f"[{kind}{self.ids.table[name].get(key, 0)}]"

        text = re.sub(r"\[([almr])([=#])([^\]]+)\]", link, text)
        return text.replace("\n", "\r\n") if crlf else text

    # records

    def track_xml(self, track, position, subs):
        inner = tag("position", position) + tag("title", track.title) + tag("duration", track.duration)
        if track.kind == "index":
            inner += wrap("sub_tracks", "".join(self.track_xml(sub, at, []) for sub, at in zip(track.subs, subs)))
        inner += wrap("artists", "".join(self.credit(*credit) for credit in track.artists))
        inner += wrap("extraartists", "".join(self.credit(n, a, "", r, "") for n, a, r, _ in track.extra))
        return f"<track>{inner}</track>"

    def release_xml(self, release):
        group, number = release.group, self.ids.of("release", release.key)
        where = release.where
        small = number - BASE["release"]
        for genre in release.genres:
            if genre not in GENRES:
                fail(where, f"unknown genre {genre}")
        if release.released and not re.fullmatch(r"\d{4}(-\d\d-\d\d)?", release.released):
            fail(where, f"bad date {release.released}")
        names = [f[0] for f in release.formats if f[0] not in ("Box Set", "All Media")]
        tracks = release.tracks or group.tracks
        layout = release.layout
        if layout.startswith("@"):
            other, _, layout = layout[1:].partition(" ")
            tracks = self.releases[other].tracks
        scheme, _, sections = layout.partition(" ")
        scheme = scheme or ("sides" if names and names[0] in SIDED else "cd")
        if scheme not in ("sides", "cd"):
            fail(where, f"bad layout {layout}")
        rows = positions(tracks, scheme, split(sections, "/"), where)
        if not rows:
            fail(where, "no tracks")
        release.rows = rows
        taken = [position for _, position in flat(rows)]
        if len(set(taken)) != len(taken):
            fail(where, f"positions repeat: {taken}")

        out = f'<release id="{number}" status="Accepted">'
        out += wrap("artists", "".join(self.credit(*credit) for credit in release.artists))
        out += tag("title", release.title)
        labels = ""
        for label, catno in release.labels:
            mark = f' catno="{esc(catno)}"' if catno else ""
            labels += f'<label name="{esc(label)}"{mark} id="{self.label(label)}"/>'
        out += wrap("labels", labels)
        out += wrap("series", "".join(f'<series name="{esc(n)}"' + (f' catno="{esc(c)}"' if c else "") + f' id="{self.label(n)}"/>'
                                      for n, c in release.series))
        extra = ""
        for name, anv, role, ranges in ([] if release.bare else group.credits) + release.credits:
            if ranges:
                inherited = (name, anv, role, ranges) in group.credits
                ranges = translate(ranges, group.tracks if inherited else tracks, rows, where)
                if ranges is None:
                    continue
            extra += self.credit(name, anv, "", role, ranges)
        out += wrap("extraartists", extra)
        formats = ""
        for name, qty, descriptions, text in release.formats:
            self.formats[name] += 1
            inner = "".join(tag("description", d) for d in descriptions)
            inner = f"<descriptions>{inner}</descriptions>" if inner else ""
            mark = f' text="{esc(text)}"' if text else ""
            formats += f'<format name="{name}" qty="{qty}"{mark}>{inner}</format>'
        out += wrap("formats", formats)
        out += wrap("genres", "".join(tag("genre", g) for g in release.genres))
        out += wrap("styles", "".join(tag("style", s) for s in release.styles))
        out += tag("country", release.country) + tag("released", release.released)
        out += tag("notes", self.prose(release))
        out += tag("data_quality", "Needs Vote" if small % 4 == 3 else "Correct")
        if group.kind == "master":
            main = "true" if group.releases[0] is release else "false"
            out += f'<master_id is_main_release="{main}">{self.ids.of("master", group.key)}</master_id>'
        out += wrap("tracklist", "".join(self.track_xml(*row) for row in rows))
        identifiers = list(release.identifiers)
        year = int(release.released[:4]) if release.released else 0
        if year >= 1984 and names and names[0] != "File" and not any(i[0] == "Barcode" for i in identifiers):
            identifiers.insert(0, ("Barcode", barcode(small), "demo value"))
        if small % 2 == 0 and names and names[0] != "File":
            if scheme == "sides":
                sides = sorted({re.match(r"[A-Z]+|.", p).group(0) for p in taken})
                identifiers += [("Matrix / Runout", f"DEMO-{small}-{s}", f"Side {s}") for s in sides]
            else:
                identifiers.append(("Matrix / Runout", f"DEMO-{small}-1"))
        inner = ""
        for item in identifiers:
            text = f' description="{esc(item[2])}"' if len(item) > 2 else ""
            inner += f'<identifier type="{esc(item[0])}"{text} value="{esc(item[1])}"/>'
        out += self.videos_xml(group)
        out += wrap("identifiers", inner)
        inner = ""
        for role, company, catno in group.companies + release.companies:
            at = self.label(company)
            inner += (f"<company><id>{at}</id>" + tag("name", company) + tag("catno", catno)
                      + f"<entity_type>{ENTITY[role]}</entity_type>" + tag("entity_type_name", role)
                      + f"<resource_url>https://api.discogs.com/labels/{at}</resource_url></company>")
        out += wrap("companies", inner)

        self.counts["releases"] += 1
        self.counts["releases without master"] += group.kind != "master"
        self.counts["tracks"] += len(taken)
        self.counts["tracks with duration"] += sum(bool(t.duration) for t, _ in flat(rows))
        self.counts["headings"] += sum(t.kind == "heading" for t, _, _ in rows)
        self.counts["index tracks"] += sum(t.kind == "index" for t, _, _ in rows)
        self.counts["multi-format releases"] += len(release.formats) > 1
        self.genre_counts.update(release.genres)
        if year:
            self.decades[f"{year // 10 * 10}s"] += 1
        return out + "</release>"

    @staticmethod
    def videos_xml(group):
        """Each leads to a search for it: no video is copied or chosen here."""
        out = ""
        for title, duration in group.videos:
            minutes, seconds = duration.split(":")
            address = "https://www.youtube.com/results?search_query=" + urllib.parse.quote_plus(title)
            out += (f'<video src="{esc(address)}" duration="{int(minutes) * 60 + int(seconds)}" embed="false">'
                    + tag("title", title) + "</video>")
        return wrap("videos", out)

    def master_xml(self, group):
        number = self.ids.of("master", group.key)
        out = f'<master id="{number}"><main_release>{self.ids.of("release", group.releases[0].key)}</main_release>'
        out += wrap("artists", "".join(self.credit(*credit) for credit in group.artists))
        out += wrap("genres", "".join(tag("genre", g) for g in group.genres))
        out += wrap("styles", "".join(tag("style", s) for s in group.styles))
        out += tag("notes", self.prose(group)) + tag("year", group.year) + tag("title", group.title)
        out += tag("data_quality", "Correct" if group.text else "Needs Vote")
        return out + self.videos_xml(group) + "</master>"

    def artist_xml(self, entry):
        def names(kind, values):
            values = dict.fromkeys(values)
            return wrap(kind, "".join(f'<name id="{self.ids.of("artist", v)}">{esc(v)}</name>' for v in values))

        out = f"<artist><id>{self.ids.of('artist', entry.name)}</id>" + tag("name", entry.name)
        out += tag("realname", entry.real) + tag("profile", self.prose(entry, crlf=True))
        out += tag("data_quality", "Needs Vote" if entry.stub else "Correct")
        out += wrap("urls", "".join(tag("url", u) for u in entry.urls))
        out += wrap("namevariations", "".join(tag("name", v) for v in dict.fromkeys(entry.nv)))
        out += names("aliases", self.aliases_of.get(entry.name, []))
        out += names("members", entry.members) + names("groups", self.groups_of.get(entry.name, []))
        return out + "</artist>"

    def label_xml(self, entry):
        out = f"<label><id>{self.ids.of('label', entry.name)}</id>" + tag("name", entry.name)
        out += tag("contactinfo", entry.contact.replace("\n", "\r\n")) + tag("profile", self.prose(entry, crlf=True))
        out += tag("data_quality", "Needs Vote" if entry.stub else "Correct")
        if entry.parent:
            out += f'<parentLabel id="{self.ids.of("label", entry.parent)}">{esc(entry.parent)}</parentLabel>'
        out += wrap("urls", "".join(tag("url", u) for u in entry.urls))
        out += wrap("sublabels", "".join(f'<label id="{self.ids.of("label", s)}">{esc(s)}</label>'
                                         for s in self.sublabels_of.get(entry.name, [])))
        return out + "</label>"

    # CSV

    def csv_cells(self, release):
        formats = []
        for name, qty, descriptions, text in release.formats:
            parts = [SHORT.get(d, d) for d in descriptions if d not in NOT_SHOWN]
            shown = SHORT_NAME.get(name, name)
            if name != "Vinyl" or not parts:
                parts.insert(0, shown)
            if qty != "1":
                parts[0] = f"{qty}x{parts[0]}"
            if text:
                parts.append(text)
            formats.append(", ".join(parts))
        artist = ""
        for name, anv, join in release.artists:
            artist += (f"{anv}*" if anv else name.lstrip("~"))
            if join:
                artist += ", " if join == "," else f" {join} "
        labels = list(dict.fromkeys(label for label, _ in release.labels))
        catnos = list(dict.fromkeys(catno for _, catno in release.labels if catno))
        return [", ".join(catnos), artist, release.title, ", ".join(labels), " + ".join(formats)]

    def csv_text(self, kind):
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        collection = kind == "collection"
        head = "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id"
        head += (",CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes"
                 if collection else ",Notes")
        stream.write(head + "\n")
        width = 7 if collection else 3
        grades = {"M": "Mint (M)", "NM": "Near Mint (NM or M-)", "VG+": "Very Good Plus (VG+)", "VG": "Very Good (VG)",
                  "G+": "Good Plus (G+)", "G": "Good (G)", "F": "Fair (F)", "P": "Poor (P)", "": ""}
        sleeves = {**grades, "Generic": "Generic", "None": "No Cover", "?": "Not Graded"}
        for where, cells in self.rows[kind]:
            if len(cells) != width:
                fail(where, f"wants {width} cells, has {len(cells)}")
                continue
            release = self.releases.get(cells[0])
            if release is None:
                fail(where, f"no release {cells[0]}")
                continue
            rating = cells[1]
            if rating not in ("", "1", "2", "3", "4", "5"):
                fail(where, f"bad rating {rating}")
            notes = cells[-1].replace("\\n", "\n")
            row = self.csv_cells(release) + [rating, release.released[:4] or "0", self.ids.of("release", release.key)]
            if collection:
                folder, date, first, second = cells[2:6]
                if not re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", date):
                    fail(where, f"bad date {date}")
                if first not in grades or second not in sleeves:
                    fail(where, f"bad condition {first} / {second}")
                row += [folder, date, grades.get(first), sleeves.get(second), notes]
            else:
                row.append(notes)
            writer.writerow(row)
            self.counts[f"{kind} rows"] += 1
        return stream.getvalue()

    def files(self):
        releases = sorted(self.releases.values(), key=lambda r: self.ids.of("release", r.key))
        masters = sorted((g for g in self.groups if g.kind == "master"), key=lambda g: self.ids.of("master", g.key))
        out = {}
        # Names mentioned in prose only get a bare record too; make those before anything is written.
        for entry in list(self.artists.values()) + list(self.labels.values()) + self.groups + releases:
            self.prose(entry)
        body = [self.release_xml(release) for release in releases]
        out["releases.xml"] = document("releases", body)
        out["masters.xml"] = document("masters", [self.master_xml(group) for group in masters])
        for kind in ("collection", "wantlist"):
            out[f"{kind}.csv"] = self.csv_text(kind)
        # Last: by now every credited name has its entry.
        artists = sorted(self.artists.values(), key=lambda e: self.ids.of("artist", e.name))
        out["artists.xml"] = document("artists", [self.artist_xml(entry) for entry in artists])
        labels = sorted(self.labels.values(), key=lambda e: self.ids.of("label", e.name))
        out["labels.xml"] = document("labels", [self.label_xml(entry) for entry in labels])
        self.counts["artists"] = len(artists)
        self.counts["artists with profile"] = sum(bool(e.text) for e in artists)
        self.counts["labels"] = len(labels)
        self.counts["labels with profile"] = sum(bool(e.text) for e in labels)
        self.counts["masters"] = len(masters)
        return out


def document(root, rows):
    return f"<{root}>\n" + "".join(row + "\n" for row in rows) + f"</{root}>\n"


def barcode(number):
    digits = f"999{number:09d}"
    check = (10 - sum(int(d) * (3 if i % 2 else 1) for i, d in enumerate(digits)) % 10) % 10
    code = f"{digits}{check}"
    return f"{code[0]} {code[1:7]} {code[7:]}" if number % 5 == 0 else code


def verify(files, catalogue):
    """Read the result back as a stranger would: well-formed, unique ids, every reference resolves."""
    roots = {}
    for name, text in files.items():
        if name.endswith(".xml"):
            if re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", text):
                fail(name, "control character")
            try:
                roots[name[:-4]] = ET.fromstring(text.encode("utf-8"))
            except ET.ParseError as problem:
                fail(name, f"not well-formed: {problem}")
    if len(roots) != 4:
        return
    ids = {"artists": [e.findtext("id") for e in roots["artists"]], "labels": [e.findtext("id") for e in roots["labels"]],
           "masters": [e.get("id") for e in roots["masters"]], "releases": [e.get("id") for e in roots["releases"]]}
    for kind, values in ids.items():
        if len(set(values)) != len(values):
            fail(kind, "ids repeat")
        ids[kind] = set(values)
    artist_names = {e.findtext("id"): e.findtext("name") for e in roots["artists"]}
    label_names = {e.findtext("id"): e.findtext("name") for e in roots["labels"]}
    if len(set(artist_names.values())) != len(artist_names):
        fail("artists", "names repeat")
    for kind in ("releases", "masters"):
        for element in roots[kind].iter("artist"):
            number = element.findtext("id")
            if number and artist_names.get(number) != element.findtext("name"):
                fail(kind, f"artist {number} does not resolve")
    for element in roots["artists"].iter("name"):
        number = element.get("id")
        if number and artist_names.get(number) != element.text:
            fail("artists", f"name {number} does not resolve")
    for release in roots["releases"]:
        for element in list(release.find("labels")) + list(release.findall("series/series")):
            if label_names.get(element.get("id")) != element.get("name"):
                fail(release.get("id"), "label does not resolve")
        for element in release.iter("company"):
            if label_names.get(element.findtext("id")) != element.findtext("name"):
                fail(release.get("id"), "company does not resolve")
        master = release.findtext("master_id")
        if master and master not in ids["masters"]:
            fail(release.get("id"), "master does not resolve")
    for master in roots["masters"]:
        if master.findtext("main_release") not in ids["releases"]:
            fail(master.get("id"), "main release does not resolve")
    for label in roots["labels"]:
        for element in label.findall("parentLabel") + label.findall("sublabels/label"):
            if label_names.get(element.get("id")) != element.text:
                fail(label.findtext("id"), "label does not resolve")
    for kind in ("collection.csv", "wantlist.csv"):
        rows = list(csv.DictReader(io.StringIO(files[kind])))
        for row in rows:
            if row["release_id"] not in ids["releases"]:
                fail(kind, f"release {row['release_id']} does not resolve")


MINIMUM = {"artists with profile": 60, "labels with profile": 30, "masters": 80, "releases": 200}


def main():
    checking = "--check" in sys.argv[1:]
    catalogue = Catalogue()
    files = catalogue.files()
    verify(files, catalogue)
    if errors:
        print("\n".join(errors), file=sys.stderr)
        return 1
    targets = {os.path.join(TARGET, name): text for name, text in files.items()}
    targets[catalogue.ids.path] = catalogue.ids.text()
    different = []
    for path, text in sorted(targets.items()):
        try:
            with open(path, encoding="utf-8", newline="") as handle:
                same = handle.read() == text
        except FileNotFoundError:
            same = False
        if not same:
            different.append(os.path.basename(path))
            if not checking:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8", newline="") as handle:
                    handle.write(text)
    short = [f"{name} {catalogue.counts[name]} < {least}" for name, least in MINIMUM.items()
             if catalogue.counts[name] < least]
    for name in ("artists", "artists with profile", "labels", "labels with profile", "masters", "releases",
                 "releases without master", "multi-format releases", "tracks", "tracks with duration", "headings",
                 "index tracks", "collection rows", "wantlist rows"):
        print(f"{name:26}{catalogue.counts[name]:6}")
    for head, table in (("genres", catalogue.genre_counts), ("decades", catalogue.decades),
                        ("formats", catalogue.formats)):
        print(f"{head}: " + ", ".join(f"{key} {value}" for key, value in sorted(table.items())))
    if short:
        print("below the minimum: " + "; ".join(short), file=sys.stderr)
        if checking:
            return 1
    if different:
        print(("differs: " if checking else "written: ") + ", ".join(different), file=sys.stderr if checking else None)
        return 1 if checking else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
