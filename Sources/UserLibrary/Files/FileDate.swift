internal import DiscogsModel

/// The order of day, month and year in a date such as 03/04/2023 or 20-11-12.
public enum DateOrder: String, Hashable, Sendable, CaseIterable { case dmy, mdy, ymd }

/// The moment named by a cell, as Discogs or a spreadsheet writes it.
struct FileDate: Hashable, Sendable {
  /// `2023-04-23 04:38:00`, with zeros for the parts that the cell lacks.
  let text: String
  /// The number of characters of `text` that the cell gives: 10 for a day, 16 for a minute, 19 for a second.
  let known: Int

  /// Returns whether another date in Discogs' form agrees with this one as far as the cell goes.
  func isSame(as other: String) -> Bool {
    other == text || other.utf8.count == 19 && other.utf8.prefix(known).elementsEqual(text.utf8.prefix(known))
  }
}

extension FileDate {
  /// Nil for a text that names no date, or that could be two.
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
    case .certain(let day): (self.text, known) = (Self.text(day, cell), cell.known)
    case .open(let days, _):
      let all = Set(days.values)
      guard let day = all.count == 1 ? all.first : order.flatMap({ days[$0] }) else { return nil }
      (self.text, known) = (Self.text(day, cell), cell.known)
    }
  }

  private static func text(_ day: Int, _ cell: DateCell) -> String {
    let seconds = day * 86_400 + cell.second
    if let offset = cell.offset { return PacificTime.export(seconds - offset) }
    let time = CivilTime(seconds)
    return "\(time.date) \(time.clock)"
  }

  /// Returns whether the text is an existing date in the form `2020-11-12 12:24:52`.
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

/// The dates of a column, which together decide the order of each.
struct DateColumn: Sendable {
  /// The orders in which all dates so far are valid, with the latest day in each.
  private var latest = [DateOrder.dmy: Int.min, .mdy: .min, .ymd: .min]
  /// Whether any year has two digits.
  private var hasShortYears = false
  /// The first date that is another day in another order.
  private(set) var open: (line: Int, text: String)?

  mutating func add(_ text: String, line: Int) {
    guard !FileDate.isDiscogs(text), case .open(let days, let hasWholeYear)? = DateCell(text)?.day else { return }
    if !hasWholeYear { hasShortYears = true }
    latest = latest.reduce(into: [:]) { rest, entry in
      // A four-digit year says nothing about the order of the short ones.
      let day = days[entry.key] ?? (hasWholeYear && entry.key == .ymd ? entry.value : nil)
      if let day { rest[entry.key] = max(day, entry.value) }
    }
    if open == nil, Set(days.values).count > 1 { open = (line, text) }
  }

  /// The only order in which all dates are valid; orders that put a date in the future count only if all of them do.
  /// Nil if there are several, or none.
  func order(today: Int) -> DateOrder? {
    let all = latest.filter { hasShortYears || $0.key != .ymd }
    let past = all.filter { $0.value <= today }
    let possible = past.isEmpty ? all : past
    return possible.count == 1 ? possible.first?.key : nil
  }
}

private struct DateCell {
  enum Day {
    /// In days since 1970.
    case certain(Int)
    /// The day in each order in which it is valid.
    case open([DateOrder: Int], hasWholeYear: Bool)
    /// A spreadsheet's count of days, as seconds since 1970.
    case serial(Int, known: Int)
  }

  let day: Day
  private(set) var known = 10
  /// Seconds since midnight.
  private(set) var second = 0
  /// Seconds ahead of UTC; nil for Pacific time, which Discogs' exports use.
  private(set) var offset: Int?

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

  /// Excel's count of days since 30 December 1899, from the year 2000 on: `45039.1931828704`.
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
    func day(_ year: (value: Int, digits: Int), _ month: Int, _ day: Int) -> Int? {
      guard year.digits == 2 || year.digits == 4, (1...12).contains(month), (1...31).contains(day) else { return nil }
      let year = year.digits == 2 ? 2_000 + year.value : year.value
      let days = CivilDate.days(year: year, month: month, day: day)
      return CivilDate.date(ofDays: days) == (year, month, day) ? days : nil
    }
    if let month {
      guard numbers.count == 2 else { return nil }
      let (first, second) = numbers[0].digits == 4 ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
      return day(first, month, second.value).map { .certain($0) }
    }
    guard numbers.count == 3 else { return nil }
    let (first, second, third) = (numbers[0], numbers[1], numbers[2])
    if first.digits == 4 { return day(first, second.value, third.value).map { .certain($0) } }
    // Wherever dates have dots, the day comes first.
    if isDotted { return day(third, second.value, first.value).map { .certain($0) } }
    var days: [DateOrder: Int] = [:]
    days[.dmy] = day(third, second.value, first.value)
    days[.mdy] = day(third, first.value, second.value)
    if third.digits == 2 { days[.ymd] = day(first, second.value, third.value) }
    return days.isEmpty ? nil : .open(days, hasWholeYear: third.digits == 4)
  }

  /// English and German, by their first three letters.
  private static let months: [Set<String>] = [
    ["jan", "jän"], ["feb"], ["mar", "mär", "mrz"], ["apr"], ["may", "mai"], ["jun"], ["jul"], ["aug"], ["sep"],
    ["oct", "okt"], ["nov"], ["dec", "dez"],
  ]
  private static let fillers: Set<String> = ["t", "at", "um", "on", "th", "st", "nd", "rd"]
  private static let weekdays: Set<String> = ["mo", "tu", "we", "th", "fr", "sa", "su", "di", "mi", "do", "so"]

  /// - Parameter tokens: beginning with the hour and a colon.
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
      // Fractions of a second are ignored.
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

  /// Reads `07:00`, `0700` or `07` after a sign.
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
