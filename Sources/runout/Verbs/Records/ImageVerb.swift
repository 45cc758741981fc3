import ArgumentParser
import Catalogue
import Clients
import DiscogsModel
import LiveClients
import Platform
import Wording

struct ImageVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "image",
    abstract: "Save a picture of a release, master, artist or label.",
    discussion: """
      You need to be signed in: Discogs shows pictures only to members. Runout caches each picture, so saving it again \
      needs no network.
      """)

  @OptionGroup var common: CommonOptions
  @Option(help: ArgumentHelp("The file to write; - for standard output.", valueName: "file")) var save: String

  @Option(parsing: .unconditional, help: ArgumentHelp("Which picture, counted from 1.", valueName: "number"))
  var number = "1"

  @Argument(help: ArgumentHelp("release, master, artist or label.", valueName: "type")) var kind: EntityKind
  @Argument(help: ArgumentHelp("An id such as 123, or a Discogs URL.", valueName: "id-or-url")) var record: String

  func validate() throws { guard place != nil else { throw ValidationError(VerbWords.pictureNumber("“\(number)”")) } }

  /// Counting from 0.
  private var place: Int? { Int(number).flatMap { $0 >= 1 ? $0 - 1 : nil } }

  @MainActor func run() async throws {
    let reference = try EntityReference(typed: record, as: kind)
    let isToOutput = OutputFile.isStandardOutput(save)
    guard !isToOutput || !Output.isTerminal else { throw Failure(VerbWords.noPictureOnTerminal, .usage) }
    let wiring = try Wiring(common)
    let services = try wiring.discogsServices(for: VerbWords.pictures).services
    let file = try await wiring.ask {
      let images = try await ImageVerb.images(of: reference, services.catalogue)
      return try await ImageVerb.picture(images, place ?? 0, of: reference, services)
    }
    if isToOutput { return Output.bytes(file.bytes) }
    try Output.save(file.bytes, to: save)
    Output.sentence(VerbWords.saved(save, file.contentType, ByteCount.display(file.bytes.count)))
  }

  private static func images(
    of reference: EntityReference, _ catalogue: CatalogueClient
  ) async throws -> [Discogs.Image] {
    switch reference {
    case .release(let id): try await catalogue.release(id).images
    case .master(let id): try await catalogue.master(id).images
    case .artist(let id): try await catalogue.artist(id).images
    case .label(let id): try await catalogue.label(id).images
    }
  }

  private static func picture(
    _ images: [Discogs.Image], _ index: Int, of reference: EntityReference, _ services: Services
  ) async throws -> ImageFile {
    let name = "\(reference.kind.rawValue) \(reference.number)"
    guard !images.isEmpty else { throw Failure(VerbWords.noPictures(name), .notFound) }
    guard images.indices.contains(index) else {
      throw Failure(VerbWords.noPicture(name, count: images.count, number: index + 1), .notFound)
    }
    return try await services.images.image(images[index].url)
  }
}
