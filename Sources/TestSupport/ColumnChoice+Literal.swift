public import RunoutModel

extension ColumnChoice: ExpressibleByArrayLiteral {
  public init(arrayLiteral columns: ShelfColumn...) { self.init(columns.map(\.rawValue).joined(separator: " ")) }
}
