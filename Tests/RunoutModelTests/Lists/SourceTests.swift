import DiscogsModel
import RunoutModel
import Testing

struct SourceTests {
  @Test func `the demo's records are known by their number`() {
    #expect(EntityReference.release(900_000_000).isDemo)
    #expect(!EntityReference.release(899_999_999).isDemo)
    #expect(!EntityReference.artist(1).isDemo)
  }
}
