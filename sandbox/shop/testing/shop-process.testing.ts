import { fileURLToPath } from 'node:url'
import { type Program, startProgram } from '#server/testing/program.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Starts the shop as a process of its own. Resolves when it is started. */
export async function startShopProgram(
  env: Record<string, string>,
): Promise<{ program: Program; origin: string }> {
  const port = Promise.withResolvers<string>()
  let output = ''
  const program = startProgram([process.execPath, MAIN], {
    env: { ...process.env, ...env, NODE_NO_WARNINGS: '1', LOG_LEVEL: 'info' },
    onOutput: chunk => {
      output += chunk
      const started = /"port":(\d+),"msg":"shop started"/.exec(output)
      if (started) port.resolve(started[1]!)
    },
  })
  void program.ended.then(code =>
    port.reject(new Error(`The shop ended with ${code}: ${program.getOutput()}`)),
  )
  return { program, origin: `http://localhost:${await port.promise}` }
}
