import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Measures seconds until the last byte of a response, which is discarded; by curl, which costs little CPU. */
export async function measureFetchSeconds(url: string, bytes: number): Promise<number> {
  const format = '%{time_total} %{size_download} %{http_code}'
  const { stdout } = await promisify(execFile)('curl', ['-s', '-o', '/dev/null', '-w', format, url])
  const [seconds, received, status] = stdout.split(' ').map(Number)
  if (status !== 200) throw new Error(`The answer was ${status}`)
  if (received !== bytes) throw new Error(`Received ${received} bytes instead of ${bytes}`)
  return seconds!
}
