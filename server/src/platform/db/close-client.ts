import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/** Says goodbye where the other side still hears it; never waits long for one that does not. */
export async function closeClient(client: pg.Client): Promise<void> {
  const gone = client.end().catch(() => undefined)
  await Promise.race([gone, wait(500, undefined, { ref: false })])
  client.connection.stream.destroy()
}
