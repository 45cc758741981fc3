import DiscogsModel

extension Endpoint {
  /// The same call, its answer turned into something else.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) -> Other) -> Endpoint<Other> {
    let read = read
    return Endpoint<Other>(
      name, method: method, path: path, query: query, body: body, credentials: credentials, isIdempotent: isIdempotent,
      isDoneWhenGone: isDoneWhenGone, cacheKind: cacheKind, unlessSame: unlessSame
    ) { response throws(DecodingFailure) in
      let decoded = try read(response)
      return Decoded(transform(decoded.value), problems: decoded.problems, additional: decoded.additional)
    }
  }
}

extension Paged {
  /// The page with each row turned into something else.
  public func map<Other: Sendable>(_ transform: (Row) -> Other) -> Paged<Other> { with(rows.map(transform)) }
}
