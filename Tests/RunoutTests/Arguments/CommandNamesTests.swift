import ArgumentParser
import Testing

@testable import runout

@MainActor struct CommandNamesTests {
  @Test func `every command states its name, which ArgumentParser would else make of its type at each start`() {
    var unnamed: [String] = []
    var left: [any ParsableCommand.Type] = [Runout.self]
    while let command = left.popLast() {
      if command.configuration.commandName == nil { unnamed.append("\(command)") }
      left += command.configuration.subcommands
    }
    #expect(unnamed.isEmpty)
  }
}
