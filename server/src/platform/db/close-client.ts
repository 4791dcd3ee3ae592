import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/** Closes the connection with a Terminate message; destroys the socket when that takes over 500 ms. Never throws. */
export async function closeClient(client: pg.Client): Promise<void> {
  const ending = client.end().catch(() => undefined)
  await Promise.race([ending, wait(500, undefined, { ref: false })])
  client.connection.stream.destroy()
}
