import { serve } from '#server/serve.ts'

// The server in a separate process, so that its CPU and memory can be measured. Sends its origin as a message.
const running = await serve(process.env)
process.send!({ origin: running.origin })
process.once('message', async () => {
  await running.close()
  process.exit(0)
})
