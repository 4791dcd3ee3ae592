import { setSecondDatabase } from '#server/testing/second-database.ts'
import { openHalves } from './halves.ts'
import { secondLocation } from './two-databases.ts'

/** Of the vitest project 'two databases': distributes the accounts of every test server. */
setSecondDatabase({ locate: secondLocation, open: openHalves })
