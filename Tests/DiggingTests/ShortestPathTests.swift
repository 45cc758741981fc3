import Digging
import SeededRandom
import Testing

struct ShortestPathTests {
  /// Joined both ways.
  private final class Graph {
    var edges: [Int: [Int]] = [:]
    var looked = 0

    init(_ edges: [(Int, Int)]) {
      for (one, other) in edges {
        self.edges[one, default: []].append(other)
        self.edges[other, default: []].append(one)
      }
    }

    func search(ceiling: Int = .max) -> ShortestPath<Int, String> {
      ShortestPath(
        cost: { self.edges[$0]?.count ?? 0 }, isSpent: { self.looked >= ceiling },
        expand: { node, visit in
          for other in self.edges[node] ?? [] where self.looked < ceiling {
            self.looked += 1
            guard try visit("\(min(node, other))-\(max(node, other))", other) else { return }
          }
        })
    }

    /// How far apart two are, looked up the plain way.
    func distance(_ start: Int, _ end: Int) -> Int? {
      var distance = [start: 0]
      var queue = [start]
      while !queue.isEmpty {
        let node = queue.removeFirst()
        if node == end { return distance[node] }
        for other in edges[node] ?? [] where distance[other] == nil {
          distance[other] = (distance[node] ?? 0) + 1
          queue.append(other)
        }
      }
      return nil
    }
  }

  private func way(_ outcome: ShortestPath<Int, String>.Outcome) -> [String]? {
    guard case .found(let steps) = outcome else { return nil }
    return steps.map { "\($0.edge) \($0.node)" }
  }

  @Test func `the way goes edge by edge from one end to the other`() throws {
    let graph = Graph([(1, 2), (2, 3), (3, 4), (4, 5), (1, 9), (9, 8)])
    #expect(way(try graph.search().find(from: 1, to: 5)) == ["1-2 2", "2-3 3", "3-4 4", "4-5 5"])
    #expect(way(try graph.search().find(from: 5, to: 1)) == ["4-5 4", "3-4 3", "2-3 2", "1-2 1"])
    #expect(way(try graph.search().find(from: 2, to: 2)) == [])
  }

  @Test func `no way is said to be none, once all of one end has been seen`() throws {
    let graph = Graph([(1, 2), (3, 4), (4, 5), (5, 6), (6, 3)])
    guard case .none = try graph.search().find(from: 1, to: 6) else {
      Issue.record("there is no way")
      return
    }
    #expect(graph.looked <= 6)
  }

  @Test func `it looks on where that is cheaper`() throws {
    // One end has a thousand edges, and the other one.
    let graph = Graph((10..<1_010).map { (1, $0) } + [(1_009, 2)])
    #expect(way(try graph.search().find(from: 1, to: 2)) == ["1-1009 1009", "2-1009 2"])
    #expect(graph.looked < 10)
  }

  @Test func `it gives up when it has looked long enough`() throws {
    let graph = Graph((0..<400).map { ($0, $0 + 1) })
    guard case .givenUp = try graph.search(ceiling: 50).find(from: 0, to: 400) else {
      Issue.record("it was allowed fifty looks")
      return
    }
    #expect(graph.looked <= 50)
  }

  @Test func `no way is shorter, in graphs of all kinds`() throws {
    var random = SeededGenerator(seed: 13)
    for _ in 0..<200 {
      let count = Int.random(in: 2...40, using: &random)
      let edges = (0..<Int.random(in: 1...80, using: &random)).map { _ in
        (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
      }.filter { $0.0 != $0.1 }
      let graph = Graph(edges)
      let (start, end) = (0, count - 1)
      let found = way(try graph.search().find(from: start, to: end))
      #expect(found?.count == graph.distance(start, end))
    }
  }
}
