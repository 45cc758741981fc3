import CExpat

extension DumpBuilder {
  /// Tells a parser to report to the builder at this address.
  static func connect(_ parser: XML_Parser, to builder: UnsafeMutablePointer<DumpBuilder>) {
    builder.pointee.parser = parser
    XML_SetUserData(parser, builder)
    XML_SetElementHandler(
      parser,
      { builder, name, attributes in
        guard let builder, let name, let attributes else { return }
        builder.assumingMemoryBound(to: DumpBuilder.self).pointee.start(name, attributes)
      },
      { builder, _ in builder?.assumingMemoryBound(to: DumpBuilder.self).pointee.end() })
    XML_SetCharacterDataHandler(parser) { builder, text, count in
      guard let builder, let text else { return }
      builder.assumingMemoryBound(to: DumpBuilder.self).pointee.characters(text, Int(count))
    }
    // Dumps have no document type, and without one there is nothing to expand and nothing to fetch.
    XML_SetStartDoctypeDeclHandler(parser) { builder, name, _, _, _ in
      builder?.assumingMemoryBound(to: DumpBuilder.self).pointee.documentType(name.map { String(cString: $0) } ?? "")
    }
  }
}
