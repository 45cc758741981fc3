import Foundation

/// A disk with room for little, on which a program can be run: a file system in memory, seen by that program alone.
///
/// It needs leave to mount: a superuser, or a kernel that gives users name spaces of their own.
public enum SmallDisk {
  /// Why there can be none here; nil where there can.
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

  /// A command line that runs a program with `folder` on such a disk, filled to the last byte.
  ///
  /// What was in the folder before is there, too. Afterwards, what the program has left is in `after`.
  ///
  /// - Parameter room: bytes that are left.
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
