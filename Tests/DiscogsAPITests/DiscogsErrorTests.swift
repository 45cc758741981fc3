import DiscogsModel
import Testing

@testable import DiscogsAPI

struct DiscogsErrorTests {
  private let endpoint = Endpoint("GET /things/{id}", path: "/things/1", isIdempotent: true) {
    (response) throws(DecodingFailure) in
    guard response.body.starts(with: Array("{\"id\"".utf8)), response.body.last == UInt8(ascii: "}") else {
      throw DecodingFailure(field: "id", reason: "not there")
    }
    return Decoded(String(decoding: response.body, as: UTF8.self))
  }

  private func error(_ status: Int, _ body: String, type: String? = "application/json") -> DiscogsError? {
    var headers = HTTP.Headers()
    headers["Content-Type"] = type
    do throws(DiscogsError) {
      _ = try AnswerReading.read(endpoint, HTTP.Response(status: status, headers: headers, body: Array(body.utf8)))
      return nil
    } catch {
      return error
    }
  }

  private func message(_ body: String, type: String? = "application/json") -> String? {
    if case .notFound(let refusal) = error(404, body, type: type) { refusal.message } else { nil }
  }

  @Test func `each status has its case`() {
    let codes = [
      400: "invalid-request", 401: "unauthorized", 403: "forbidden", 404: "not-found", 405: "invalid-request",
      409: "invalid-request", 415: "invalid-request", 422: "validation", 429: "rate-limited", 500: "server-error",
      502: "server-error", 503: "server-error", 304: "malformed-answer", 100: "malformed-answer",
    ]
    for (status, code) in codes {
      let error = error(status, "{\"message\": \"Words.\"}")
      #expect(error?.code == code, "\(status)")
      #expect(error?.endpoint == "GET /things/{id}")
    }
    #expect(error(200, "{\"id\": 1}") == nil)
  }

  @Test(arguments: [
    "Invalid timestamp. Check your system clock.", "{\"message\": \"Invalid timestamp\"}",
    "oauth_problem=timestamp_refused",
  ])
  func `a 401 for the time of a request blames the clock, and not the credentials`(body: String) {
    let error = error(401, body, type: body.hasPrefix("{") ? "application/json" : "text/plain")
    #expect(error?.code == "wrong-clock")
    #expect(error?.status == 401 && error?.endpoint == "GET /things/{id}")
    #expect(error?.suggestion == "Set this machine's clock and try again.")
  }

