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
  const files = filesIn(from)
  const assets = files.filter(isAsset)
  const known = readBuilds(to)
  const others = known.filter(build => !isSame(build.assets, assets))
  const [same] = known.filter(build => isSame(build.assets, assets))
  const builds = pages
    ? [
        { assets, replacedAt: null },
        ...others.map(build => ({ ...build, replacedAt: build.replacedAt ?? now })),
      ]
    : [...others, { assets, replacedAt: same?.replacedAt === null ? null : now }]
  const kept = builds.filter(({ replacedAt }) => replacedAt === null || replacedAt > now - DAY_MS)
  // Written first: an interrupted run leaves no asset that a later one would not know.
  write(to, LIST, JSON.stringify(kept))
  for (const file of assets) copy(from, to, file)
  if (!pages) return
  for (const file of files.filter(file => !isAsset(file)).sort(pagesLast)) copy(from, to, file)
  // Also the compressed form of a page that the new build has uncompressed only.
  const needed = new Set([...files, ...kept.flatMap(build => build.assets)])
  for (const file of filesIn(to).filter(isOfBuild)) if (!needed.has(file)) rmSync(join(to, file))
}

/** The builds whose assets are in the folder; a folder without a list has one. */
function readBuilds(folder) {
  const list = join(folder, LIST)
  if (existsSync(list)) return JSON.parse(readFileSync(list, 'utf8'))
  const assets = filesIn(folder).filter(isAsset)
  return assets.length > 0 ? [{ assets, replacedAt: null }] : []
}

function filesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .filter(file => !file.startsWith('.'))
}

function isAsset(file) {
  return file.startsWith('assets/')
}

/** Anything else in the folder is not ours. Builds of earlier releases have a preloads.json. */
function isOfBuild(file) {
  return /^(assets|locales)\/|^(index\.html|(build|preloads)\.json)(\.|$)/.test(file)
}

function isSame(one, other) {
  return one.length === other.length && one.every(file => other.includes(file))
}

/** The page, then `build.json`, which tells open pages about it. */
function pagesLast(one, other) {
  return rank(one) - rank(other)
}

function rank(file) {
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
