import type { TestStorage } from './harness.ts'

/** What every process on a PostgreSQL server needs beside the address; no mail server listens there. */
export const POSTGRES_SETTINGS = {
  SECRET: 'the-secret-of-the-processes-of-a-test',
  SMTP_URL: 'smtp://127.0.0.1:1',
  DATA_DIR_IS_SHARED: 'true',
}

/** The settings of a process on the database of a test storage; none for the embedded one, which is in its folder. */
export const createDatabaseSettings = ({
  location,
  secret,
}: Pick<TestStorage, 'location' | 'secret'>): Record<string, string> =>
  'url' in location ? { ...POSTGRES_SETTINGS, DATABASE_URL: location.url, SECRET: secret } : {}
