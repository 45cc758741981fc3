import Wording

/// The first bytes of a file, for telling what it is instead of a dump.
struct DumpHead {
  let file: String
  let bytes: [UInt8]

  func check() throws(DumpError) {
    if bytes.isEmpty { throw error(.empty) }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      throw error(.notADump(CatalogueWords.isUTF16))
    }
    if looksLikeAWebPage { throw error(.webPage) }
    guard text.first == UInt8(ascii: "<") else { throw notADump() }
  }

  /// Whether the XML declaration, if any, allows UTF-8.
  var isUTF8: Bool {
    let declaration = String(decoding: text.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self).lowercased()
    return !declaration.hasPrefix("<?xml") || !declaration.contains("encoding") || declaration.contains("utf-8")
  }

  /// The bytes without byte order mark and leading blanks.
  private var text: ArraySlice<UInt8> {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].drop { $0 <= 32 }
  }

  private var looksLikeAWebPage: Bool {
    let start = text.prefix(16).map { $0 >= 65 && $0 <= 90 ? $0 | 32 : $0 }
    return start.starts(with: "<html".utf8) || start.starts(with: "<!doctype html".utf8)
  }

  func notADump() -> DumpError {
    if text.isEmpty { return error(.notADump(CatalogueWords.isBlank)) }
    return error(.notADump(text.first == UInt8(ascii: "<") ? CatalogueWords.noRoot : CatalogueWords.notXMLFile))
  }

  private func error(_ reason: DumpError.Reason, offset: Int? = nil) -> DumpError {
    DumpError(file: file, reason: reason, offset: offset)
  }

  /// The error for a root element that the builder refused; nil where reading can go on.
  func reject(_ stop: DumpBuilder.Stop) -> DumpError? {
    switch stop {
    case .documentType(let name) where name.lowercased() == "html": return error(.webPage)
    case .unknownRoot(let name) where name.lowercased() == "html": return error(.webPage)
    case .documentType: return error(.documentType, offset: bytes.firstRange(of: Array("<!DOCTYPE".utf8))?.lowerBound)
    case .unknownRoot(let name):
      return error(.notADump(name == "Error" ? CatalogueWords.isErrorMessage : CatalogueWords.root(name)))
    case .noRoot, .nestedRecord, .tooDeep, .handover: return nil
    }
  }
}
