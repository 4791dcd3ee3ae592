import { mkdir, readdir, readlink, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { DataFolderInUseError, lockDataFolder } from '../platform/db/data-lock.ts'
import { DrillError } from './drill-error.ts'

const POLL_MS = 100

/**
 * Creates the empty folder of a drill, for one drill at a time. What a drill that was killed has left is ended and
 * removed; `opened` does the same at the end of this one.
 */
export async function createScratchFolder(folder: string, opened: AsyncDisposableStack): Promise<void> {
  const lock = lockScratchFolder(`${folder}.lock`)
  opened.defer(() => lock.release())
  await removeScratchFolder(folder)
  opened.defer(() => removeScratchFolder(folder))
  await mkdir(folder, { mode: 0o700 })
}

function lockScratchFolder(path: string) {
  try {
    return lockDataFolder(path)
  } catch (error) {
    if (error instanceof DataFolderInUseError) throw new DrillError(`Another drill runs (${path})`)
    throw error
  }
}

async function removeScratchFolder(folder: string): Promise<void> {
  await endProcessesIn(folder)
  await rm(folder, { recursive: true, force: true })
}

/**
 * Ends the processes of this user whose working folder is inside, and waits for their end. SIGQUIT is the immediate
 * shutdown of PostgreSQL, which frees its shared memory.
 */
async function endProcessesIn(folder: string): Promise<void> {
  for (;;) {
    const pids = await listProcessesIn(folder)
    if (pids.length === 0) return
    for (const pid of pids) sendQuit(pid)
    await delay(POLL_MS)
  }
}

async function listProcessesIn(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const folders = await Promise.all(pids.map(readWorkingFolder))
  return pids.filter((_, i) => folders[i] === folder || folders[i]?.startsWith(`${folder}/`)).map(Number)
}

/** Null for a process that has ended or is another user's. */
async function readWorkingFolder(pid: string): Promise<string | null> {
  try {
    return await readlink(`/proc/${pid}/cwd`)
  } catch (error) {
    if (['ENOENT', 'EACCES', 'EPERM', 'ESRCH'].includes((error as NodeJS.ErrnoException).code!)) return null
    throw error
  }
}

function sendQuit(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT')
  } catch (error) {
    // The process ended before the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
