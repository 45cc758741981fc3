package import DiscogsModel

/// A row of the guide's tables: names in JSON, and the property that has them.
package struct JSONEntry: Sendable {
  package var names: [String]
  package var property: any AnyKeyPath & Sendable
  /// The place of the property in the record, such as `live.`; empty for the record itself.
  package var owner = ""
}

/// A member of a record's JSON, or several that belong together: how it is read into the record, and written from it.
///
/// Empty and nil values are left out, unless the field is `required`.
///
/// A class, since a table is read for every record: a retain for each field, where a struct is copied with all it holds.
public final class JSONField<Record: Sendable>: Sendable {
  package let entries: [JSONEntry]
  let read: @Sendable (_ json: JSONValue, _ record: inout Record) -> Void
  let write: @Sendable (_ record: Record, _ json: inout JSONObject) -> Void
  /// The values without a property, by their path.
  let unread: (@Sendable (Record) -> [String: String])?

  private init(
    _ entries: [JSONEntry] = [],
    read: @escaping @Sendable (JSONValue, inout Record) -> Void = { _, _ in },
    write: @escaping @Sendable (Record, inout JSONObject) -> Void = { _, _ in },
    unread: (@Sendable (Record) -> [String: String])? = nil
  ) {
    (self.entries, self.read, self.write, self.unread) = (entries, read, write, unread)
  }

  private convenience init<Value>(
    _ name: StaticString, _ property: Property<Value>, read: @escaping @Sendable (JSONValue, StaticString) -> Value,
    write: @escaping @Sendable (inout JSONObject, String, Value) -> Void
  ) {
    let text = "\(name)"
    self.init(
      [JSONEntry(names: [text], property: property)],
      read: { json, record in record[keyPath: property] = read(json, name) },
      write: { record, json in write(&json, text, record[keyPath: property]) })
  }
}

extension JSONField {
  package typealias Property<Value> = any WritableKeyPath<Record, Value> & Sendable

  // MARK: For what no other field can say

  /// - Parameter names: in JSON, with `, ` between two.
  package static func rule(
    _ names: String, _ property: any PartialKeyPath<Record> & Sendable,
    read: @escaping @Sendable (_ json: JSONValue, _ record: inout Record) -> Void = { _, _ in },
    write: @escaping @Sendable (_ record: Record, _ json: inout JSONObject) -> Void
  ) -> JSONField {
    let names = names.split(separator: ", ").map(String.init)
    return JSONField([JSONEntry(names: names, property: property)], read: read, write: write)
  }

  /// Reads from what the fields before it have read.
  package static func rule(read: @escaping @Sendable (_ json: JSONValue, _ record: inout Record) -> Void) -> JSONField {
    JSONField(read: read)
  }

  /// Members under names that are data.
  package static func members(
    write: @escaping @Sendable (_ record: Record, _ json: inout JSONObject) -> Void
  ) -> JSONField {
    JSONField(write: write)
  }

  /// Read with what a record cannot be without, and not written where it is empty.
  package static func written(_ name: String, _ property: any KeyPath<Record, String> & Sendable) -> JSONField {
    .rule(name, property, write: { record, json in json.add(name, record[keyPath: property]) })
  }

  /// A text derived from other fields, where a verb shows the record.
  package static func shown(_ name: String, _ text: @escaping @Sendable (Record) -> String) -> JSONField {
    JSONField(write: { record, json in if json.manner == .shown { json.add(name, text(record)) } })
  }

  /// Left out where a verb shows the record: only the live API knows it.
  package var notShown: JSONField {
    JSONField(
      entries, read: read,
      write: { [write] record, json in if json.manner != .shown { write(record, &json) } }, unread: unread)
  }

  // MARK: What a record cannot be without

  /// Written also where it is empty; read before the others.
  package static func required(_ name: String, _ property: any KeyPath<Record, String> & Sendable) -> JSONField {
    .rule(name, property, write: { record, json in json.add(name, always: record[keyPath: property]) })
  }

