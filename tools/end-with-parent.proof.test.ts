import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { claimPort } from './ports.ts'

const ROOT = join(import.meta.dirname, '..')
/** The name of the folder is that of a second clone in a home folder. */
const FOLDER = 'keep säke 1'

let parent: string
let clone: string

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'keepsake-clone-'))
  clone = join(parent, FOLDER)
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
  for (const file of files.split('\0').filter(file => file !== '' && !/^(docs|proof)\//.test(file))) {
    await mkdir(dirname(join(clone, file)), { recursive: true })
    await cp(join(ROOT, file), join(clone, file)).catch(ignoreDeleted)
  }
  await cp(join(ROOT, 'docs'), join(clone, 'docs'), { recursive: true })
  await installPackages()
})
afterAll(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }))

const START = ['start', '--', '--empty']
const SERVE = ['run', 'keepsake', '--', 'serve']

test.each([
  [START, 'npm', 'SIGTERM'],
  [START, 'npm', 'SIGKILL'],
  [START, 'node', 'SIGTERM'],
  [START, 'node', 'SIGKILL'],
  [SERVE, 'npm', 'SIGTERM'],
  [SERVE, 'npm', 'SIGKILL'],
  [SERVE, 'node', 'SIGTERM'],
  [SERVE, 'node', 'SIGKILL'],
] as const)(
  'RV-1024 RV-1229 RV-1248 npm %j in a folder with a space and an umlaut: when its %s gets %s, no process and no lock is left',
  async (words, name, signal) => {
    const { npm, origin } = await start(words)
    const started = findDescendants(npm.pid!)
    expect(started.length).toBe(words === START ? 3 : 1)
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    const target = name === 'npm' ? npm.pid! : started[0]!
    process.kill(target, signal)
    // After at most 4 s; a busy machine takes longer.
    await expect.poll(() => [npm.pid!, ...started].filter(isRunning), { timeout: 20_000 }).toEqual([])
  },
)

/** Runs npm in the clone until the server is there. Its data are those of the start before, whose lock it must not find. */
async function start(words: readonly string[]): Promise<{ npm: ChildProcess; origin: string }> {
  const port = String(await claimPort())
  const npm = spawn('npm', words, {
    cwd: clone,
    env: {
      // Not that of the test runner, with which the web is built for development.
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: port,
      SHOP_PORT: String(await claimPort()),
      SFTP_PORT: String(await claimPort()),
      DATABASE_URL: '',
      DATA_DIR: './data',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SECRET: 'a-secret-of-more-than-thirty-two-characters',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    for (const pid of [npm.pid!, ...findDescendants(npm.pid!)].filter(isRunning)) process.kill(pid, 'SIGKILL')
  })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', chunk => (output += chunk))
  const ended = once(npm, 'exit').then(([code]) => {
    throw new Error(`npm ended with ${code}:\n${output}`)
  })
  const origin = `http://localhost:${port}`
  await Promise.race([ended, expect.poll(() => isReady(origin), { timeout: 500_000 }).toBe(true)])
  ended.catch(() => {})
  // `npm start` starts the shop once the server is there.
  if (words === START) await expect.poll(() => findDescendants(npm.pid!).length, { timeout: 60_000 }).toBe(3)
  return { npm, origin }
}

const isReady = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Ids of the processes below one, parents first, without Node's own helpers. */
function findDescendants(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n')
  const processes = lines.map(line => line.trim().split(/\s+/))
  const findChildren = (parent: number): number[] =>
    processes
      .filter(([, ppid, stat]) => Number(ppid) === parent && !stat!.startsWith('Z'))
      .flatMap(([child]) => [Number(child), ...findChildren(Number(child))])
  return findChildren(pid)
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(
      execFileSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8', stdio: 'pipe' }),
    )
  } catch {
    return false
  }
}

/** Links the packages of this checkout, marked as installed for the clone's lock file (tools/setup.mjs). */
async function installPackages(): Promise<void> {
  const from = join(ROOT, 'node_modules')
  const to = join(clone, 'node_modules')
  await mkdir(to)
  for (const name of await readdir(from))
    if (!/^\.(installed|cache|compile-cache|vite)/.test(name)) await symlink(join(from, name), join(to, name))
  const lock = createHash('sha256').update(await readFile(join(clone, 'package-lock.json')))
  await writeFile(join(to, '.installed'), lock.digest('hex'))
}

function ignoreDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
