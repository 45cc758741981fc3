// Numbers, plurals and other parts of this target's sentences.

/// `“one”, “two”`.
func quoted(_ texts: [String]) -> String { texts.map { "“\($0)”" }.joined(separator: ", ") }

/// A text from a server or the name of a file, cut to fit into a sentence: `FFFF…`.
func cut(_ text: String, to most: Int = 200) -> String { text.count > most ? "\(text.prefix(most - 1))…" : text }

/// `1,284`.
func grouped(_ number: Int) -> String {
  if number.magnitude < 1_000 { return String(number) }
  var digits = Array(String(number.magnitude).utf8)
  for index in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(UInt8(ascii: ","), at: index) }
  return (number < 0 ? "-" : "") + String(decoding: digits, as: UTF8.self)
}

/// `1 copy`, `1,284 copies`.
func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(number == 1 ? noun : plural(noun))"
}

/// `1st`, `12th`, `1,023rd`.
func ordinal(_ number: Int) -> String {
  let ending = (11...13).contains(number % 100) ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
  return grouped(number) + ending
}

private func plural(_ noun: String) -> String {
  switch noun {
  case "copy": "copies"
  case "search": "searches"
  default: noun + "s"
  }
}

/// ` (Jazz, VG+)`; empty for an empty text.
func aside(_ text: String) -> String { text.isEmpty ? "" : " (\(text))" }

/// `: the reason`; empty for an empty text.
func because(_ text: String) -> String { text.isEmpty ? "" : ": \(text)" }

/// The end of a question at the command line: Enter means no.
let yesOrNo = "[y/N] "
