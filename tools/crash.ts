import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DEMO_SIGN_INS } from '#demo/customers.ts'
import { serve } from '#server/serve.ts'
import { type Random, seededRandom } from '#server/testing/random.ts'
import { pictureGenerator } from './crash/pictures.ts'
import { CrashServer } from './crash/server.ts'
import { Uploader } from './crash/uploader.ts'
import { verifyUploads } from './crash/verify.ts'

/*
 * Kills the server repeatedly while customers upload, then verifies everything that was acknowledged (P1, P5).
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

/** One customer uploads twice: two windows of one library. */
const CUSTOMERS = [...DEMO_SIGN_INS, DEMO_SIGN_INS[0]]
/**
 * Bytes that all uploaders send between two kills, and after the last start. A kill loses up to a third of a megabyte
 * per upload in the server's buffers, 2 MB of five uploads: with fewer bytes between kills that could exceed 5 %.
 */
const BETWEEN_KILLS = { min: 44_000_000, max: 60_000_000 }
const AFTER_LAST_START = 44_000_000
/** Longest time between two kills; on a busy machine fewer bytes are sent in it. */
const SEND_TIMEOUT_MS = 120_000
const started = performance.now()
const folder = await mkdtemp(join(tmpdir(), 'keepsake-crash-'))
console.log(`Crash test: ${kills} kills, seed ${seed}`)

const violations: string[] = []
const random = seededRandom(seed)
const server = new CrashServer({ DATA_DIR: folder, DEMO: 'true', PORT: '0', LOG_LEVEL: 'error' })
const generatePicture = await pictureGenerator(random)
await server.start()
const uploaders = CUSTOMERS.map(email => new Uploader(email, server, generatePicture, violations))
for (const uploader of uploaders) await uploader.signIn()
const total = (of: (uploader: Uploader) => number) =>
  uploaders.reduce((sum, uploader) => sum + of(uploader), 0)
const uploading = Promise.all(uploaders.map(uploader => uploader.run()))

let killsWhileStarting = 0
for (let kill = 1; kill <= kills; kill++) {
  if (kill > 1 && random.chance(0.25)) {
    killsWhileStarting++
    await killWhileStarting(random)
  }
  await server.started
  await waitUntilSent(BETWEEN_KILLS.min + random.below(BETWEEN_KILLS.max - BETWEEN_KILLS.min))
  await wait(random.below(200))
  await server.kill()
  if (kill < kills) void server.start()
}

// The last server runs in this process, so that its database and blobs can be inspected.
const restarting = performance.now()
const last = await serve({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', CHECK_ANSWERS: 'true' })
const restartMs = performance.now() - restarting
server.replaceWith(last.origin)
await waitUntilSent(AFTER_LAST_START)
for (const uploader of uploaders) uploader.finish()
await uploading
for (const uploader of uploaders) await uploader.signIn()
const result = await verifyUploads(last.ctx, last.origin, uploaders, violations)
await last.close()

const files = total(({ acknowledged }) => acknowledged.length)
const bytes = total(({ acknowledged }) => acknowledged.reduce((sum, { size }) => sum + size, 0))
const sentTwice = total(({ sentBytes }) => sentBytes) - bytes
const interruptions = total(({ interrupted }) => interrupted)
const ratio = 1 + sentTwice / bytes
if (files < kills) violations.push(`only ${files} files were acknowledged: too few to prove anything`)
if (ratio > 1.05) violations.push(`${ratio.toFixed(3)} of the files' bytes were sent, more than 1.05`)
if (violations.length === 0 && !values.keep) await rm(folder, { recursive: true })

console.log(`  killed             ${kills + killsWhileStarting} times, ${killsWhileStarting} of them while starting
  acknowledged       ${files} files, ${(bytes / 1e6).toFixed(0)} MB, in ${result.accounts} libraries
  resumed            ${total(({ resumed }) => resumed)} of ${interruptions} interrupted uploads after their first byte
  bytes sent         ${ratio.toFixed(4)} of the files' sizes, ${Math.round(sentTwice / 1000 / Math.max(1, interruptions))} kB lost per interruption
  orphans swept      ${result.orphans}
  variants complete  ${(result.waitedMs / 1000).toFixed(1)} s after the last start, which took ${(restartMs / 1000).toFixed(1)} s
  violations         ${violations.length}
  ${((performance.now() - started) / 1000).toFixed(1)} s`)
for (const violation of violations) console.error(`✗ ${violation}`)
if (violations.length) console.error(`Seed ${seed}; the data is in ${folder}`)
process.exit(violations.length ? 1 : 0)

async function waitUntilSent(bytes: number): Promise<void> {
  const before = total(({ sentBytes }) => sentBytes)
  const deadline = performance.now() + SEND_TIMEOUT_MS
  while (total(({ sentBytes }) => sentBytes) < before + bytes && performance.now() < deadline) await wait(5)
}

async function killWhileStarting(random: Random): Promise<void> {
  await wait(random.below(2500))
  await server.kill()
  void server.start()
}
