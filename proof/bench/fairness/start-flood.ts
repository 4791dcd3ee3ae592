import { fork } from 'node:child_process'
import { once } from 'node:events'
import { verify } from '../harness/bench.ts'
import { terminate } from '../harness/processes.ts'
import type { FloodTarget } from './flood.ts'

/** Starts a flood in a process of its own; resolves after its first answer. `stop` returns the number of verified answers. */
export async function startFlood(
  name: string,
  target: FloodTarget | Pick<FloodTarget, 'origin'>,
  resources: AsyncDisposableStack,
) {
  const child = fork(new URL('./flood-process.ts', import.meta.url), [name])
  resources.defer(() => terminate(child, 'SIGKILL'))
  const ended = once(child, 'exit').then(([code]) => {
    verify(code === 0, `the flood ${name} ended with ${code}`)
    throw new Error(`The flood ${name} ended without an answer`)
  })
  ended.catch(() => undefined)
  child.send(target)
  await Promise.race([once(child, 'message'), ended])
  return {
    async stop(): Promise<number> {
      const answered = once(child, 'message')
      child.send('stop')
      const [{ answers }] = (await Promise.race([answered, ended])) as [{ answers: number }]
      return answers
    },
  }
}
