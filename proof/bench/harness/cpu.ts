import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/*
 * Figures of other processes from /proc (Linux). CPU time depends least on other load of the machine: it is judged
 * instead of wall-clock time wherever both sides do the same work.
 */

const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** CPU seconds, user and system, of a process and its descendants, including those that ended. */
export function getCpuSeconds(pid: number): number {
  return listProcessTree(pid).reduce((sum, each) => sum + readCpuTicks(each), 0) / TICKS
}

/** Resident memory of one process in MiB, without its children. */
export function getResidentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** CPU seconds of this process so far. */
export function getOwnCpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function listProcessTree(pid: number): number[] {
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const child = Number(name)
    const parent = Number.isInteger(child) ? readStatFields(child)?.[1] : undefined
    if (parent !== undefined) parents.set(Number(parent), [...(parents.get(Number(parent)) ?? []), child])
  }
  const all = [pid]
  for (const each of all) all.push(...(parents.get(each) ?? []))
  return all
}

/** utime, stime, and those of reaped children. */
function readCpuTicks(pid: number): number {
  return (readStatFields(pid)?.slice(11, 15) ?? []).reduce((sum, text) => sum + Number(text), 0)
}

/** Reads the fields of stat after the command name, which may contain spaces; null when the process has ended. */
function readStatFields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
