// Plain JavaScript for the machine's own Node (20 or newer): brings the pinned Node and all packages.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const root = new URL('..', import.meta.url).pathname
const bin = join(root, 'node_modules', '.bin')
const marker = join(root, 'node_modules', '.installed')

/** Environment in which the pinned Node and the project's tools come first. */
export const environment = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }

/** The pinned Node. */
export const node = join(bin, 'node')

/**
 * How the server is started. With more arenas, or a heap that may grow more before it is cleared, it holds twice the
 * memory. With more room for young objects the bytes of uploads wait in it for so long that the whole heap is marked to
 * find them, every sixth photo.
 */
export const serverFlags = ['--max-semi-space-size=2', '--max-old-space-size=512']
/** The stand-in shop has little to do and takes little. */
export const shopFlags = ['--max-semi-space-size=1', '--max-old-space-size=128']
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '2',
  // Without types to strip it starts quicker, and without what strips them it is smaller.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.compile-cache'),
}

/** Installs what package-lock.json says, unless that is there already. */
export function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const installed = existsSync(marker) ? readFileSync(marker, 'utf8') : ''
  if (installed === lock && works()) return
  step('Installing packages (about a minute, only the first time)')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  if (!works()) run('npm', ['rebuild', 'node', '--loglevel=error'])
  if (!works()) fail('The pinned Node could not be installed (npm package "node").')
  writeFileSync(marker, lock)
}

function works() {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('v24.') ?? false
}

/** Runs a command in the project's folder, shows what it says, and stops everything when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, env: environment, stdio: 'inherit', ...options })
  if (result.status !== 0) fail(`${command} ${args.join(' ')} failed.`)
}

export function step(text) {
  console.log(`\n▸ ${text}`)
}

export function fail(text) {
  console.error(`\n✗ ${text}`)
  process.exit(1)
}
