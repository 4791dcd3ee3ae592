import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DEMO_SIGN_INS, seedDemoCustomers } from '#sandbox/demo/customers.ts'
import { serve, withContext } from '#server/serve.ts'
import { seededRandom } from '#server/testing/random.ts'
import { Deleter } from './crash/deleter.ts'
import { crashFleet } from './crash/fleet/crash-fleet.ts'
import { runClients } from './crash/fleet/run-clients.ts'
import { pictureGenerator } from './crash/pictures.ts'
import { realPictures } from './crash/real-pictures.ts'
import { CrashServers } from './crash/servers.ts'
import { createCrashStorage } from './crash/storage.ts'
import { Uploader } from './crash/uploader.ts'
import { verifyUploads } from './crash/verify.ts'
import { runCommand, type ServerProcess } from './fleet/process.ts'

/*
 * Kills the server repeatedly while customers upload, then verifies everything that was acknowledged (P1, P5). With
 * several processes, on PostgreSQL and S3 (crash/storage.ts), each upload is split into requests to alternating processes,
 * processes are killed or terminated, and photos are deleted, restored, erased and swept meanwhile. `--fleet` is another
 * run (crash/fleet/crash-fleet.ts), and `--at` has its clients use a fleet that runs elsewhere (crash/fleet/run-clients.ts).
 */
const USAGE =
  'node proof/crash.ts [--kills 20] [--seed n] [--keep] [--processes 1] [--photos folder] | --fleet [--kills 20] [--seed n] | --at ORIGIN [--seconds 60] [--seed n]'
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    keep: { type: 'boolean', default: false },
    processes: { type: 'string', default: '1' },
    photos: { type: 'string' },
    fleet: { type: 'boolean', default: false },
    at: { type: 'string' },
    seconds: { type: 'string', default: '60' },
  },
})
const kills = Number(values.kills)
const seed = Number(values.seed)
const processes = Number(values.processes)
if (!(kills >= 1) || !Number.isInteger(seed) || !(processes >= 1 && Number.isInteger(processes))) {
  console.error(USAGE)
  process.exit(2)
}
if (values.at !== undefined) process.exit(await runClients(values.at, Number(values.seconds), seed))
if (values.fleet) {
  console.log(`Crash test: ${kills} kills in a fleet, seed ${seed}`)
  process.exit(await crashFleet({ kills, seed }))
}

const isSeveral = processes > 1
/** One customer uploads twice: two windows of one library. */
const CUSTOMERS = [...DEMO_SIGN_INS, DEMO_SIGN_INS[0]]
/**
 * Bytes that all uploaders send between two kills, and after the last start. A kill loses what is in the sockets and the
 * server's buffers: a third of a megabyte per upload, three quarters on a busy machine (measured), 4 MB of five uploads.
 * With fewer bytes between kills that could exceed 5 %.
 */
const BETWEEN_KILLS = isSeveral ? { min: 5_000_000, max: 25_000_000 } : { min: 110_000_000, max: 130_000_000 }
const AFTER_LAST_START = isSeveral ? 10_000_000 : 44_000_000
/** Longest time between two kills; on a busy machine fewer bytes are sent in it. */
const SEND_TIMEOUT_MS = isSeveral ? 20_000 : 240_000
const started = performance.now()
console.log(
  `Crash test: ${kills} kills of ${processes === 1 ? 'one process' : `${processes} processes`}, seed ${seed}`,
)

const violations: string[] = []
const random = seededRandom(seed)
const storage = await createCrashStorage(processes)
const env: Record<string, string> = {
  ...storage.env,
  LOG_LEVEL: processes === 1 ? 'error' : 'warn',
  SECRET: `crash test ${seed} `.padEnd(32, '.'),
  DRAIN_PAUSE_SECONDS: '0.5',
  SMTP_URL: 'smtp://127.0.0.1:1',
}
await runCommand(['migrate'], env)
await withContext({ ...process.env, ...env }, async ctx => {
  await seedDemoCustomers(ctx)
  return 0
})
const servers = await CrashServers.create(processes, env, join(env.DATA_DIR!, 'servers.log'), random)
const next = await (values.photos ? realPictures(values.photos, random) : pictureGenerator(random))
await servers.start()
const uploaders = CUSTOMERS.map(
  email => new Uploader(email, servers, { next, random, splitsUploads: isSeveral }, violations),
)
for (const uploader of uploaders) await uploader.signIn()
const deleters = (isSeveral ? [...new Set(CUSTOMERS)] : []).map(
  email =>
    new Deleter(
      uploaders.filter(uploader => uploader.email === email),
      servers,
      random,
      violations,
    ),
)
const total = (of: (uploader: Uploader) => number) =>
  uploaders.reduce((sum, uploader) => sum + of(uploader), 0)
