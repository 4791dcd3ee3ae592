import { setSecondDatabase } from '#server/testing/second-database.ts'
import { openHalves } from './halves.ts'
import { getSecondLocation } from './two-databases.ts'

/** Setup of the vitest project 'two databases': distributes the accounts of every test server. */
setSecondDatabase({ locate: getSecondLocation, open: openHalves })
