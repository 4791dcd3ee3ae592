import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'

/** Creates a mount for one process alone: as root, else in a user namespace where the system allows it. */
const UNSHARE = ['unshare', process.getuid?.() === 0 ? '-m' : '-rm']

/** A command that runs its arguments with a file system of this size mounted on `folder`, for that process alone. */
export const onSmallDisk = (folder: string, megabytes: number): [string, ...string[]] => [
  ...(UNSHARE as [string, string]),
  'sh',
  '-c',
  `mount -t tmpfs -o size=${megabytes}m none "$0" && exec "$@"`,
  folder,
]

/** Whether this system allows `onSmallDisk`. */
export function canMountDisk(): boolean {
  const [command, ...args] = onSmallDisk(tmpdir(), 1)
  return spawnSync(command, [...args, 'true']).status === 0
}
