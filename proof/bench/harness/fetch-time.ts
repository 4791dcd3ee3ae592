import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { request } from 'undici'

const CURL = '/usr/bin/curl'

/** Seconds until the last byte of a response, which is discarded: by curl, which costs little CPU, else by Node. */
export async function secondsToFetch(url: string, bytes: number | null): Promise<number> {
  const { seconds, received } = existsSync(CURL) ? await fetchWithCurl(url) : await fetchWithNode(url)
  if (bytes !== null && received !== bytes) throw new Error(`Received ${received} bytes instead of ${bytes}`)
  return seconds
}

async function fetchWithCurl(url: string) {
  const format = '%{time_total} %{size_download} %{http_code}'
  const { stdout } = await promisify(execFile)(CURL, ['-s', '-o', '/dev/null', '-w', format, url])
  const [seconds, received, status] = stdout.split(' ').map(Number)
  if (status !== 200) throw new Error(`The answer was ${status}`)
  return { seconds: seconds!, received: received! }
}

async function fetchWithNode(url: string) {
  const started = performance.now()
  const { body } = await request(url)
  let received = 0
  for await (const chunk of body) received += chunk.length
  return { seconds: (performance.now() - started) / 1000, received }
}
