import { execFileSync } from 'node:child_process'

/** Finds the user for PostgreSQL's programs when this process runs as root, which they refuse; else undefined. */
export function findUnprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
