import { signIn } from '../harness/customer.ts'
import { type Flood, repeatInParallel } from './flood.ts'

const CONNECTIONS = 100

/** Signs in from 100 browsers at a time; each password is hashed by Argon2id. */
export const floodSignIns: Flood = ({ origin, accountId, email, password }, signal, onAnswer) =>
  repeatInParallel(CONNECTIONS, signal, async () => {
    await signIn(origin, { accountId, email, password })
    onAnswer()
  })
