public import DiscogsModel

/// How far an import has come.
public struct ImportProgress: Hashable, Sendable {
  public enum Phase: Hashable, Sendable, CaseIterable {
    /// Records are read from the dumps and stored.
    case reading
    /// Records of the old catalogue that stay are taken over.
    case keeping
    /// Everything is put in order of popularity.
    case ranking
    /// The indexes for searching and for lists are built.
    case indexing
    /// The file is written out and put in the old one's place.
    case finishing
  }

  public var phase: Phase
  /// The dump being read, without its folder; empty in the other phases.
  public var file: String
  /// Records done in this phase, all files together.
  public var records: Int
  /// Records left out because they were broken.
  public var skipped: Int
  /// How much of this phase is done, in `total`s of whatever it goes through: bytes of the dumps when reading, else
  /// records. `total` is nil where it cannot be known.
  public var done: Int
  public var total: Int?

  public init(phase: Phase, file: String = "", records: Int, skipped: Int, done: Int, total: Int?) {
    self.phase = phase
    self.file = file
    self.records = records
    self.skipped = skipped
    self.done = done
    self.total = total
  }
}

/// What an import did.
public struct ImportReport: Hashable, Sendable {
  public struct File: Hashable, Sendable {
    /// The path as given.
    public var path: String
    /// With the broken records and their offsets, for the log.
    public var summary: DumpSummary

    public init(path: String, summary: DumpSummary) {
      self.path = path
      self.summary = summary
    }
  }

  public var files: [File]
  /// How many records of each kind the catalogue holds now.
  public var counts: [EntityKind: Int]
  /// How many of them were taken over from the catalogue before.
  public var kept: Int
  /// Of the new database.
  public var bytes: Int

  public init(files: [File], counts: [EntityKind: Int], kept: Int, bytes: Int) {
    self.files = files
    self.counts = counts
    self.kept = kept
    self.bytes = bytes
  }
}

/// Makes a catalogue from data dumps, or adds them to one.
///
///     let report = try CatalogueImporter.import(
///       files: ["discogs_20260801_masters.xml.gz", "discogs_20260801_releases.xml.gz"], into: path,
///       progress: { show($0) }, isCancelled: { stopped.value })
///
/// The new catalogue is built beside the old one and takes its place in one step at the very end: whatever happens
/// before that, the old one is as it was, and programs that read it go on reading it.
public enum CatalogueImporter {
  /// Imports several files as one.
  ///
  /// Records already in the catalogue stay, except those the files bring a new version of.
  ///
  /// - Parameters:
  ///   - files: dumps of any kinds, in any order, compressed or not.
  ///   - path: the catalogue; made if there is none. A file there that is no catalogue is an error.
  ///   - replacingKinds: leave nothing of the old catalogue in the kinds that the files hold.
  ///   - progress: called some times a second, on the thread that imports.
  ///   - isCancelled: asked often; true makes the import throw `cancelled` within a moment.
  /// - Returns: when the new catalogue is safely on disk. Blocks its thread meanwhile: not for the main actor.
  public static func `import`(
    files: [String], into path: String, replacingKinds: Bool = false,
    progress: (ImportProgress) -> Void = { _ in }, isCancelled: @Sendable () -> Bool = { false }
  ) throws(CatalogueError) -> ImportReport {
    throw .noFiles
  }
}
