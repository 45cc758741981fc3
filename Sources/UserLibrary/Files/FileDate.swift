internal import DiscogsModel

/// Whether the day or the month comes first in a date such as 03/04/2023.
public enum DateOrder: String, Hashable, Sendable, CaseIterable {
  case dmy, mdy
}

/// The moment that a cell of a file names, as Discogs writes it or a spreadsheet has written it since.
struct FileDate: Hashable, Sendable {
  /// `2023-04-23 04:38:00`, noughts for what the cell does not say.
  let text: String
  /// How many characters of the text the cell says: 10 for a day, 16 for a minute, 19 for a second.
  let known: Int

  /// Whether another date, as Discogs writes it, is this one as far as the cell goes.
  func isSame(as other: String) -> Bool {
    other == text || other.utf8.count == 19 && other.utf8.prefix(known).elementsEqual(text.utf8.prefix(known))
  }
}

extension FileDate {
  /// The date that a text names; nil where it names none, or could be two.
  init?(_ text: String, _ order: DateOrder?) {
    if Self.isDiscogs(text) {
      (self.text, known) = (text, 19)
      return
    }
    guard let cell = DateCell(text) else { return nil }
    switch cell.day {
    case .serial(let seconds, let known):
      let time = CivilTime(seconds)
      (self.text, self.known) = ("\(time.date) \(time.clock)", known)
    case .certain(let year, let month, let day):
      guard let date = Self.text(year, month, day, cell) else { return nil }
      (self.text, known) = (date, cell.known)
    case .pair(let first, let second, let year):
      guard let order = cell.evidence ?? order ?? (first == second ? .dmy : nil),
        let date = order == .dmy ? Self.text(year, second, first, cell) : Self.text(year, first, second, cell)
      else { return nil }
      (self.text, known) = (date, cell.known)
    }
  }

  private static func text(_ year: Int, _ month: Int, _ day: Int, _ cell: DateCell) -> String? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let days = CivilDate.days(year: year, month: month, day: day)
    guard CivilDate.date(ofDays: days) == (year, month, day) else { return nil }
    let seconds = days * 86_400 + cell.second
    if let offset = cell.offset { return PacificTime.export(seconds - offset) }
    let time = CivilTime(seconds)
    return "\(time.date) \(time.clock)"
  }

  /// Whether it is `2020-11-12 12:24:52`, a date that there is.
  fileprivate static func isDiscogs(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count == 19, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
        bytes[10] == UInt8(ascii: " "), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
      else { return false }
      func number(_ places: Range<Int>) -> Int? {
        var number = 0
        for place in places {
          guard (0x30...0x39).contains(bytes[place]) else { return nil }
          number = number * 10 + Int(bytes[place] - 0x30)
        }
        return number
      }
      guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
        let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
        (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60
      else { return false }
      return CivilDate.date(ofDays: CivilDate.days(year: year, month: month, day: day)) == (year, month, day)
    }
  }
}

/// The dates of a column, which decide together what each of them means.
struct DateColumn: Sendable {
  private var orders: Set<DateOrder> = []
  /// The first that could be two dates.
  private var open: (line: Int, text: String)?

  mutating func add(_ text: String, line: Int) {
    guard !FileDate.isDiscogs(text), let cell = DateCell(text), case .pair(let first, let second, _) = cell.day else {
      return
    }
    if let evidence = cell.evidence {
      orders.insert(evidence)
    } else if first != second, first <= 12, open == nil {
      open = (line, text)
    }
  }

  /// The order that the column shows; nil where it shows none, or both.
  var order: DateOrder? { orders.count == 1 ? orders.first : nil }

  /// The first date that nothing in the column decides.
  var question: (line: Int, text: String)? { order == nil ? open : nil }
}

/// A cell with a date, taken apart.
private struct DateCell {
  enum Day {
    case certain(year: Int, month: Int, day: Int)
    /// Day and month, in either order.
    case pair(Int, Int, year: Int)
    /// A spreadsheet's count of days, as seconds since 1970.
    case serial(Int, known: Int)
  }

  let day: Day
  private(set) var known = 10
  /// Of the day.
  private(set) var second = 0
  /// Seconds ahead of UTC; nil for the west coast's time, in which Discogs' exports are.
  private(set) var offset: Int?

  /// The order that this one date shows.
  var evidence: DateOrder? {
    guard case .pair(let first, let second, _) = day else { return nil }
    if first > 12, second <= 12 { return .dmy }
    return first <= 12 && second > 12 ? .mdy : nil
  }

  private enum Token: Hashable {
    case number(Int, digits: Int)
    case word(String)
    case sign(Character)
  }

  init?(_ text: String) {
    guard text.utf8.count <= 64 else { return nil }
    if let serial = Self.serial(text) {
      day = serial
      return
    }
    guard let tokens = Self.tokens(text) else { return nil }
    let clock = tokens.indices.dropLast().first { index in
      if case .number = tokens[index] { return tokens[index + 1] == .sign(":") }
      return false
    }
    guard let found = Self.day(tokens[..<(clock ?? tokens.endIndex)]) else { return nil }
    day = found
    if let clock, !readClock(tokens[clock...]) { return nil }
  }

