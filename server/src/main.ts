import { parseArgs } from 'node:util'
import { serve } from './serve.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { role: { type: 'string' }, empty: { type: 'boolean' } },
})

const command = positionals[0] ?? 'serve'
if (command !== 'serve') {
  console.error(`Unknown command '${command}'. There is: serve [--role all|web|worker] [--empty]`)
  process.exit(2)
}

try {
  const running = await serve(process.env, values)
  let closing = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(1)
      closing = true
      running.close().then(
        () => process.exit(0),
        error => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