  @Test func `the server's words are found in every form of body`() {
    #expect(message("{\"message\": \"Release not found.\"}") == "Release not found.")
    #expect(
      message("{\"message\": \"No.\", \"detail\": [{\"loc\": [\"body\", 1], \"msg\": \"too big\"}]}") == "too big")
    #expect(message("{\"detail\": \"Not here\"}") == "Not here")
    #expect(message("{\"detail\": [], \"message\": \"Empty\"}") == "Empty")
    #expect(message("{\"detail\": [{\"x\": 1}], \"message\": \"Odd\"}") == "Odd")
    #expect(message("{\"message\": 5}") == nil)
    #expect(message("Invalid consumer.", type: "text/plain") == "Invalid consumer.")
    #expect(message("  Invalid\r\n signature. ", type: nil) == "Invalid signature.")
    #expect(message("", type: "text/plain") == nil)
    #expect(message("{\"message\": \"cut") == nil)
    #expect(message("\u{FFFD}PNG", type: "image/png") == nil)
  }

  @Test func `words of the server cannot harm a terminal or give a token away`() {
    #expect(message("{\"message\": \"a\\u001b[31m\\u202eb\\nc\"}") == "a [31m b c")
    #expect(message("{\"message\": \"see https://x/?token=abcdef&page=2\"}") == "see https://x/?token=…&page=2")
    #expect(message("{\"message\": \"\(String(repeating: "é", count: 5000))\"}")?.count == 300)
  }

  @Test func `a web page is never an answer, whatever its status`() {
    let page = "<!DOCTYPE html><html><title>Attention Required!</title></html>"
    #expect(error(200, page, type: "text/html; charset=UTF-8")?.code == "web-page")
    #expect(error(200, "\u{FEFF}\n " + page)?.code == "web-page")
    #expect(error(404, page)?.code == "web-page")
    #expect(error(403, page, type: "text/html")?.code == "forbidden-by-gateway")
    #expect(error(403, page, type: "text/html")?.canRetry == true)
    #expect(error(502, page, type: "text/html")?.code == "server-error")
    #expect(error(502, page)?.sentence == "Discogs failed with HTTP 502.")
  }

  @Test func `a body that cannot be read says why`() {
    #expect(error(200, "")?.code == "empty-answer")
    #expect(error(200, " \n")?.code == "empty-answer")
    #expect(error(200, "{\"id\": [1, \"a")?.code == "truncated-answer")
    #expect(error(200, "{\"a\": \"}\\\"\"")?.code == "truncated-answer")
    #expect(error(200, "GIF89a", type: "image/gif")?.code == "content-type")
    #expect(
      error(200, "{\"message\": \"]\"}")
        == .decoding(
          endpoint: "GET /things/{id}", DecodingFailure(field: "id", reason: "not there")))
    #expect(error(200, "{\"id\": 1}", type: "text/plain") == nil)
  }

  @Test func `failures of the transport keep what lies below`() {
    let unreachable = TransportFailure.unreachable("connection refused", mayHaveArrived: false)
    let error = AnswerReading.error("e", unreachable)
    #expect(error.cause as? TransportFailure == unreachable)
    #expect(error.sentence == "Cannot reach Discogs (connection refused).")
    #expect(error.canRetry && !error.mayHaveBeenCarriedOut)
    #expect(AnswerReading.error("e", .timedOut).code == "timeout")
    #expect(AnswerReading.error("e", .cancelled) == .cancelled)
    #expect(AnswerReading.error("e", .truncated).code == "truncated-answer")
    #expect(AnswerReading.error("e", .tooLarge(limit: 1 << 20)).sentence == "The response is larger than 1 MiB.")
    #expect(AnswerReading.error("e", .redirected(to: "evil.example")).code == "redirected")
    #expect(!AnswerReading.error("e", .insecure(host: "h")).canRetry)
  }

  @Test func `every case has a sentence, and most a suggestion`() {
    let refusal = Refusal(endpoint: "e", status: 403, message: "Not yours.")
    let errors: [DiscogsError] = [
      .network(endpoint: "e", .unreachable("reset", mayHaveArrived: true)), .timedOut(endpoint: "e"), .cancelled,
      .invalidResponse(endpoint: "e", status: 200, .empty), .decoding(endpoint: "e", .init(field: "id", reason: "r")),
      .rateLimited(endpoint: "e", retryAfter: .milliseconds(1500)), .unauthorized(refusal), .forbidden(refusal),
      .wrongClock(refusal), .notFound(refusal), .server(refusal), .invalidRequest(refusal), .validation(refusal),
      .missingToken(endpoint: "e", .user),
      .resting(endpoint: "e", retryAfter: .seconds(3), last: .timedOut(endpoint: "e")),
      .notCached(endpoint: "e"),
    ]
    for error in errors {
      #expect(error.sentence.hasSuffix(".") && !error.sentence.hasSuffix(".."))
      #expect(error.suggestion?.hasSuffix(".") ?? (error == .cancelled))
    }
    #expect(Set(errors.map(\.code)).count == errors.count)
    #expect(errors[5].sentence == "Too many requests: Discogs takes the next one in 2 s.")
    #expect(errors[7].sentence == "Discogs refused this (Not yours).")
  }

  @Test func `credentials are taken out of addresses and headers`() {
    #expect(Scrub.text("/a?key=k1&secret=s1&q=token") == "/a?key=…&secret=…&q=token")
    #expect(Scrub.text("Authorization: Discogs token=abc, x") == "Authorization: Discogs token=…, x")
    #expect(
      Scrub.text("OAuth oauth_signature=\"a%26b\", oauth_nonce=\"n\"")
        == "OAuth oauth_signature=\"…\", oauth_nonce=\"…\"")
    #expect(Scrub.text("TOKEN=abc page=2 keyboard=x") == "TOKEN=… page=2 keyboard=x")
    #expect(Scrub.text("token=") == "token=")
  }
}