  private static func tokens(_ text: String) -> [Token]? {
    var tokens: [Token] = []
    var rest = text.lowercased()[...]
    while let first = rest.first {
      if first.isASCII, first.isNumber {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard digits.count <= 9, let number = Int(digits) else { return nil }
        tokens.append(.number(number, digits: digits.count))
        rest = rest.dropFirst(digits.count)
      } else if first.isLetter {
        let word = rest.prefix { $0.isLetter }
        tokens.append(.word(String(word)))
        rest = rest.dropFirst(word.count)
      } else {
        if !first.isWhitespace { tokens.append(.sign(first)) }
        rest = rest.dropFirst()
      }
    }
    return tokens
  }

  /// The days since 30 December 1899 that Excel counts, from the year 2000 on: `45039.1931828704`.
  private static func serial(_ text: String) -> Day? {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard parts[0].utf8.count == 5,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let days = Int(parts[0]), (36_526...73_050).contains(days)
    else { return nil }
    let start = (days - 25_569) * 86_400
    guard parts.count == 2, parts[1].utf8.contains(where: { $0 != 0x30 }), let part = Double("0.\(parts[1])") else {
      return .serial(start, known: 10)
    }
    return .serial(start + Int((part * 86_400).rounded()), known: parts[1].utf8.count > 4 ? 19 : 16)
  }

  private static func day(_ tokens: ArraySlice<Token>) -> Day? {
    var numbers: [(value: Int, digits: Int)] = []
    var month: Int?
    var isDotted = false
    for token in tokens {
      switch token {
      case .number(let value, let digits): numbers.append((value, digits))
      case .sign(let sign):
        guard "-/.,".contains(sign) else { return nil }
        if numbers.count == 1, sign == "." { isDotted = true }
      case .word(let word):
        if let found = Self.months.firstIndex(where: { $0.contains(String(word.prefix(3))) }) {
          guard month == nil else { return nil }
          month = found + 1
        } else if !fillers.contains(word), !weekdays.contains(String(word.prefix(2))) {
          return nil
        }
      }
    }
    func year(_ number: (value: Int, digits: Int)) -> Int? {
      switch number.digits {
      case 4: number.value
      case 2: 2_000 + number.value
      default: nil
      }
    }
    if let month {
      guard numbers.count == 2 else { return nil }
      if numbers[0].digits == 4 { return .certain(year: numbers[0].value, month: month, day: numbers[1].value) }
      return year(numbers[1]).map { .certain(year: $0, month: month, day: numbers[0].value) }
    }
    guard numbers.count == 3 else { return nil }
    if numbers[0].digits == 4 {
      return .certain(year: numbers[0].value, month: numbers[1].value, day: numbers[2].value)
    }
    guard let year = year(numbers[2]) else { return nil }
    // With dots the day comes first wherever they are used.
    if isDotted { return .certain(year: year, month: numbers[1].value, day: numbers[0].value) }
    return .pair(numbers[0].value, numbers[1].value, year: year)
  }

  /// In English and German, by their first three letters.
  private static let months: [Set<String>] = [
    ["jan", "jän"], ["feb"], ["mar", "mär", "mrz"], ["apr"], ["may", "mai"], ["jun"], ["jul"], ["aug"], ["sep"],
    ["oct", "okt"], ["nov"], ["dec", "dez"],
  ]
  private static let fillers: Set<String> = ["t", "at", "um", "on", "th", "st", "nd", "rd"]
  private static let weekdays: Set<String> = ["mo", "tu", "we", "th", "fr", "sa", "su", "di", "mi", "do", "so"]

  /// - Parameter tokens: begin with the hour and a colon.
  private mutating func readClock(_ tokens: ArraySlice<Token>) -> Bool {
    var numbers: [Int] = []
    var rest = tokens
    while case .number(let value, _)? = rest.first, numbers.count < 3 {
      numbers.append(value)
      rest = rest.dropFirst()
      guard rest.first == .sign(":") else { break }
      rest = rest.dropFirst()
    }
    guard (2...3).contains(numbers.count), numbers[0] < 24, numbers[1] < 60 else { return false }
    if numbers.count == 3 {
      guard numbers[2] < 60 else { return false }
      // Parts of a second say nothing.
      if rest.first == .sign(".") || rest.first == .sign(",") { rest = rest.dropFirst(2) }
    }
    var hour = numbers[0]
    loop: while let token = rest.first {
      switch token {
      case .word("am"), .word("a"), .word("pm"), .word("p"):
        guard (1...12).contains(hour) else { return false }
        hour = hour % 12 + (token == .word("pm") || token == .word("p") ? 12 : 0)
      case .word("m"), .word("uhr"), .sign("."): break
      case .word("z"), .word("utc"), .word("gmt"): offset = 0
      case .sign("+"), .sign("-"):
        guard let seconds = Self.offset(rest.dropFirst()) else { return false }
        offset = token == .sign("-") ? -seconds : seconds
        break loop
      default: return false
      }
      rest = rest.dropFirst()
    }
    known = numbers.count == 3 ? 19 : 16
    second = hour * 3_600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    return true
  }

  /// `07:00`, `0700` or `07` behind a sign.
  private static func offset(_ tokens: ArraySlice<Token>) -> Int? {
    guard case .number(let first, let digits)? = tokens.first else { return nil }
    let rest = Array(tokens.dropFirst())
    switch (digits, rest.count) {
    case (4, 0): return (first / 100 * 60 + first % 100) * 60
    case (1...2, 0): return first * 3_600
    case (1...2, 2):
      guard rest[0] == .sign(":"), case .number(let minutes, 2) = rest[1] else { return nil }
      return (first * 60 + minutes) * 60
    default: return nil
    }
  }
}
