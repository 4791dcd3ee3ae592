import { serve } from '#server/serve.ts'

// The server in a separate process, so that its CPU and memory can be measured. Sends its origin as a message. The argument
// is its role.
const running = await serve(process.env, { role: process.argv[2] })
process.send!({ origin: running.origin })
process.once('message', async () => {
  await running.close()
  process.exit(0)
})
