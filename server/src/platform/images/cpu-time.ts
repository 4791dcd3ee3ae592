import { readFileSync } from 'node:fs'

/** Milliseconds per clock tick of /proc, which is 100 Hz for programs on every Linux that Node runs on. */
const TICK_MS = 10

/** CPU time of a process in milliseconds, user and system; null when it has ended or the machine has no /proc. */
export const readCpuTime = (pid: number): number | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program may contain spaces; state is the first field after it, utime and stime the 12th and 13th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
