import { execFile, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Agent, request } from 'undici'

export interface Load {
  perSecond: number
  requests: number
}

/** Whether wrk is installed; otherwise a Node client makes the load, which costs more CPU itself. */
export const hasWrk = spawnSync('wrk', ['--version']).error === undefined

const CONNECTIONS = 32

/** Requests the addresses in turn over 32 keep-alive connections; throws on any status but 200. */
export async function generateLoad(
  urls: readonly string[],
  seconds: number,
  folder: string,
  headers: Record<string, string> = {},
): Promise<Load> {
  return hasWrk ? generateByWrk(urls, seconds, folder, headers) : generateByNode(urls, seconds, headers)
}

async function generateByWrk(
  urls: readonly string[],
  seconds: number,
  folder: string,
  headers: Record<string, string>,
): Promise<Load> {
  const script = join(folder, 'load.lua')
  const paths = urls.map(url => new URL(url)).map(({ pathname, search }) => JSON.stringify(pathname + search))
  await writeFile(
    script,
    `local paths = { ${paths.join(', ')} }
local at = 0
request = function() at = at % #paths + 1 return wrk.format("GET", paths[at]) end
done = function(summary) io.write("requests " .. summary.requests .. " us " .. summary.duration .. " bad " .. summary.errors.status + summary.errors.connect + summary.errors.read .. "\\n") end`,
  )
  const headerOptions = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { origin } = new URL(urls[0]!)
  const { stdout } = await promisify(execFile)('wrk', [
    ...['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script],
    ...headerOptions,
    origin,
  ])
  const [, requests, microseconds, bad] = /requests (\d+) us (\d+) bad (\d+)/.exec(stdout) ?? []
  if (bad !== '0') throw new Error(`Under load: ${stdout}`)
  return { perSecond: Number(requests) / (Number(microseconds) / 1e6), requests: Number(requests) }
}

async function generateByNode(
  urls: readonly string[],
  seconds: number,
  headers: Record<string, string>,
): Promise<Load> {
  const dispatcher = new Agent({ connections: CONNECTIONS })
  const started = performance.now()
  const until = started + seconds * 1000
  let requests = 0
  const worker = async () => {
    while (performance.now() < until) {
      const { statusCode, body } = await request(urls[requests++ % urls.length]!, { dispatcher, headers })
      await body.dump({ limit: Number.MAX_SAFE_INTEGER })
      if (statusCode !== 200) throw new Error(`Under load: ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  await dispatcher.close()
  return { perSecond: requests / ((performance.now() - started) / 1000), requests }
}
