import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles, publishBuild } from './publish-build.mjs'
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
  const sources = ['web', 'contract', 'brands', 'locales'].flatMap(folder =>
    listFiles(join(root, folder)).map(file => join(folder, file)),
  )
  for (const file of [...sources, 'vite.config.ts', 'package-lock.json']) {
    if (file.startsWith('web/dist/')) continue
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}
