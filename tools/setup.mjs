// Plain JavaScript for any Node from version 20: installs the pinned Node and all packages.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const marker = join(root, 'node_modules', '.installed')

/** Environment with the pinned Node and the project's tools first in PATH. */
export const environment = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }

/** The pinned Node. */
export const node = join(bin, 'node')

/**
 * Node flags of the server. More malloc arenas or a larger old space double its memory. With a larger semi-space the
 * buffers of uploads survive so long that every sixth photo causes a full garbage collection.
 */
export const serverFlags = ['--max-semi-space-size=2', '--max-old-space-size=512']
/** Node flags of the stand-in shop, which needs little memory. */
export const shopFlags = ['--max-semi-space-size=1', '--max-old-space-size=128']
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '2',
  // Caches the code without types: a faster start, and less memory without the type stripper.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.compile-cache'),
}

/** Installs the packages of package-lock.json, unless they are installed. */
export function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const installed = existsSync(marker) ? readFileSync(marker, 'utf8') : ''
  if (installed === lock && isNodeInstalled()) return
  step('Installing packages (about a minute, only the first time)')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  if (!isNodeInstalled()) run('npm', ['rebuild', 'node', '--loglevel=error'])
  if (!isNodeInstalled()) fail('The pinned Node could not be installed (npm package "node").')
  writeFileSync(marker, lock)
}

function isNodeInstalled() {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('v24.') ?? false
}

/** Runs a command in the project's folder with its output shown; exits when it fails. */
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
