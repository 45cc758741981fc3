import Clients
import Foundation
import TestSupport
import Testing

@testable import Screens
@testable import Terminal

struct ThemeTests {
  /// From 1 for the same to 21 for black on white. Source: WCAG 2.2, “contrast ratio”.
  private func contrast(_ one: Colour, _ other: Colour) throws -> Double {
    func luminance(_ colour: Colour) throws -> Double {
      let parts = try parts(colour).map { part in
        let part = Double(part) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let (first, second) = (try luminance(one), try luminance(other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// Of the palette beyond the first 16, which are the user's, what terminals show.
  private func parts(_ colour: Colour) throws -> [UInt8] {
    if let rgb = colour.rgb { return [rgb.red, rgb.green, rgb.blue] }
    let index = try #require(colour.index)
    try #require(index >= 16)
    if index >= 232 { return Array(repeating: 8 + 10 * (index - 232), count: 3) }
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    let place = Int(index) - 16
    return [levels[place / 36], levels[place / 6 % 6], levels[place % 6]]
  }

  /// The backgrounds a theme is seen on: its own, or those of terminals it is for.
  private func backgrounds(_ theme: ThemeColours) -> [UInt32] {
    switch theme.name {
    case "dark": [0x000000, 0x303030]
    case "light": [0xFFFFFF, 0xEEEEEE]
    default: [theme.colours[.background] ?? 0]
    }
  }

  @Test(arguments: ThemeColours.painted + [.dark, .light], [Colour.trueColour, 256])
  func `every letter can be read on its background and when its row is selected`(
    _ theme: ThemeColours, _ colours: Int
  ) throws {
    let least = theme.name == "contrast" ? 7 : 4.5
    func colour(_ hex: UInt32) -> Colour { Colour(hex: hex).reduced(to: colours) }
    #expect(theme.colours.count == ThemeRole.allCases.count)
    let selections: [ThemeRole] = [.selection, .selectionElsewhere]
    let behind = backgrounds(theme) + selections.compactMap { theme.colours[$0] }
    for (role, hex) in theme.colours where role != .background && !selections.contains(role) {
      // Lines are not selected.
      for background in role == .border ? backgrounds(theme) : behind {
        let found = try contrast(colour(hex), colour(background))
        // They only divide: bright ones are the loudest thing on the screen.
        let needed = role == .border && least < 7 ? 3 : least
        #expect(found >= needed, "\(role) on \(String(background, radix: 16)): \(found)")
      }
    }
    // One knows which pane has the keys. Nord's darkest three are two in the palette.
    if theme.name != "nord" || colours > 256 {
      #expect(Set(selections.compactMap { theme.colours[$0] }.map(colour)).count == 2)
    }
    // A selection that cannot be seen is none.
    for selection in selections {
      for background in backgrounds(theme) {
        let hex = try #require(theme.colours[selection])
        #expect(try contrast(colour(hex), colour(background)) >= 1.09, "\(selection)")
      }
    }
  }

  @Test(arguments: ThemeColours.painted, [Colour.trueColour, 256])
  func `what belongs to the row above is fainter where it can be read, also in a selected row`(
    _ colours: ThemeColours, _ count: Int
  ) throws {
    let theme = Theme(colours.name, background: .rgb(0, 0, 0), colours: count)
    let least = colours.name == "contrast" ? 7 : 4.5
    let (faint, ground) = (theme.faint.foreground.reduced(to: count), theme.base.background.reduced(to: count))
    #expect(try contrast(faint, ground) >= least)
    #expect(try contrast(faint, ground) <= contrast(theme.quiet.foreground.reduced(to: count), ground))
    if theme.band != .default {
      let band = theme.band.reduced(to: count)
      #expect(try contrast(theme.quiet.foreground.reduced(to: count), band) >= 4.5)
      for selection in [theme.selected(theme.text), theme.selected(theme.text, hasFocus: false)] {
        let tint = selection.background.reduced(to: count)
        #expect(try contrast(tint, ground) >= 1.09 * contrast(band, ground), "no row looks selected that is not")
      }
    }
    for style in [theme.faint, theme.quiet.on(theme.band)] {
      #expect(theme.selected(style) == theme.selected(theme.text))
    }
    #expect(theme.selected(theme.faint, hasFocus: false) == theme.selected(theme.quiet, hasFocus: false))
  }

  @Test(
    arguments: [
      ("CD", "CD"), ("2×CD, Album", "2×CD"), ("Cass, RE", "Cass"), ("12×File, FLAC", "12×File"), ("SACD, RE", "SACD"),
      ("LP, Album", nil), ("2×LP", nil), ("12\"", nil), ("Flexi", nil), ("", nil), ("É, CD", nil), ("×", nil),
      ("2×", nil),
      ("Ã×CD", nil),
    ] as [(String, String?)])
  func `a medium other than a record has a colour`(format: String, medium: String?) {
    let theme = Theme("dark", background: .rgb(0, 0, 0), colours: Colour.trueColour)
    #expect(theme.medium(format)?.name == medium)
  }

  @Test func `without a background nothing is fainter than quiet, and no row has a band`() {
    for theme in [Theme(), .uncoloured, .terminal, .terminalOnLight] { #expect(theme.faint == theme.quiet) }
    let grey = Theme("auto", background: .rgb(0x45, 0x45, 0x45), colours: Colour.trueColour)
    #expect(grey.faint == grey.quiet)
    for colours in [16, 256] {
      #expect(Theme("terminal", background: .rgb(0, 0, 0), colours: colours).band == .default)
    }
    #expect(Theme("auto", background: .rgb(0, 0, 0), colours: 256).band != .default)
    let dark = Theme("auto", background: .rgb(0, 0, 0), colours: Colour.trueColour)
    #expect(dark.faint != dark.quiet)
  }

  @Test func `the terminal's own background decides, and few colours are its own`() {
    let (dark, light) = (Colour.rgb(0, 0, 0), Colour.rgb(0xFF, 0xFF, 0xFF))
    #expect(Theme("auto", background: dark, colours: 256) == Theme(.dark, paintsBackground: false).withoutShades)
    #expect(Theme("auto", background: light, colours: Colour.trueColour) == Theme(.light, paintsBackground: false))
    #expect(Theme("vinyl", background: light, colours: 256) == Theme(.vinyl, paintsBackground: true).withoutShades)
    for colours in [8, 16] {
      #expect(Theme("vinyl", background: dark, colours: colours) == .terminalOnDark(colours: colours))
    }
    #expect(Theme("terminal", background: dark, colours: 256) == .terminal)
  }

  @Test(arguments: [0, 8, 16, 256, Colour.trueColour])
  func `on a background that is not known there are no colours that might not be readable`(colours: Int) {
    let theme = Theme("auto", background: nil, colours: colours)
    #expect(theme == .uncoloured)
    for child in Mirror(reflecting: theme).children {
      guard let style = child.value as? CellStyle else { continue }
      #expect(style.foreground == .default && style.background == .default, "\(child.label ?? "")")
      #expect(!style.attributes.contains(.dim), "\(child.label ?? ""): faint may be too faint")
    }
    #expect(theme.selected(theme.text).attributes.contains(.reverse))
  }

  @Test(arguments: [8, 16, 256, Colour.trueColour], Array(stride(from: UInt8(0), through: 255, by: 5)))
  func `whatever the background is, every letter can be read on it`(colours: Int, level: UInt8) throws {
    let most = UInt8(clamping: Int(level) + 30)
    for background in [Colour.rgb(level, level, level), .rgb(level, level, most), .rgb(most, level, level)] {
      let theme = Theme("auto", background: background, colours: colours)
      for child in Mirror(reflecting: theme).children where child.label != "bar" {
        guard let style = child.value as? CellStyle else { continue }
        let found = style.foreground.reduced(to: colours).contrast(with: background)
        #expect(found ?? 21 >= (child.label == "rule" ? 3 : 4.5), "\(child.label ?? "") on \(background)")
      }
    }
  }

  @Test(arguments: [
    Theme(), .uncoloured, .terminal, .terminalOnLight, Theme(.dark, paintsBackground: false),
    Theme(.paper, paintsBackground: true),
  ])
  func `a selected row is one surface, and a bar in it stays a bar`(_ theme: Theme) {
    let row = [theme.text, theme.quiet, theme.own, theme.strong, theme.accent, theme.link.underlined]
    let selected = row.map { theme.selected($0) }
    #expect(Set(selected.map(\.background)).count == 1)
    #expect(Set(selected.map { $0.attributes.contains(.reverse) }).count == 1)
    // In reverse each colour would be another surface.
    if selected[0].attributes.contains(.reverse) { #expect(Set(selected.map(\.foreground)) == [.default]) }
    #expect(!theme.selected(theme.bar).attributes.contains(.reverse))
  }

  @Test func `with 16 colours nothing that means something is bright black`() {
    let theme = Theme.terminal
    for style in [
      theme.own, theme.otherPressing, theme.want, theme.price, theme.rating, theme.good, theme.fair, theme.poor,
      theme.accent, theme.caption, theme.link, theme.warning, theme.error,
    ] { #expect(style.foreground != .palette(8)) }
  }
}
