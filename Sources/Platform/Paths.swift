import Wording

/// The places of the program's files, by the XDG Base Directory Specification.
///
/// The first of these that is set and not empty decides: the option on the command line, the program's own environment
/// variable, the XDG variable (ignored unless it is an absolute path), and the XDG default below the home directory.
///
/// | place | variable | XDG | default |
/// |---|---|---|---|
/// | `configFile` | `RUNOUT_CONFIG` | `XDG_CONFIG_HOME` | `~/.config/runout/config.toml` |
/// | `dataDirectory` | `RUNOUT_DATA_DIR` | `XDG_DATA_HOME` | `~/.local/share/runout` |
/// | `cacheDirectory` | `RUNOUT_CACHE_DIR` | `XDG_CACHE_HOME` | `~/.cache/runout` |
/// | `stateDirectory` | `RUNOUT_STATE_DIR` | `XDG_STATE_HOME` | `~/.local/state/runout` |
/// | `logFile` | `RUNOUT_LOG_FILE` | – | `runout.log` in the state directory |
public struct Paths: Hashable, Sendable {
  /// The options on the command line; nil or empty leaves a place to the environment.
  public struct Overrides: Hashable, Sendable {
    public var configFile: String?
    public var dataDirectory: String?
    public var cacheDirectory: String?
    public var stateDirectory: String?
    public var logFile: String?

    public init(
      configFile: String? = nil, dataDirectory: String? = nil, cacheDirectory: String? = nil,
      stateDirectory: String? = nil, logFile: String? = nil
    ) {
      (self.configFile, self.logFile) = (configFile, logFile)
      (self.dataDirectory, self.cacheDirectory, self.stateDirectory) = (dataDirectory, cacheDirectory, stateDirectory)
    }
  }

  public var configFile: String
  public var dataDirectory: String
  public var cacheDirectory: String
  public var stateDirectory: String
  public var logFile: String

  /// History and shelf: the user's own data, never deleted.
  public var library: String { dataDirectory.appending(path: "library.sqlite") }
  /// The shelf of a profile: the default one's is in ``library`` with the history, each other one has its own file.
  public func library(ofProfile name: String) -> String {
    name == "default" ? library : dataDirectory.appending(path: "library-\(name).sqlite")
  }
  /// The names of the profiles that have signed in.
  public var profiles: String { dataDirectory.appending(path: "profiles") }
  /// The catalogue imported from dumps.
  public var catalogue: String { dataDirectory.appending(path: "catalogue.sqlite") }
  /// A directory for tokens that are not in the Secret Service or keychain, for this user only.
  public var secrets: String { dataDirectory.appending(path: "secrets") }
  /// Responses of Discogs; may be deleted at any time.
  public var cache: String { cacheDirectory.appending(path: "cache.sqlite") }
  /// A directory of pictures; may be deleted at any time.
  public var images: String { cacheDirectory.appending(path: "images") }

  /// - Throws: `PathsError` if a place is below the home directory and `HOME` is unset or empty.
  public init(environment: [String: String], overrides: Overrides = Overrides()) throws(PathsError) {
    let given = environment.filter { !$0.value.isEmpty }

    func place(_ override: String?, _ variable: String, _ xdg: String, _ fallback: String, _ name: String)
      throws(PathsError) -> String
    {
      if let override, !override.isEmpty { return override }
      if let path = given[variable] { return path }
      if let base = given[xdg], base.hasPrefix("/") { return base.appending(path: name) }
      guard let home = given["HOME"] else { throw PathsError(variable: variable) }
      return home.appending(path: fallback).appending(path: name)
    }

    configFile = try place(overrides.configFile, "RUNOUT_CONFIG", "XDG_CONFIG_HOME", ".config", "runout/config.toml")
    dataDirectory = try place(overrides.dataDirectory, "RUNOUT_DATA_DIR", "XDG_DATA_HOME", ".local/share", "runout")
    cacheDirectory = try place(overrides.cacheDirectory, "RUNOUT_CACHE_DIR", "XDG_CACHE_HOME", ".cache", "runout")
    stateDirectory = try place(overrides.stateDirectory, "RUNOUT_STATE_DIR", "XDG_STATE_HOME", ".local/state", "runout")
    let asked = overrides.logFile.flatMap { $0.isEmpty ? nil : $0 }
    logFile = asked ?? given["RUNOUT_LOG_FILE"] ?? stateDirectory.appending(path: "runout.log")
  }

  /// The same paths with data and cache in a subfolder; unchanged for an empty name.
  public func inFolder(_ name: String) -> Paths {
    guard !name.isEmpty else { return self }
    var paths = self
    paths.dataDirectory = dataDirectory.appending(path: name)
    paths.cacheDirectory = cacheDirectory.appending(path: name)
    return paths
  }
}

/// A place is unknown because `HOME` is not set.
public struct PathsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The variable that would set the place.
  public var variable: String

  public var description: String { FilesWords.noHome(variable) }
}
