import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DEMO_SIGN_INS } from '#demo/customers.ts'
import { serve } from '#server/serve.ts'
import { type Random, seededRandom } from '#server/testing/random.ts'
import { check } from './crash/check.ts'
import { pictureBook } from './crash/pictures.ts'
import { Sender } from './crash/sender.ts'
import { CrashServer } from './crash/server.ts'

/*
 * Kills the server again and again while customers upload, and then looks for everything that was acknowledged (P1, P5).
 *   node tools/crash.ts [--kills 20] [--seed n] [--keep]
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    keep: { type: 'boolean', default: false },
  },
})
const kills = Number(values.kills)
const seed = Number(values.seed)
if (!(kills >= 1) || !Number.isInteger(seed)) {
  console.error('node tools/crash.ts [--kills 20] [--seed n] [--keep]')
  process.exit(2)
}

/** Two of the customers are the same: two windows of one library. */
const CUSTOMERS = [...DEMO_SIGN_INS, DEMO_SIGN_INS[0]]
/**
 * Bytes that all send together from one kill to the next, and after the last start. A busy server lets a third of a
 * megabyte wait per upload, which is lost with it: with fewer bytes between that would be more than one in twenty.
 */
const BETWEEN_KILLS = { least: 24_000_000, most: 40_000_000 }
const AFTERWARDS = 40_000_000
/** On a machine with much else to do the next kill comes earlier. */
const PATIENCE_MS = 30_000
const began = performance.now()
const folder = await mkdtemp(join(tmpdir(), 'keepsake-crash-'))
console.log(`Crash test: ${kills} kills, seed ${seed}`)

const violations: string[] = []
const random = seededRandom(seed)
const server = new CrashServer({ DATA_DIR: folder, DEMO: 'true', PORT: '0', LOG_LEVEL: 'error' })
const book = await pictureBook(random)
await server.start()
const senders = CUSTOMERS.map(email => new Sender(email, server, book, violations))
for (const sender of senders) await sender.signIn()
const total = (of: (sender: Sender) => number) => senders.reduce((sum, sender) => sum + of(sender), 0)
const sending = Promise.all(senders.map(sender => sender.run()))

let whileStarting = 0
for (let kill = 1; kill <= kills; kill++) {
  if (kill > 1 && random.chance(0.25)) {
    whileStarting++
    await killWhileStarting(random)
  }
  await server.started
  await untilSent(BETWEEN_KILLS.least + random.below(BETWEEN_KILLS.most - BETWEEN_KILLS.least))
  await wait(random.below(200))
  await server.kill()
  if (kill < kills) void server.start()
}

// The last start is in this process, so that its database and blobs can be looked into.
const reopening = performance.now()
const last = await serve({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', CHECK_ANSWERS: 'true' })
const reopened = performance.now() - reopening
server.replaceBy(last.origin)
await untilSent(AFTERWARDS)
for (const sender of senders) sender.finish()
await sending
for (const sender of senders) await sender.signIn()
const found = await check(last.ctx, last.origin, senders, violations)
await last.close()

const files = total(({ acknowledged }) => acknowledged.length)
const bytes = total(({ acknowledged }) => acknowledged.reduce((sum, { size }) => sum + size, 0))
const again = total(({ sentBytes }) => sentBytes) - bytes
const cuts = total(({ cut }) => cut)
const ratio = 1 + again / bytes
if (files < kills) violations.push(`only ${files} files were acknowledged: the test says nothing`)
if (ratio > 1.05) violations.push(`${ratio.toFixed(3)} of the files' bytes were sent, at most 1.05 may be`)
if (violations.length === 0 && !values.keep) await rm(folder, { recursive: true })

console.log(`  killed             ${kills + whileStarting} times, ${whileStarting} of them while starting
  acknowledged       ${files} files, ${(bytes / 1e6).toFixed(0)} MB, in ${found.accounts} libraries
  resumed            ${total(({ resumed }) => resumed)} of ${cuts} cut uploads behind their first byte
  bytes sent         ${ratio.toFixed(4)} of the files' sizes, ${Math.round(again / 1000 / Math.max(1, cuts))} kB on the way per cut
  orphans swept      ${found.orphans}
  sizes made again   ${(found.waitedMs / 1000).toFixed(1)} s after the last start, which took ${(reopened / 1000).toFixed(1)} s
  violations         ${violations.length}
  ${((performance.now() - began) / 1000).toFixed(1)} s`)
for (const violation of violations) console.error(`✗ ${violation}`)
if (violations.length) console.error(`Seed ${seed}; the data is kept in ${folder}`)
process.exit(violations.length ? 1 : 0)

async function untilSent(bytes: number): Promise<void> {
  const before = total(({ sentBytes }) => sentBytes)
  const latest = performance.now() + PATIENCE_MS
  while (total(({ sentBytes }) => sentBytes) < before + bytes && performance.now() < latest) await wait(5)
}

async function killWhileStarting(chosen: Random): Promise<void> {
  await wait(chosen.below(2500))
  await server.kill()
  void server.start()
}
