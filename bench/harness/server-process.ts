import { serve } from '#server/serve.ts'

// The server as a process of its own, so that its CPU and memory are its own; told its address by message.
const running = await serve(process.env)
process.send!({ origin: running.origin })
process.once('message', async () => {
  await running.close()
  process.exit(0)
})
