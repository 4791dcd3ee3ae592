import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DEMO_SIGN_INS, seedDemoCustomers } from '#sandbox/demo/customers.ts'
import { serve, withContext } from '#server/serve.ts'
import { createRandom } from '#server/testing/random.ts'
import { claimPort } from '../tools/ports.ts'
import { crashFleet } from './crash/fleet/crash-fleet.ts'
import { runClients } from './crash/fleet/run-clients.ts'
import { createPictureGenerator } from './crash/pictures.ts'
import { ProcessTerminator } from './crash/process-terminator.ts'
import { Uploader } from './crash/uploader.ts'
import { verifyUploads } from './crash/verify.ts'
import { runCommand, ServerProcess } from './fleet/process.ts'

/*
 * Kills the server repeatedly while customers upload, then verifies everything that was acknowledged (P1, P5). `--fleet` is
 * another run (crash/fleet/crash-fleet.ts), and `--at` has its clients use a fleet that runs elsewhere
 * (crash/fleet/run-clients.ts).
 */
const USAGE =
  'node proof/crash.ts [--kills 20] [--seed n] [--keep] | --fleet [--kills 20] [--seed n] | --at ORIGIN [--seconds 60] [--seed n]'
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    keep: { type: 'boolean', default: false },
    fleet: { type: 'boolean', default: false },
    at: { type: 'string' },
    seconds: { type: 'string', default: '60' },
  },
})
const kills = Number(values.kills)
const seed = Number(values.seed)
if (!(kills >= 1) || !Number.isInteger(seed)) {
  console.error(USAGE)
  process.exit(2)
}
if (values.at !== undefined) process.exit(await runClients(values.at, Number(values.seconds), seed))
if (values.fleet) {
  console.log(`Crash test: ${kills} kills in a fleet, seed ${seed}`)
  process.exit(await crashFleet({ kills, seed }))
}

/** One customer uploads twice: two windows of one library. */
const CUSTOMERS = [...DEMO_SIGN_INS, DEMO_SIGN_INS[0]]
/**
 * Bytes that all uploaders send between two kills, and after the last start. A kill loses what is in the sockets and the
 * server's buffers: a third of a megabyte per upload, three quarters on a busy machine (measured), 4 MB of five uploads.
 * With fewer bytes between kills that could exceed 5 %.
 */
const BETWEEN_KILLS = { min: 110_000_000, max: 130_000_000 }
const AFTER_LAST_START = 44_000_000
/** Longest time between two kills; on a busy machine fewer bytes are sent in it. */
const SEND_TIMEOUT_MS = 240_000
const started = performance.now()
console.log(`Crash test: ${kills} kills of one process, seed ${seed}`)

const violations: string[] = []
const random = createRandom(seed)
const folder = await mkdtemp(join(tmpdir(), 'keepsake-crash-'))
const env: Record<string, string> = {
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
  SECRET: `crash test ${seed} `.padEnd(32, '.'),
  DRAIN_PAUSE_SECONDS: '0.5',
  SMTP_URL: 'smtp://127.0.0.1:1',
}
await runCommand(['migrate'], env)
await withContext({ ...process.env, ...env }, async ctx => {
  await seedDemoCustomers(ctx)
  return 0
})
const port = await claimPort()
const server = new ServerProcess({ name: 'server', role: 'all', port, env, log: join(folder, 'servers.log') })
/** The origin of the server that is started last. */
const lastOrigin = Promise.withResolvers<string>()
const servers = {
  getOrigin: () => Promise.race([lastOrigin.promise, server.ready.then(() => server.origin)]),
}
const generatePicture = await createPictureGenerator(random)
await server.start()
const uploaders = CUSTOMERS.map(
  email =>
    new Uploader(
      email,
      servers,
      { generatePicture: generatePicture, random, splitsUploads: false },
      violations,
    ),
)
for (const uploader of uploaders) await uploader.signIn()
const sumUploaders = (getValue: (uploader: Uploader) => number) =>
  uploaders.reduce((sum, uploader) => sum + getValue(uploader), 0)
const working = Promise.all(uploaders.map(each => each.run()))

const terminator = new ProcessTerminator([server], seed, violations)
while (terminator.killed < kills) {
  await server.ready
  await waitUntilSent(BETWEEN_KILLS.min + random.integer(BETWEEN_KILLS.max - BETWEEN_KILLS.min))
  await wait(random.integer(200))
  await terminator.terminateSome()
}
await server.end('SIGKILL')

// The last server runs in this process, so that its database and blobs can be inspected.
const restarting = performance.now()
const lastServer = await serve({
  ...process.env,
  ...env,
  PORT: '0',
  LOG_LEVEL: 'error',
  CHECK_ANSWERS: 'true',
})
const restartMs = performance.now() - restarting
lastOrigin.resolve(lastServer.origin)
await waitUntilSent(AFTER_LAST_START)
for (const each of uploaders) each.finish()
await working
for (const uploader of uploaders) await uploader.signIn()
const result = await verifyUploads(lastServer.ctx, lastServer.origin, uploaders, violations)
await lastServer.close()

const files = sumUploaders(({ acknowledged }) => acknowledged.length)
const bytes = sumUploaders(({ acknowledged }) => acknowledged.reduce((sum, { size }) => sum + size, 0))
const sentTwice = sumUploaders(({ sentBytes }) => sentBytes) - bytes
const interruptions = sumUploaders(({ interrupted }) => interrupted)
const ratio = 1 + sentTwice / bytes
if (files < kills) violations.push(`only ${files} files were acknowledged: too few to prove anything`)
if (ratio > 1.05) violations.push(`${ratio.toFixed(3)} of the files' bytes were sent, more than 1.05`)
if (violations.length === 0 && !values.keep) await rm(folder, { recursive: true })

console.log(`  ended              ${terminator.killed} processes killed, ${terminator.counts.whileStarting} of them while starting; ${terminator.counts.inOrder} more ended in order
  acknowledged       ${files} files, ${(bytes / 1e6).toFixed(0)} MB, in ${result.accounts} libraries
  resumed            ${sumUploaders(({ resumed }) => resumed)} of ${interruptions} interrupted uploads after their first byte
  bytes sent         ${ratio.toFixed(4)} of the files' sizes, ${Math.round(sentTwice / 1000 / Math.max(1, interruptions))} kB lost per interruption
  orphans swept      ${result.orphans}
  variants complete  ${(result.waitedMs / 1000).toFixed(1)} s after the last start, which took ${(restartMs / 1000).toFixed(1)} s
  violations         ${violations.length}
  ${((performance.now() - started) / 1000).toFixed(1)} s`)
for (const violation of violations) console.error(`✗ ${violation}`)
if (violations.length) console.error(`Seed ${seed}; the data is in DATA_DIR=${folder}`)
process.exit(violations.length ? 1 : 0)

async function waitUntilSent(bytes: number): Promise<void> {
  const before = sumUploaders(({ sentBytes }) => sentBytes)
  const deadline = performance.now() + SEND_TIMEOUT_MS
  while (sumUploaders(({ sentBytes }) => sentBytes) < before + bytes && performance.now() < deadline)
    await wait(5)
}
