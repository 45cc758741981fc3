import Platform
import Testing

struct PathsTests {
  @Test func `places are the XDG defaults below the home directory`() throws {
    let paths = try Paths(environment: ["HOME": "/home/me"])
    #expect(paths.configFile == "/home/me/.config/runout/config.toml")
    #expect(paths.dataDirectory == "/home/me/.local/share/runout")
    #expect(paths.cacheDirectory == "/home/me/.cache/runout")
    #expect(paths.stateDirectory == "/home/me/.local/state/runout")
    #expect(paths.logFile == "/home/me/.local/state/runout/runout.log")
    #expect(paths.library == "/home/me/.local/share/runout/library.sqlite")
    #expect(paths.catalogue == "/home/me/.local/share/runout/catalogue.sqlite")
    #expect(paths.secrets == "/home/me/.local/share/runout/secrets")
    #expect(paths.cache == "/home/me/.cache/runout/cache.sqlite")
    #expect(paths.images == "/home/me/.cache/runout/images")
  }

  @Test func `an XDG variable that is set but empty counts as unset`() throws {
    let empty = [
      "HOME": "/home/me", "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": "", "XDG_CACHE_HOME": "", "XDG_STATE_HOME": "",
      "RUNOUT_CONFIG": "", "RUNOUT_DATA_DIR": "", "RUNOUT_CACHE_DIR": "", "RUNOUT_STATE_DIR": "", "RUNOUT_LOG_FILE": "",
    ]
    #expect(try Paths(environment: empty) == Paths(environment: ["HOME": "/home/me"]))
  }

  @Test func `an XDG variable that is no absolute path is ignored, as the rules say`() throws {
    let paths = try Paths(environment: ["HOME": "/home/me", "XDG_DATA_HOME": "data", "XDG_CACHE_HOME": "/var/cache/me"])
    #expect(paths.dataDirectory == "/home/me/.local/share/runout")
    #expect(paths.cacheDirectory == "/var/cache/me/runout")
  }

  @Test func `the program's own variable wins over XDG, and the command line over both`() throws {
    let environment = [
      "HOME": "/home/me", "XDG_DATA_HOME": "/xdg", "RUNOUT_DATA_DIR": "/own", "RUNOUT_CONFIG": "/c.toml",
    ]
    #expect(try Paths(environment: environment).dataDirectory == "/own")
    #expect(try Paths(environment: environment).configFile == "/c.toml")
    let overrides = Paths.Overrides(configFile: "", dataDirectory: "here")
    let paths = try Paths(environment: environment, overrides: overrides)
    #expect(paths.dataDirectory == "here")
    #expect(paths.configFile == "/c.toml")
  }

  @Test func `HOME is not needed when every place is given`() throws {
    let places = Paths.Overrides(
      configFile: "/c.toml", dataDirectory: "/d", cacheDirectory: "/k", stateDirectory: "/s")
    #expect(try Paths(environment: [:], overrides: places).logFile == "/s/runout.log")
  }

  @Test func `without a home the error names the variable that helps`() {
    let error = #expect(throws: PathsError.self) {
      try Paths(environment: [:], overrides: Paths.Overrides(configFile: "/c.toml"))
    }
    #expect(
      error?.description
        == "Set HOME or RUNOUT_DATA_DIR: Runout needs a place for its files")
  }
}

struct ResourceLocatorTests {
  @Test func `an installed copy finds its resources in share`() throws {
    let scratch = try Scratch()
    try FileSystem.makeDirectory(scratch.file("usr/share/runout/Demo"))
    let found = try ResourceLocator.find(executable: scratch.file("usr/bin/runout"))
    #expect(found == scratch.file("usr/share/runout"))
  }

  @Test func `a built copy finds the folder beside itself`() throws {
    let scratch = try Scratch()
    try FileSystem.makeDirectory(scratch.file("debug/runout_AppResources.resources/Demo"))
    let found = try ResourceLocator.find(executable: scratch.file("debug/runout"))
    #expect(found == scratch.file("debug/runout_AppResources.resources"))
  }

  @Test func `a directory that was asked for is the only one looked at`() throws {
    let scratch = try Scratch()
    try FileSystem.makeDirectory(scratch.file("share/runout/Demo"))
    try FileSystem.makeDirectory(scratch.file("own/Demo"))
    #expect(
      try ResourceLocator.find(explicit: scratch.file("own"), executable: scratch.file("bin/runout"))
        == scratch.file("own"))
    let error = #expect(throws: ResourcesNotFound.self) {
      try ResourceLocator.find(explicit: "/nowhere", executable: scratch.file("bin/runout"))
    }
    #expect(
      error?.description
        == "No demo files in /nowhere: name their folder with --resources DIR")
  }

  @Test func `the running program knows its own path`() throws {
    let path = try #require(ResourceLocator.executablePath())
    #expect(path.hasPrefix("/"))
    #expect(FileSystem.isFile(path))
  }
}
