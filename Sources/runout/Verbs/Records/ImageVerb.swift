import ArgumentParser
import Catalogue
import Clients
import DiscogsModel
import LiveClients
import Platform

struct ImageVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "image",
    abstract: "Save a picture of a release, master, artist or label.",
    discussion: """
      Discogs shows pictures to those who are signed in. One that was fetched is kept, and saved again without asking.
      """)

  @OptionGroup var common: CommonOptions

  @Option(help: ArgumentHelp("Where to write it; - for standard output.", valueName: "file"))
  var save: String

  @Option(parsing: .unconditional, help: ArgumentHelp("Which of them, counted from 1.", valueName: "number"))
  var number = "1"

  @Argument(help: ArgumentHelp("release, master, artist or label.", valueName: "type"))
  var kind: EntityKind

  @Argument(help: ArgumentHelp("An id such as 123, or a Discogs URL.", valueName: "id-or-url"))
  var record: String

  func validate() throws {
    guard place != nil else { throw ValidationError("--number counts pictures from 1; “\(number)” is none") }
  }

  /// From 0.
  private var place: Int? { Int(number).flatMap { $0 >= 1 ? $0 - 1 : nil } }

  @MainActor func run() async throws {
    let reference = try EntityReference(typed: record, as: kind)
    guard save != "-" || !Output.isTerminal else {
      throw Failure("a picture is nothing for a terminal: name a file, or send it on to another program", .usage)
    }
    let wiring = try Wiring(common)
    let services = try wiring.discogsServices(for: "pictures").services
    let index = place ?? 0
    let picture = try await wiring.ask { () async throws(ClientError) in
      let images = try await ImageVerb.images(of: reference, services.catalogue)
      return try await ImageVerb.picture(images, index, of: reference, services)
    }
    let file: ImageFile
    switch picture {
    case .success(let found): file = found
    case .failure(let failure): throw failure
    }
    guard save != "-" else { return Output.bytes(file.bytes) }
    do throws(FileError) {
      try AtomicFile.write(file.bytes, to: save, permissions: 0o644)
    } catch {
      throw Failure(error.description)
    }
    Output.sentence("Saved \(save): \(file.contentType), \(ByteCount.display(file.bytes.count)).")
  }

  private static func images(
    of reference: EntityReference, _ catalogue: CatalogueClient
  ) async throws(ClientError) -> [Discogs.Image] {
    switch reference {
    case .release(let id): try await catalogue.release(id).images
    case .master(let id): try await catalogue.master(id).images
    case .artist(let id): try await catalogue.artist(id).images
    case .label(let id): try await catalogue.label(id).images
    }
  }

  private static func picture(
    _ images: [Discogs.Image], _ index: Int, of reference: EntityReference, _ services: Services
  ) async throws(ClientError) -> Result<ImageFile, Failure> {
    let name = "\(reference.kind.rawValue) \(reference.number)"
    guard !images.isEmpty else { return .failure(Failure("\(name) has no pictures", .notFound)) }
    guard images.indices.contains(index) else {
      let count = images.count == 1 ? "one picture" : "\(images.count) pictures"
      return .failure(Failure("\(name) has \(count); there is no number \(index + 1)", .notFound))
    }
    guard !images[index].url.isEmpty else {
      return .failure(Failure("Discogs shows pictures to those who are signed in: runout login", .signInNeeded))
    }
    return .success(try await services.images.image(images[index].url))
  }
}
