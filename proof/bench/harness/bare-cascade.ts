import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import sharp from 'sharp'

/** Runs the image work alone: one decode, each variant scaled from the previous one, the server's JPEG settings. */
export async function runBareCascade(paths: readonly string[]): Promise<void> {
  sharp.concurrency(1)
  sharp.cache(false)
  await forEachConcurrently(paths, async path => {
    let picture = sharp(path, { sequentialRead: true }).autoOrient()
    for (const size of [1300, 800, 300]) {
      const { data, info } = await picture
        .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
        .raw()
        .toBuffer({ resolveWithObject: true })
      const { width, height, channels } = info
      picture = sharp(data, { raw: { width, height, channels } })
      await picture.clone().jpeg({ quality: 80, optimiseCoding: false }).toBuffer()
    }
  })
}

/** Runs libvips' command line tool once per size. */
export async function createVipsThumbnails(paths: readonly string[], folder: string): Promise<void> {
  await forEachConcurrently(paths, async path => {
    for (const size of [1300, 800, 300]) {
      const output = join(folder, `%s-${size}.jpg[Q=80]`)
      const child = spawn('vipsthumbnail', ['--size', `${size}x${size}>`, '-o', output, path], {
        env: { ...process.env, VIPS_CONCURRENCY: '1' },
        stdio: 'ignore',
      })
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error(`vipsthumbnail ended with ${code}`)
    }
  })
}

/** Runs `work` for all items, two at a time: one per core. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = [...items]
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next)
  }
  await Promise.all([worker(), worker()])
}
