import Foundation

/// Runs a program with a full disk: a small file system in memory, visible to that program only.
///
/// Needs permission to mount: root, or a kernel that lets users make namespaces.
public enum SmallDisk {
  /// The reason it does not work here; nil if it does.
  public static let hindrance: String? = {
    do {
      try runWaiting(
        "/usr/bin/unshare", ["-Urm", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"],
        environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
      return nil
    } catch {
      return "nothing can be mounted here: \(error)"
    }
  }()

  public static var isPossible: Bool { hindrance == nil }

  /// A command line that runs a program with `folder` on a disk that is full except for `room` bytes.
  ///
  /// The disk begins with the folder's files. At the end they are copied to `after`, as the program has left them.
  public static func command(_ folder: String, after: String, room: Int = 0, _ program: [String]) -> [String] {
    let script = """
      cp -a "$1" "$2" && mount -t tmpfs -o size=8m none "$1" && cp -a "$2/." "$1/" || exit 99
      rm -rf "$2"
      head -c 16000000 /dev/zero >"$1/filler" 2>/dev/null
      truncate -s "-$3" "$1/filler"
      folder=$1 after=$2
      shift 3
      "$@"
      status=$?
      rm -f "$folder/filler"
      cp -a "$folder" "$after"
      exit $status
      """
    return ["/usr/bin/unshare", "-Urm", "sh", "-c", script, "sh", folder, after, "\(room)"] + program
  }
}
