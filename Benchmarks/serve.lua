-- serve.lua - what python3-discogs-client asks for, at random, for wrk.
--
--   wrk -t 2 -c 64 -d 30 --latency -s Benchmarks/serve.lua http://127.0.0.1:8080 -- KIND RELEASES ARTISTS
--
-- KIND is search (a word, 50 rows a page), release, artist, releases (an artist's, 50 rows a page), want (puts a release on
-- the want list, which is a write) or mix: four releases to two searches, an artist and an artist's releases. RELEASES and
-- ARTISTS are the highest ids that there may be; a page that is not there is an answer of its own (404) and counted as such.

local words = {"love", "blue", "night", "live", "world", "black", "dance", "soul", "golden", "river", "train", "summer"}
kind, releases, artists = "mix", 100000, 50000
local paths = {
  search = function()
    return "/database/search?type=release&per_page=50&page=" .. math.random(1, 4) .. "&q=" .. words[math.random(#words)]
  end,
  release = function() return "/releases/" .. math.random(1, releases) end,
  artist = function() return "/artists/" .. math.random(1, artists) end,
  releases = function() return "/artists/" .. math.random(1, artists) .. "/releases?per_page=50" end,
  want = function() return "/users/collector/wants/" .. math.random(1, releases) end,
}
local mix = {"release", "release", "release", "release", "search", "search", "artist", "releases"}
local threads = {}

function setup(thread)
  thread:set("number", #threads + 1)
  threads[#threads + 1] = thread
end

function init(arguments)
  kind = arguments[1] or kind
  releases, artists = tonumber(arguments[2]) or releases, tonumber(arguments[3]) or artists
  math.randomseed(number)
  missing, failed = 0, 0
end

function request()
  local path = paths[kind == "mix" and mix[math.random(#mix)] or kind]()
  return wrk.format(kind == "want" and "PUT" or "GET", path, {["User-Agent"] = "RunoutLoad/1.0 +https://runout.example",
                                  ["Authorization"] = "Discogs token=load"})
end

function response(status)
  if status == 404 then missing = missing + 1 elseif status ~= 200 and status ~= 201 then failed = failed + 1 end
end

function done(summary, latency)
  local missing, failed = 0, 0
  for _, thread in ipairs(threads) do
    missing, failed, kind = missing + thread:get("missing"), failed + thread:get("failed"), thread:get("kind")
  end
  print(string.format(
    "%s: %.0f answers a second, p50 %.1f ms, p99 %.1f ms, not there %d, failed %d, broken connections %d", kind,
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000, missing,
    failed, summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
