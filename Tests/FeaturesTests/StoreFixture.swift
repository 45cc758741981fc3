import Clients
import Features
import RunoutModel
import TestSupport

/// Returns when something has come to be so that no task tells of.
@MainActor func until(_ isTrue: () -> Bool) async {
  while !isTrue() { await Task.yield() }
}

/// A store that only remembers what a page says to it.
@MainActor final class Listener: PageHost {
  var visits: [Visit] = []
  private(set) var said: [String] = []
  private(set) var reported: [String] = []
  private(set) var followed: [LinkTarget] = []

  func key(_ command: Command) -> String { ":\(command.name)" }
  func isInFront(_ page: any PageModel) -> Bool { true }
  func report(_ title: String, _ error: ClientError, from page: (any PageModel)?) { reported.append(title) }
  func say(_ text: String) { said.append(text) }
  func notify(_ kind: Notification.Kind, _ text: String) -> Notification.ID { 0 }
  func turn(_ page: any PageModel, leaving memento: PageMemento) {}
  func follow(_ link: LinkTarget) { followed.append(link) }
}

/// A store over given services, told what to do by commands, settled after each.
@MainActor final class StoreFixture {
  let store: AppStore
  let tasks = TaskTracker()
  private(set) var effects: [AppStore.Effect] = []

  init(
    _ services: Services, environment: AppEnvironment = .testing, settings: SettingsInForce? = nil,
    start: RootPage = .search, columns: Int = 80, rows: Int = 24
  ) async {
    let keys = Dictionary(uniqueKeysWithValues: Command.allCases.map { ($0, $0.entry.keys) })
    store = AppStore(
      services, tasks: tasks, environment: environment, measure: .plain, keys: keys, settings: settings, start: start)
    store.onEffect = { [weak self] in self?.effects.append($0) }
    store.resize(columns: columns, rows: rows)
    await tasks.settle()
  }

  func perform(_ commands: Command...) async {
    for command in commands {
      store.perform(command)
      await tasks.settle()
    }
  }

  /// Types text a letter at a time.
  func type(_ text: String) async {
    for letter in text {
      store.insert(String(letter))
      await tasks.settle()
    }
  }

  func commandLine(_ line: String) async {
    await perform(.commandLine)
    await type(line)
    await perform(.submit)
  }

  var search: SearchModel {
    guard let model = store.page as? SearchModel else { fatalError("the page is not Search") }
    return model
  }

  var browse: BrowseModel {
    guard let model = store.page as? BrowseModel else { fatalError("the page is no list with an info pane") }
    return model
  }

  var artist: ArtistModel {
    guard let model = store.page as? ArtistModel else { fatalError("the page is not an artist's") }
    return model
  }

  var wants: WantListModel {
    guard let model = store.page as? WantListModel else { fatalError("the page is not Want list") }
    return model
  }

  var collection: CollectionModel {
    guard let model = store.page as? CollectionModel else { fatalError("the page is not Collection") }
    return model
  }
}
