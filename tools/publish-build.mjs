import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

const DAY_MS = 86_400_000
const LIST = '.builds.json'

/**
 * Publishes the build in `from` to the served folder `to` while pages are open. Assets are written before the
 * pages that name them; assets of a replaced build stay for a day, so that open pages can load them. With `pages: false`
 * only assets are added, as the first step on several machines. May be repeated, also after it was interrupted.
 */
export function publishBuild(from, to, { pages = true, now = Date.now() } = {}) {
  const files = listFiles(from)
  const assets = files.filter(isAsset)
  const existingBuilds = readBuilds(to)
  const otherBuilds = existingBuilds.filter(build => !isSame(build.assets, assets))
  const [previousBuild] = existingBuilds.filter(build => isSame(build.assets, assets))
  const builds = pages
    ? [
        { assets, replacedAt: null },
        ...otherBuilds.map(build => ({ ...build, replacedAt: build.replacedAt ?? now })),
      ]
    : [...otherBuilds, { assets, replacedAt: previousBuild?.replacedAt === null ? null : now }]
  const currentBuilds = builds.filter(({ replacedAt }) => replacedAt === null || replacedAt > now - DAY_MS)
  // Written first: an interrupted run leaves no asset that a later one does not know.
  write(to, LIST, JSON.stringify(currentBuilds))
  for (const file of assets) copy(from, to, file)
  if (!pages) return
  for (const file of files.filter(file => !isAsset(file)).sort(comparePages)) copy(from, to, file)
  // Also the compressed form of a page that the new build has uncompressed only.
  const needed = new Set([...files, ...currentBuilds.flatMap(build => build.assets)])
  for (const file of listFiles(to).filter(isBuildFile)) if (!needed.has(file)) rmSync(join(to, file))
}

/** Reads the builds whose assets are in the folder; a folder without a list has one. */
function readBuilds(folder) {
  const list = join(folder, LIST)
  if (existsSync(list)) return JSON.parse(readFileSync(list, 'utf8'))
  const assets = listFiles(folder).filter(isAsset)
  return assets.length > 0 ? [{ assets, replacedAt: null }] : []
}

function listFiles(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .filter(file => !file.startsWith('.'))
}

function isAsset(file) {
  return file.startsWith('assets/')
}

/** Other files in the folder belong to the operator. */
function isBuildFile(file) {
  return /^(assets|locales)\/|^(index\.html|build\.json)(\.|$)/.test(file)
}

function isSame(one, other) {
  return one.length === other.length && one.every(file => other.includes(file))
}

/** Sorts the page behind all other files, and `build.json` last, since it tells open pages about it. */
function comparePages(one, other) {
  return getPageRank(one) - getPageRank(other)
}

function getPageRank(file) {
  return ['index.html', 'build.json'].findIndex(name => file.startsWith(name))
}

/** A request gets the old file or the new one, never a part. */
function copy(from, to, file) {
  const target = join(to, file)
  // The name of an asset contains a hash of its content.
  if (isAsset(file) && existsSync(target) && statSync(target).size === statSync(join(from, file)).size) return
  mkdirSync(dirname(target), { recursive: true })
  copyFileSync(join(from, file), `${target}.new`)
  renameSync(`${target}.new`, target)
}

function write(folder, file, text) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${file}.new`), text)
  renameSync(join(folder, `${file}.new`), join(folder, file))
}
