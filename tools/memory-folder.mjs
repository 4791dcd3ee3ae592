import { existsSync, statfsSync } from 'node:fs'

/** Returns the folder in memory where tests write their thousands of small files; null without 8 GB of space. */
export function findMemoryFolder() {
  const folder = '/dev/shm'
  if (!existsSync(folder)) return null
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= 8e9 ? folder : null
}
