import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from '#server/testing/child-process.ts'
import { claimPorts } from '../tools/ports.ts'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Creates a command of `npm start`, with its environment: free ports, and data in a folder of `folder`. */
export async function createStartCommand(
  folder: string,
  script: string,
  settings: Record<string, string> = {},
) {
  const ports = await claimPorts('PORT', 'SHOP_PORT', 'SFTP_PORT')
  const texts = Object.entries(ports).map(([name, port]) => [name, String(port)])
  const env = {
    ...process.env,
    DATABASE_URL: '',
    DATA_DIR: join(folder, 'data'),
    KEEPSAKE_TOKEN: 'a-token-of-the-shop-for-this-test-only',
    LOG_LEVEL: 'warn',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    NODE_NO_WARNINGS: '1',
    ...Object.fromEntries(texts),
    ...settings,
  }
  return { command: [process.execPath, join(ROOT, script)] as const, env, ports }
}

/** Runs a command until it ends: its exit code and the lines that it printed. */
export async function runCommand(command: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(command[0]!, command.slice(1), { cwd: ROOT, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, lines: output.trim().split('\n').map(readMessage) }
}

/** The message of a line; the server's are lines of a log. */
const readMessage = (line: string): string => (line.startsWith('{') ? JSON.parse(line).msg : line)
