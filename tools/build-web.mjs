import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishBuild } from './publish-build.mjs'
import { root, run, step } from './setup.mjs'

const served = join(root, 'web', 'dist')
const built = join(served, '.build')
const marker = join(served, '.sources')

/**
 * Builds the web unless the existing build has the same sources, and publishes it to the folder that the server has by
 * default. Returns the folder of the build alone.
 */
export function buildWeb() {
  const sources = hashSources()
  if (existsSync(marker) && readFileSync(marker, 'utf8') === sources) return built
  step('Building the web')
  run('vite', ['build', '--logLevel', 'warn', '--outDir', built, '--emptyOutDir'])
  publishBuild(built, served)
  writeFileSync(marker, sources)
  return built
}

/** Hash of path, size and modification time of every source file: fast, and correct after a checkout. */
function hashSources() {
  const hash = createHash('sha256')
  const add = path => {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  const walk = folder => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === 'dist') continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else add(path)
    }
  }
  for (const folder of ['web', 'contract', 'brands', 'locales']) walk(join(root, folder))
  for (const file of ['vite.config.ts', 'package-lock.json']) add(join(root, file))
  return hash.digest('hex')
}
