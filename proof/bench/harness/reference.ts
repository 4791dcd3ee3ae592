import { fork } from 'node:child_process'
import { once } from 'node:events'
import { getCpuSeconds } from './cpu.ts'
import { generateLoad } from './load.ts'
import { terminate } from './processes.ts'
import { nodeFlags } from './server.ts'

export interface Reference {
  origin: string
  /** Loads it for a second; CPU seconds per answer. */
  measure(headers: Record<string, string>): Promise<number>
}

/** Starts a bare Fastify route that sends the JSON of a file, in a process with the server's flags. */
export async function startReference(file: string, resources: AsyncDisposableStack): Promise<Reference> {
  const child = fork(new URL('./reference-process.ts', import.meta.url), [file], {
    execArgv: [...nodeFlags],
    env: { ...process.env, MALLOC_ARENA_MAX: '2', NODE_ENV: 'production', NODE_NO_WARNINGS: '1' },
  })
  resources.defer(() => terminate(child))
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }]
  return {
    origin,
    async measure(headers) {
      const before = getCpuSeconds(child.pid!)
      const requests = await generateLoad([`${origin}/page`], 1, headers)
      return (getCpuSeconds(child.pid!) - before) / requests
    },
  }
}
