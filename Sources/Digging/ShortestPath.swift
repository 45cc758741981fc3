/// The shortest path between two nodes of a graph whose edges are found node by node.
///
/// Searches from both ends, each time expanding the cheaper one: a node with thousands of edges costs nothing as long
/// as the other end has few. The first meeting is on a shortest path, since each end is expanded a whole level at a
/// time.
public struct ShortestPath<Node: Hashable, Edge> {
  /// An edge, and the node it leads to.
  public struct Step {
    public var edge: Edge
    public var node: Node

    public init(edge: Edge, node: Node) { (self.edge, self.node) = (edge, node) }
  }

  public enum Outcome {
    /// From the start to the end; empty if they are the same.
    case found([Step])
    /// There is no path.
    case none
    /// The search stopped when `isSpent` said so.
    case givenUp
  }

  /// The cost of expanding a node.
  private let cost: (Node) throws -> Int
  /// Passes a node's edges to the closure, the best first, until it returns false.
  private let expand: (Node, (Edge, Node) throws -> Bool) throws -> Void
  private let isSpent: () throws -> Bool

  public init(
    cost: @escaping (Node) throws -> Int, isSpent: @escaping () throws -> Bool,
    expand: @escaping (Node, (Edge, Node) throws -> Bool) throws -> Void
  ) {
    (self.cost, self.isSpent, self.expand) = (cost, isSpent, expand)
  }

  /// The part of the graph seen from one end.
  private struct End {
    let start: Node
    /// The edge to each node but the start, with the node it comes from.
    var steps: [Node: Step] = [:]
    var frontier: [Node]

    init(_ node: Node) { (start, frontier) = (node, [node]) }

    func hasSeen(_ node: Node) -> Bool { node == start || steps[node] != nil }

    /// The path from the start, each edge with the node it comes from.
    func way(to end: Node) -> [Step] {
      var way: [Step] = []
      var node = end
      while let step = steps[node] {
        way.append(step)
        node = step.node
      }
      return way.reversed()
    }
  }

  public func find(from start: Node, to end: Node) throws -> Outcome {
    if start == end { return .found([]) }
    var ends = [End(start), End(end)]
    while !ends[0].frontier.isEmpty, !ends[1].frontier.isEmpty {
      let near = try cost(of: ends[0].frontier) <= cost(of: ends[1].frontier) ? 0 : 1
      switch try grow(&ends, near) {
      case .met(let node): return .found(Self.way(through: node, ends[0], ends[1]))
      case .grown: continue
      case .spent: return .givenUp
      }
    }
    return .none
  }

  private enum Growth {
    case met(Node), grown, spent
  }

  /// Expands one end by one level.
  private func grow(_ ends: inout [End], _ near: Int) throws -> Growth {
    let frontier = ends[near].frontier
    ends[near].frontier = []
    for node in frontier {
      var meeting: Node?
      try expand(node) { edge, other in
        guard !ends[near].hasSeen(other) else { return true }
        ends[near].steps[other] = Step(edge: edge, node: node)
        if ends[1 - near].hasSeen(other) {
          meeting = other
          return false
        }
        ends[near].frontier.append(other)
        return true
      }
      if let meeting { return .met(meeting) }
      if try isSpent() { return .spent }
    }
    return .grown
  }

  /// Extrapolates from the first nodes of a large frontier.
  private func cost(of frontier: [Node]) throws -> Int {
    var sum = 0
    for node in frontier.prefix(Self.costsAsked) { sum += try cost(node) }
    return frontier.count <= Self.costsAsked ? sum : sum / Self.costsAsked * frontier.count
  }

  private static var costsAsked: Int { 64 }

  private static func way(through meeting: Node, _ first: End, _ last: End) -> [Step] {
    let before = first.way(to: meeting)
    let nodes = before.dropFirst().map(\.node) + [meeting]
    // The other end's steps already name the node that follows on the whole path.
    let after = last.way(to: meeting).reversed()
    return zip(before, nodes).map { Step(edge: $0.edge, node: $1) } + after
  }
}
