@main
struct Runout {
  static func main() {}
}
