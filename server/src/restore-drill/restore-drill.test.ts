import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startDrill } from './drill-process.testing.ts'
import { restoreDrillCommand } from './restore-drill-command.ts'

/** PostgreSQL and the drill do not run as root; any other user will do. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

async function createBackupFolder(...folders: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-drill-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['', ...folders]) {
    mkdirSync(join(folder, name), { recursive: true })
    if (user) chownSync(join(folder, name), user.uid, user.gid)
  }
  return folder
}

/** No database listens there. */
const DATABASE_URL = 'postgres://keepsake@127.0.0.1:1/keepsake'
const drill = (...words: string[]) => startDrill(words, { DATABASE_URL }, user).result

test('RV-711 a drill without a folder, with numbers that are none, or of the embedded database is refused', async () => {
  const run = (...words: string[]) => restoreDrillCommand.run({}, words, () => undefined)
  for (const words of [
    [],
    ['/a', '/b'],
    ['/a', '--sample', '0'],
    ['/a', '--patience', 'long'],
    ['/a', '--metrics'],
    ['/a', '--rows', '1'],
  ])
    expect(await run(...words)).toBeNull()
  await expect(run('/a')).rejects.toThrow('DATABASE_URL')
})

test('RV-711 what is missing is told in one line, and the date of the last success stays', async () => {
  const folder = await createBackupFolder('base', 'wal')
  const metrics = join(folder, 'drill.prom')
  const first = await drill(folder, '--metrics', metrics)
  expect(first.code).toBe(1)
  expect(first.lines).toEqual([
    `PROBLEM   There is no complete base backup in ${folder}/base`,
    expect.stringMatching(/^FAILED {4}in \d+ s, problems: 1$/),
  ])
  expect(readFileSync(metrics, 'utf8')).not.toContain('last_success')

  const success = 'keepsake_restore_drill_last_success_timestamp_seconds 1767317400'
  writeFileSync(metrics, `${success}\nkeepsake_restore_drill_problems 0\n`)
  const base = join(folder, 'base/2026-01-01T01-30-00Z')
  mkdirSync(base)
  for (const name of ['base.tar.gz', 'pg_wal.tar.gz', 'backup_manifest']) writeFileSync(join(base, name), '')
  const file = join(base, 'backup_manifest')
  writeFileSync(file, '{"Files":[{"Size":1}],"WAL-Ranges":[{"Start-LSN":"0/2000028"}]}')
  const second = await drill(folder, '--metrics', metrics)
  expect(second.lines[0]).toBe('PROBLEM   connect ECONNREFUSED 127.0.0.1:1')
  const text = readFileSync(metrics, 'utf8')
  expect(text).toContain(`\n${success}\n`)
  expect(text).toContain('\nkeepsake_restore_drill_problems 1\n')

  writeFileSync(file, '{"Files":[{"Size":1e15}],"WAL-Ranges":[{"Start-LSN":"0/2000028"}]}')
  const third = await drill(folder, '--metrics', metrics)
  expect(third.lines[0]).toMatch(
    /^PROBLEM {3}[\d.]+ GB are free in \S+, and the restored database needs 1000001\.0 GB: make room$/,
  )

  for (const name of ['restore-drill', 'restore-drill.lock'])
    expect(existsSync(join(folder, name))).toBe(false)
})