  package static func required<Entity>(
    _ name: String, _ property: any KeyPath<Record, EntityID<Entity>> & Sendable
  ) -> JSONField {
    .rule(name, property, write: { record, json in json.add(name, record[keyPath: property].number) })
  }

  /// A record of its own among the members of this one.
  package static func required<Part: JSONRecord>(
    _ names: String, _ property: any KeyPath<Record, Part> & Sendable
  ) -> JSONField {
    .rule(
      names, property,
      write: { record, json in for field in Part.fields { field.write(record[keyPath: property], &json) } })
  }

  // MARK: Texts

  package static func text(_ name: StaticString, _ property: Property<String>) -> JSONField {
    JSONField(name, property, read: { $0.text($1) }, write: { $0.add($1, $2) })
  }

  /// Read under either of two names, and written under the first.
  package static func text(_ name: StaticString, or other: StaticString, _ property: Property<String>) -> JSONField {
    JSONField(name, property, read: { $0.text($1, or: other) }, write: { $0.add($1, $2) })
  }

  package static func texts(_ name: StaticString, _ property: Property<[String]>) -> JSONField {
    JSONField(name, property, read: { $0.texts($1) }, write: { $0.add($1, $2) })
  }

  /// With markup, in up to three dialects.
  package static func markup(
    _ name: StaticString, plain: StaticString, html: StaticString, _ property: Property<String>
  ) -> JSONField {
    JSONField(name, property, read: { $0.markup($1, plain: plain, html: html).text }, write: { $0.add($1, $2) })
  }

  /// The address of a picture; those of images alone are shown.
  package static func picture(_ name: StaticString, _ property: Property<String>) -> JSONField {
    JSONField(name, property, read: { $0.picture($1) }, write: { $0.add($1, $2) }).notShown
  }

  // MARK: Numbers

  /// 0 where it is absent.
  package static func count(_ name: StaticString, _ property: Property<Int>) -> JSONField {
    JSONField(name, property, read: { $0.integer($1) ?? 0 }, write: { $0.add($1, $2) })
  }

  /// In pixels; 0 where it is unknown.
  package static func size(_ name: StaticString, _ property: Property<Int>) -> JSONField {
    JSONField(name, property, read: { $0.positive($1) ?? 0 }, write: { $0.add($1, $2 == 0 ? nil : $2) })
  }

  package static func number(_ name: StaticString, _ property: Property<Int?>) -> JSONField {
    JSONField(name, property, read: { $0.integer($1) }, write: { $0.add($1, $2) })
  }

  /// Nil also for 0, with which Discogs says "none".
  package static func positive(_ name: StaticString, _ property: Property<Int?>) -> JSONField {
    JSONField(name, property, read: { $0.positive($1) }, write: { $0.add($1, $2) })
  }

  package static func reference<Entity>(_ name: StaticString, _ property: Property<EntityID<Entity>?>) -> JSONField {
    JSONField(name, property, read: { $0.positive($1).map { EntityID($0) } }, write: { $0.add($1, $2) })
  }

  /// Nil for 0, and for what is no rating.
  package static func stars(_ name: StaticString, _ property: Property<Int?>) -> JSONField {
    JSONField(name, property, read: { $0.stars($1) }, write: { $0.add($1, $2 ?? 0) })
  }

  package static func double(_ name: StaticString, _ property: Property<Double>) -> JSONField {
    JSONField(name, property, read: { $0.double($1) ?? 0 }, write: { $0.add($1, $2) })
  }

  package static func double(_ name: StaticString, _ property: Property<Double?>) -> JSONField {
    JSONField(name, property, read: { $0.double($1) }, write: { $0.add($1, $2) })
  }

  package static func decimal(_ name: StaticString, _ property: Property<DecimalNumber?>) -> JSONField {
    JSONField(name, property, read: { $0.decimal($1) }, write: { $0.add($1, $2) })
  }

  package static func flag(_ name: StaticString, _ property: Property<Bool?>) -> JSONField {
    JSONField(name, property, read: { $0.flag($1) }, write: { $0.add($1, $2) })
  }

