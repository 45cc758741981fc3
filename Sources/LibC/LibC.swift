/// The system's C library, under one name on every system: the one place that asks which it is.
#if canImport(Darwin)
  @_exported public import Darwin

  /// Whether this is one of Apple's systems.
  public let isApple = true
  /// The kind of socket that is a stream of bytes.
  public let streamSocket = SOCK_STREAM
#else
  @_exported public import Glibc

  /// Whether this is one of Apple's systems.
  public let isApple = false
  /// The kind of socket that is a stream of bytes.
  public let streamSocket = CInt(SOCK_STREAM.rawValue)
#endif
