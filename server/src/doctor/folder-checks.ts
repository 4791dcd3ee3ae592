import { constants, existsSync } from 'node:fs'
import { access, mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../platform/config/config.ts'
import { BUILT_WEB } from '../site/site.ts'
import { type Check, fail, ok, warn } from './finding.ts'

/** The disk of the data folder, and the folder of the built web. */
export const createFolderChecks = (config: Config): Check[] => [
  { name: 'disk', run: () => checkDisk(config) },
  { name: 'web', run: async () => checkWeb(config) },
]

/** Temporary copies and, without a bucket, the blobs are there. */
const FREE_MB = 1000

async function checkDisk({ dataDir }: Config) {
  await mkdir(dataDir, { recursive: true })
  await access(dataDir, constants.R_OK | constants.W_OK)
  const { bavail, bsize } = await statfs(dataDir)
  const freeMb = Math.floor((bavail * bsize) / 1e6)
  return freeMb < FREE_MB
    ? warn(`${freeMb} MB are free for DATA_DIR (${dataDir}): free ${FREE_MB} MB or more`)
    : ok(`${freeMb} MB are free for DATA_DIR (${dataDir})`)
}

function checkWeb({ webDir }: Config) {
  const folder = webDir ?? BUILT_WEB
  const missingFiles = ['index.html', 'build.json'].filter(name => !existsSync(join(folder, name)))
  if (missingFiles.length === 0) return ok(`built pages are in ${folder}`)
  const text = `${missingFiles.join(' and ')} missing in ${folder}: web processes need them; publish the web there`
  // A machine with workers only has no pages.
  return webDir ? fail(text) : warn(text)
}
