import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Vite: writes a .br and a .gz beside every text file of the build that gains by it; the server picks one. */
export function precompressPlugin(): Plugin {
  return {
    name: 'keepsake-precompress',
    apply: 'build',
    async writeBundle({ dir: folder }) {
      if (!folder) throw new Error('The build writes to no folder')
      const files = await readdir(folder, { recursive: true })
      await Promise.all(files.filter(file => TEXT.test(file)).map(file => compress(join(folder, file))))
    },
  }
}

const TEXT = /\.(js|css|html|json|svg)$/
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

async function compress(file: string) {
  const content = await readFile(file)
  const compressed: [string, Buffer][] = [
    ['br', await toBrotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } })],
    ['gz', await toGzip(content, { level: 9 })],
  ]
  for (const [extension, bytes] of compressed) {
    if (bytes.length < content.length) await writeFile(`${file}.${extension}`, bytes)
  }
}