  package static func flag(_ name: StaticString, absent: Bool, _ property: Property<Bool>) -> JSONField {
    JSONField(name, property, read: { $0.flag($1) ?? absent }, write: { $0.add($1, $2) })
  }

  // MARK: Records within

  package static func list<Item: JSONRecord>(_ name: StaticString, _ property: Property<[Item]>) -> JSONField {
    JSONField(name, property, read: { $0.list($1) }, write: { $0.add($1, $2) })
  }

  /// Artists by number and name; among submissions names only, or a single name.
  package static func names(_ name: StaticString, _ property: Property<[NamedArtist]>) -> JSONField {
    JSONField(name, property, read: { $0.named($1) }, write: { $0.add($1, $2) })
  }

  /// Nil where it is absent, empty or unreadable.
  package static func record<Item: JSONRecord>(_ name: StaticString, _ property: Property<Item?>) -> JSONField {
    JSONField(name, property, read: { $0.record($1) }, write: { $0.add($1, $2) })
  }

  /// Members of the same record in an object of their own.
  package static func within(_ name: StaticString, _ fields: [JSONField]) -> JSONField {
    let text = "\(name)"
    let entries = fields.flatMap(\.entries).map {
      JSONEntry(names: $0.names.map { "\(text).\($0)" }, property: $0.property, owner: $0.owner)
    }
    return JSONField(
      entries,
      read: { json, record in
        guard let object = json.object(name, { $0 }) else { return }
        for field in fields { field.read(object, &record) }
      },
      write: { record, json in
        json.within(text) { json in for field in fields { field.write(record, &json) } }
      })
  }

  /// How many have and want it; nil where nothing is said of either, which is not the same as none.
  package static func counts(
    have: StaticString, want: StaticString, _ property: Property<CommunityCounts?>
  ) -> JSONField {
    .rule("\(have), \(want)", property) { json, record in
      guard json.member(have) != nil || json.member(want) != nil else { return }
      record[keyPath: property] = CommunityCounts(have: json.integer(have) ?? 0, want: json.integer(want) ?? 0)
    } write: { record, json in
      json.add("\(have)", record[keyPath: property]?.have)
      json.add("\(want)", record[keyPath: property]?.want)
    }
  }

  /// `stats`: what the community and the signed-in user have and want, in the words of lists.
  package static func stats(_ community: Property<CommunityCounts?>, own: Property<CommunityCounts?>) -> JSONField {
    .within(
      "stats",
      [
        .within("community", [.counts(have: "in_collection", want: "in_wantlist", community)]),
        .within("user", [.counts(have: "in_collection", want: "in_wantlist", own)]),
      ])
  }

  // MARK: What is not in a property

  /// Known members that are told elsewhere or of no use, such as addresses that follow from a number.
  package static func passedOver(_ names: StaticString...) -> JSONField {
    JSONField(read: { json, _ in for name in names { json.passOver(name) } })
  }

  /// The members that no field before it has read: the last of a record.
  package static func unread(_ property: Property<[String: String]>) -> JSONField {
    JSONField(
      read: { json, record in record[keyPath: property] = json.unread }, unread: { $0[keyPath: property] })
  }

  /// The facts that only the live API has, with what is left then: the last of a record.
  ///
  /// - Parameter plainText: the name under which its notes or its profile stand without markup.
  package static func live(plainText: StaticString, _ property: Property<LiveFacts?>) -> JSONField {
    let fields = [JSONField<LiveFacts>.text(plainText, \.plainText)] + LiveFacts.fields
    return JSONField(
      fields.flatMap(\.entries).map { JSONEntry(names: $0.names, property: $0.property, owner: "live.") },
      read: { json, record in
        var facts = LiveFacts()
        for field in fields { field.read(json, &facts) }
        facts.additional = json.unread
        record[keyPath: property] = facts
      },
      write: { record, json in
        guard json.manner != .shown, let facts = record[keyPath: property] else { return }
        for field in fields { field.write(facts, &json) }
      },
      unread: { $0[keyPath: property]?.additional ?? [:] })
  }
}