const working = Promise.all([...uploaders, ...deleters].map(each => each.run()))

const ended = { SIGKILL: 0, SIGTERM: 0, whileStarting: 0 }
let sweeps = 0
for (let kill = 1; kill <= kills; kill++) {
  await servers.ready()
  if (isSeveral && kill % 3 === 0) await sweep()
  await waitUntilSent(BETWEEN_KILLS.min + random.integer(BETWEEN_KILLS.max - BETWEEN_KILLS.min))
  await wait(random.integer(200))
  const victims = random.chance(0.2) ? servers.all : [random.pick(servers.all)]
  await Promise.all(victims.map(victim => endServer(victim, kill < kills)))
}
await Promise.all(servers.all.map(server => server.end('SIGKILL')))

// The last server runs in this process, so that its database and blobs can be inspected.
const restarting = performance.now()
const last = await serve({ ...process.env, ...env, PORT: '0', LOG_LEVEL: 'error', CHECK_ANSWERS: 'true' })
const restartMs = performance.now() - restarting
servers.replaceWith(last.origin)
await waitUntilSent(AFTER_LAST_START)
for (const each of [...uploaders, ...deleters]) each.finish()
await working
for (const uploader of uploaders) await uploader.signIn()
const result = await verifyUploads(last.ctx, last.origin, uploaders, violations)
await last.close()

const files = total(({ acknowledged }) => acknowledged.length)
const bytes = total(({ acknowledged }) => acknowledged.reduce((sum, { size }) => sum + size, 0))
const placed = (place: string) =>
  total(({ acknowledged }) => acknowledged.filter(each => each.place === place).length)
const sentTwice = total(({ sentBytes }) => sentBytes) - bytes
const interruptions = total(({ interrupted, brokenOff }) => interrupted + brokenOff)
const ratio = 1 + sentTwice / bytes
if (files < kills) violations.push(`only ${files} files were acknowledged: too few to prove anything`)
// A bucket cannot grow an object: what a killed process has not stored as a part yet is sent again.
if (!env.S3_BUCKET && ratio > 1.05)
  violations.push(`${ratio.toFixed(3)} of the files' bytes were sent, more than 1.05`)
if (violations.length === 0 && !values.keep) await storage.remove()

console.log(`  ended              ${ended.SIGKILL} processes killed, ${ended.whileStarting} of them while starting, ${ended.SIGTERM} ended in order
  acknowledged       ${files} files, ${(bytes / 1e6).toFixed(0)} MB, in ${result.accounts} libraries
  resumed            ${total(({ resumed }) => resumed)} of ${interruptions} interrupted uploads after their first byte
  bytes sent         ${ratio.toFixed(4)} of the files' sizes, ${Math.round(sentTwice / 1000 / Math.max(1, interruptions))} kB lost per interruption
  orphans swept      ${result.orphans}
  variants complete  ${(result.waitedMs / 1000).toFixed(1)} s after the last start, which took ${(restartMs / 1000).toFixed(1)} s`)
if (isSeveral)
  console.log(`  broken off         ${total(({ brokenOff }) => brokenOff)} requests; ${total(({ repeated }) => repeated)} answers asked for the offset again
  deleted            ${placed('bin')} in the bin, ${placed('erased')} erased, ${deleters.reduce((sum, { calls }) => sum + calls, 0)} calls; ${sweeps} sweeps meanwhile`)
console.log(`  violations         ${violations.length}
  ${((performance.now() - started) / 1000).toFixed(1)} s`)
for (const violation of violations) console.error(`✗ ${violation}`)
if (violations.length) console.error(`Seed ${seed}; the data is in ${storage.description}`)
process.exit(violations.length ? 1 : 0)

async function waitUntilSent(bytes: number): Promise<void> {
  const before = total(({ sentBytes }) => sentBytes)
  const deadline = performance.now() + SEND_TIMEOUT_MS
  while (total(({ sentBytes }) => sentBytes) < before + bytes && performance.now() < deadline) await wait(5)
}

/** Ends a server and starts it again, at times killing it once more while it starts. */
async function endServer(server: ServerProcess, startAgain: boolean): Promise<void> {
  const signal = isSeveral && random.chance(0.33) ? 'SIGTERM' : 'SIGKILL'
  ended[signal]++
  const code = await server.end(signal)
  if (code !== (signal === 'SIGTERM' ? 0 : null))
    violations.push(`a process ended with ${code}, it was sent ${signal}`)
  if (!startAgain) return
  void server.start()
  if (!random.chance(0.25)) return
  await wait(random.integer(2500))
  ended.SIGKILL++
  ended.whileStarting++
  await server.end('SIGKILL')
  void server.start()
}

async function sweep(): Promise<void> {
  sweeps++
  await runCommand(['blobs', 'sweep'], env).catch(error => violations.push(error.message))
}
