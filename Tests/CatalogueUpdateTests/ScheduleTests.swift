import CatalogueUpdate
import Testing

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

  @Test func `cron gets its arguments as they were typed`() {
    #expect(
      schedule.cronLine
        == "30 4 * * 1 '/opt/run out/runout' catalogue update --yes --only 'format:vinyl label:\"Blue Note\" 100\\%'")
  }
}
