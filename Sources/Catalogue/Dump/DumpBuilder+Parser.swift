import CExpat
import DiscogsModel

extension DumpBuilder {
  /// Makes a parser report to the builder at this address.
  static func connect(_ parser: XML_Parser, to builder: UnsafeMutablePointer<DumpBuilder>) {
    builder.pointee.parser = parser
    XML_SetUserData(parser, builder)
    XML_SetElementHandler(
      parser,
      { builder, name, attributes in
        guard let builder, let name, let attributes else { return }
        builder.assumingMemoryBound(to: DumpBuilder.self).pointee.start(name, attributes)
      }, { builder, _ in builder?.assumingMemoryBound(to: DumpBuilder.self).pointee.end() })
    XML_SetCharacterDataHandler(parser) { builder, text, count in
      guard let builder, let text else { return }
      builder.assumingMemoryBound(to: DumpBuilder.self).pointee.characters(text, Int(count))
    }
    // Dumps have no document type, so nothing can be expanded or fetched.
    XML_SetStartDoctypeDeclHandler(parser) { builder, name, _, _, _ in
      builder?.assumingMemoryBound(to: DumpBuilder.self).pointee.halt(
        .documentType(name.map { String(cString: $0) } ?? ""))
    }
  }

  /// Sets the kind by the root element; another list of the same kind may follow.
  mutating func beginList(_ name: DumpName) {
    let found = EntityKind.allCases.first { name.spelling == "\($0.rawValue)s" }
    if kind == nil { setKind(found) } else if found != kind { halt(.unknownRoot(name.spelling)) }
  }

  /// Sets the kind for a file whose records have no root element; false where it is no record either.
  mutating func beginWithoutRoot(_ name: DumpName) -> Bool {
    setKind(EntityKind.allCases.first { name.spelling == $0.rawValue })
    return kind != nil
  }

  private mutating func setKind(_ found: EntityKind?) {
    kind = found
    if let found { grammar = .of(found) }
  }

  /// Handles an element that the grammar has no place for.
  mutating func unexpected(_ name: DumpName, _ spelling: UnsafePointer<XML_Char>, _ hasAttributes: Bool) {
    if place == .outside {
      halt(kind == nil && beginWithoutRoot(name) ? .noRoot : .unknownRoot(String(cString: spelling)))
      return
    }
    skipping = 1
    if place == .list {
      if stray == nil { stray = here }
    } else {
      if name == grammar.record { return recordInside(hasAttributes) }
      // A sublabel has only a name, so this is a label whose predecessor was not closed.
      if place == .sublabel, name == .id || name == .images { return halt(.nestedRecord, at: sublabelStart) }
    }
    note(unknown: "\(placeName)/\(String(cString: spelling).prefix(40))")
  }

  var placeName: String { place == .list ? "\(grammar.record.spelling)s" : grammar.names[Int(place.rawValue)].spelling }

  /// Stops at a record inside another one, whose end is missing. Sublabels may have attributes, labels do not.
  mutating func recordInside(_ hasAttributes: Bool) { if kind != .label || !hasAttributes { halt(.nestedRecord) } }
}
