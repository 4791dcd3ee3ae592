import { Agent, request } from 'undici'

const CONNECTIONS = 32

/**
 * Requests the addresses in turn over 32 keep-alive connections; throws on any status but 200. Returns the number of answers.
 * Its CPU is that of this process, not of the server.
 */
export async function generateLoad(
  urls: readonly string[],
  seconds: number,
  headers: Record<string, string>,
): Promise<number> {
  const dispatcher = new Agent({ connections: CONNECTIONS })
  const until = performance.now() + seconds * 1000
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
  return requests
}
