import Clients
import DiscogsModel
import RunoutModel
import Wording

extension ChooserModel {
  /// The folders, latest used first, the present one last of all.
  nonisolated static func choices(_ folders: [CollectionFolder], latestUsed: [String], here: String?) -> [Choice] {
    var all = folders
    if !all.contains(where: \.isProtected) { all.append(CollectionFolder(name: ShelfEdit.uncategorised, copies: 0)) }
    let used = latestUsed.compactMap { name in all.first { $0.name == name } }
    let others = all.filter { !latestUsed.contains($0.name) }
    let ordered = used + others
    return (ordered.filter { $0.name != here } + ordered.filter { $0.name == here }).map(Choice.folder)
  }
}

extension FormModel {
  /// The rows for one copy or several. Values that differ are shown as such, and stay if untouched.
  nonisolated static func rows(
    of copies: [CollectionCopy], _ fields: [CollectionInstance.Field], folders: [String]
  ) -> [Row] {
    let conditions: Set = [CollectionInstance.Field.mediaCondition, CollectionInstance.Field.sleeveCondition]
    let sorted = fields.sorted { $0.position < $1.position }
    func row(_ field: CollectionInstance.Field) -> Row {
      Row(.field(field), field.name, common(copies.map { $0.value(of: field) })) { value in
        field.options.isEmpty ? .text(of: value) : .choice(of: value, from: field.options)
      }
    }
    var rows = sorted.filter { conditions.contains($0.id) }.map(row)
    rows.append(rating(common(copies.map { $0.rating.map(String.init) ?? "" })))
    rows.append(
      Row(.folder, FieldWords.folder, common(copies.map(\.folder))) { value in
        .choice(value, of: ([ShelfEdit.uncategorised] + folders + (value.isEmpty ? [] : [value])).uniqued())
      })
    rows += sorted.filter { !conditions.contains($0.id) }.map(row)
    // Fields that only the copies know of, from an import.
    let known = Set(fields.map(\.name))
    for name in copies.flatMap({ $0.fields.map(\.name) }).uniqued() where !known.contains(name) {
      rows.append(row(CollectionInstance.Field(id: 0, name: name, kind: "textarea")))
    }
    return rows
  }

  nonisolated static func rows(of wants: [WantListEntry]) -> [Row] {
    [
      rating(common(wants.map { $0.rating.map(String.init) ?? "" })),
      Row(.notes, FieldWords.notes, common(wants.map(\.notes))) { .text(of: $0) },
    ]
  }

  nonisolated private static func rating(_ value: String?) -> Row {
    Row(.rating, FieldWords.rating, value) { .stars(Int($0)) }
  }

  /// The value that all have in common; nil where they differ.
  nonisolated private static func common(_ values: [String]) -> String? { Set(values).count == 1 ? values[0] : nil }
}
