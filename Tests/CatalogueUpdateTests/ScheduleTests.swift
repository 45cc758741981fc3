import Foundation
import Testing

@testable import CatalogueUpdate

struct ScheduleTests {
  private let schedule = Schedule(command: [
    "/opt/run out/runout", "catalogue", "update", "--yes", "--only", "format:vinyl label:\"Blue Note\" 100%",
  ])

  @Test func `systemd gets its arguments as they were typed`() {
    #expect(
      schedule.service.contains(
        "ExecStart=\"/opt/run out/runout\" catalogue update --yes --only \"format:vinyl label:\\\"Blue Note\\\" 100%%\"\n"
      ))
    #expect(schedule.timer.contains("OnCalendar=weekly\n"))
  }

  @Test func `launchd gets its arguments as they were typed`() throws {
    let schedule = Schedule(command: ["/opt/run out/runout", "catalogue", "update", "--only", "artist:\"A & B\" <x>"])
    let list = try PropertyListSerialization.propertyList(
      from: Data(schedule.propertyList(errors: "/Users/ann & bo/errors.log").utf8), format: nil)
    let entries = try #require(list as? [String: Any])
    #expect(entries["Label"] as? String == "runout.catalogue")
    #expect(entries["ProgramArguments"] as? [String] == schedule.command)
    #expect(entries["StandardErrorPath"] as? String == "/Users/ann & bo/errors.log")
    #expect(entries["StartCalendarInterval"] as? [String: Int] == ["Weekday": 1, "Hour": 4, "Minute": 30])
  }

  @Test func `an agent that is loaded already is turned off before it is turned on`() {
    #expect(
      schedule.activation(propertyList: "/Users/ann/Library/LaunchAgents/runout.catalogue.plist")
        == "launchctl bootout gui/$(id -u)/runout.catalogue 2>/dev/null; "
        + "launchctl bootstrap gui/$(id -u) '/Users/ann/Library/LaunchAgents/runout.catalogue.plist'")
  }

  @Test func `a check runs every day, under its own name`() {
    let check = Schedule(.check, command: ["runout", "check", "--notify"])
    #expect(check.timerName == "runout-check.timer" && check.timer.contains("OnCalendar=daily\n"))
    #expect(check.cronLine == "30 4 * * * runout check --notify")
    #expect(!check.propertyList(errors: "/e").contains("Weekday"))
  }

  @Test func `cron gets its arguments as they were typed`() {
    #expect(
      schedule.cronLine
        == "30 4 * * 1 '/opt/run out/runout' catalogue update --yes --only 'format:vinyl label:\"Blue Note\" 100\\%'")
  }
}
