/** Servers of the Citus cluster of the tests, the coordinator first; empty without TEST_CITUS_WORKERS. */
export function citusServers(): string[] {
  const { TEST_DATABASE_URL: coordinator, TEST_CITUS_WORKERS: workers } = process.env
  return coordinator && workers ? [coordinator, ...workers.split(' ')] : []
}

/** Whether the rows of the tests' accounts are in several databases. */
export const isDistributed = (): boolean =>
  Boolean(process.env.TEST_DATABASE_URL && process.env.TEST_SECOND_DATABASE_URL) || citusServers().length > 0

/** The address of a database of a server. */
export function databaseAt(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
