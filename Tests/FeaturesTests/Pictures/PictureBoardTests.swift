import Clients
import DiscogsModel
import Features
import Raster
import TestSupport
import Testing

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
    #expect(await sides(.pixels(height: 16), rows: 20) == [240, 320])
    #expect(await sides(.pixels(height: 20), rows: 24) == [240, 480])
    #expect(await sides(.pixels(height: 40), rows: 40) == [240, 800])
  }
}
