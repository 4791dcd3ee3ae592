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
/** When each asset was replaced; null for those of the build whose pages are published. */
const LIST = '.assets.json'

/**
 * Publishes the build in `from` to the served folder `to` while pages are open. Assets are written before the
 * pages that name them; assets of a replaced build stay for a day, so that open pages can load them. With `pages: false`
 * only assets are added, as the first step on several machines. May be repeated, also after it was interrupted.
 */
export function publishBuild(from, to, { pages = true, now = Date.now() } = {}) {
  const files = listFiles(from)
  const assets = files.filter(isAsset)
  const replacedAt = readAssets(to)
  if (pages) for (const file of Object.keys(replacedAt)) replacedAt[file] ??= now
  for (const file of assets) replacedAt[file] = pages || replacedAt[file] === null ? null : now
  const keptAssets = Object.entries(replacedAt).filter(([, at]) => at === null || at > now - DAY_MS)
  // Written first: an interrupted run leaves no asset that a later one does not know.
  replace(join(to, LIST), path => writeFileSync(path, JSON.stringify(Object.fromEntries(keptAssets))))
  for (const file of assets) copy(from, to, file)
  if (!pages) return
  const otherFiles = files.filter(file => !isAsset(file))
  for (const file of otherFiles.sort((a, b) => getPageRank(a) - getPageRank(b))) copy(from, to, file)
  // Also the compressed form of a page that the new build has uncompressed only.
  const needed = new Set([...files, ...keptAssets.map(([file]) => file)])
  for (const file of listFiles(to).filter(isBuildFile)) if (!needed.has(file)) rmSync(join(to, file))
}

/** In a folder without a list all assets are of one build. */
function readAssets(folder) {
  const list = join(folder, LIST)
  if (existsSync(list)) return JSON.parse(readFileSync(list, 'utf8'))
  return Object.fromEntries(
    listFiles(folder)
      .filter(isAsset)
      .map(file => [file, null]),
  )
}

/** Lists the files of a folder and those below it, without hidden ones. */
export function listFiles(folder) {
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

/** Sorts the page behind all other files, and `build.json` last, since it tells open pages about it. */
function getPageRank(file) {
  return ['index.html', 'build.json'].findIndex(name => file.startsWith(name))
}

function copy(from, to, file) {
  const [source, target] = [join(from, file), join(to, file)]
  // The name of an asset contains a hash of its content.
  if (isAsset(file) && existsSync(target) && statSync(target).size === statSync(source).size) return
  replace(target, path => copyFileSync(source, path))
}

/** A request gets the old file or the new one, never a part. */
function replace(target, write) {
  mkdirSync(dirname(target), { recursive: true })
  write(`${target}.new`)
  renameSync(`${target}.new`, target)
}
