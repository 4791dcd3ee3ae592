import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'

/** The command that gives a process its own mounts: as root, else in a user namespace where the system allows it. */
const UNSHARE = ['unshare', process.getuid?.() === 0 ? '-m' : '-rm']

/** Creates a command that runs its arguments with a file system of this size mounted on `folder`, for that process alone. */
export const createSmallDiskCommand = (folder: string, megabytes: number): [string, ...string[]] => [
  ...(UNSHARE as [string, string]),
  'sh',
  '-c',
  `mount -t tmpfs -o size=${megabytes}m none "$0" && exec "$@"`,
  folder,
]

/** Whether this system allows the command of `createSmallDiskCommand`. */
export function canMountDisk(): boolean {
  const [command, ...args] = createSmallDiskCommand(tmpdir(), 1)
  return spawnSync(command, [...args, 'true']).status === 0
}
