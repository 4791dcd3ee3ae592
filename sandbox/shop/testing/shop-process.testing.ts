import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Starts the shop as a process of its own. Resolves when it is started. */
export async function spawnShop(
  env: Record<string, string>,
): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...env, NODE_NO_WARNINGS: '1', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The shop ended with ${code}`)))
  ended.catch(() => undefined)
  const port = new Promise<string>(resolve => {
    let output = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const started = /"port":(\d+),"msg":"shop started"/.exec(output)
      if (started) resolve(started[1]!)
    })
  })
  return { child, origin: `http://localhost:${await Promise.race([port, ended])}` }
}

/** SIGKILL; resolves when the process is gone. */
export async function killShop(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
