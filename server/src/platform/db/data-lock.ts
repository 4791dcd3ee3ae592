import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError'
}

/**
 * Locks the data folder for this process, because two processes on one embedded database destroy it silently. Throws
 * DataFolderInUseError with the id of the holder. A stale lock is replaced: its holder has ended, or its process id
 * belongs to a process with another start time.
 */
export function lockDataFolder(path: string): { release(): void } {
  mkdirSync(dirname(path), { recursive: true })
  const content = `${process.pid} ${getStartTime(process.pid)}\n`
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(path, content, { flag: 'wx' })
      return {
        release() {
          if (readLock(path) === content) rmSync(path, { force: true })
        },
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    checkLock(path)
    rmSync(path, { force: true })
  }
  throw new DataFolderInUseError(`The data folder could not be locked (${path})`)
}

/** Throws DataFolderInUseError while a process holds the lock, without locking. */
export function checkLock(path: string): void {
  const [pid, startTime] = readLock(path).trim().split(' ')
  if (pid && isAlive(Number(pid)) && getStartTime(Number(pid)) === startTime)
    throw new DataFolderInUseError(
      `The data folder is in use by process ${pid} (${path}). Stop it, or set DATA_DIR.`,
    )
}

function readLock(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns the start time of a process where the system provides it (Linux), to detect a reused process id. */
function getStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-'
  } catch {
    return '-'
  }
}
