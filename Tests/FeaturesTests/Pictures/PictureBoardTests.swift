import Clients
import DiscogsModel
import Raster
import Sleeves
import TestSupport
import Testing

@testable import Features

@MainActor
struct PictureBoardTests {
  /// - Returns: how fine the photograph of a release was asked for, beside its text and as large as the screen.
  private func sides(_ resolution: PictureResolution, rows: Int) async -> Set<Int> {
    let asked = Recorder<Int>()
    var services = Services.fixture()
    services.catalogue.release = { _ in
      var release = Release.fixture(FixtureCatalogue(count: 200).rows[0])
      release.images = [
        Discogs.Image(kind: "primary", url: "https://pictures.test/1.jpeg", thumbnailURL: "", width: 600, height: 600)
      ]
      return release
    }
    services.images.picture = { url, side in
      asked.append(side)
      return Raster(1, 1, [0, 0, 0, 255])
    }
    let app = await StoreFixture(services, columns: 120, rows: rows)
    app.store.show(pictures: resolution)
    app.store.open("[r1]")
    await app.tasks.settle()
    await app.perform(.openPicture)
    return Set(asked.values)
  }

  @Test func `no picture is made finer than the terminal shows it`() async {
    #expect(await sides(.blocks, rows: 40) == [96, 320])
    #expect(await sides(.pixels(height: 16), rows: 20) == [320])
    #expect(await sides(.pixels(height: 20), rows: 24) == [480])
    #expect(await sides(.pixels(height: 40), rows: 40) == [640, 800])
  }

  @Test func `a picture on its way to a page that closes comes for the next one that asks`() async {
    let (gate, tasks) = (Gate(), TaskTracker())
    var services = Services.fixture()
    services.images.picture = { _, _ in
      await gate.pass()
      return Raster(1, 1, [0, 0, 0, 255])
    }
    // Without a sleeve meanwhile.
    let board = PictureBoard(services, pause: Pause { _ throws(CancellationError) in throw CancellationError() })
    board.resolution = .blocks
    let release = Release.fixture(FixtureCatalogue(count: 200).rows[0])
    let subject = PictureSubject(SleeveFacts(release), url: "https://pictures.test/1.jpeg")
    let (closed, next) = (TaskScope(tasks), TaskScope(tasks))
    board.want(subject, in: closed)
    await gate.arrival()
    closed.close()
    board.want(subject, .large, in: closed)
    board.want(subject, in: next)
    board.want(subject, .large, in: next)
    await gate.arrival(of: 3)
    await gate.open()
    await tasks.settle()
    #expect(board.picture(of: subject) != nil && board.picture(of: subject, .large) != nil)
  }
}
