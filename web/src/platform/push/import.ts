import { IMPORT_OK, type ImportPush, importPush } from '#contract/push.ts'
import { type Subscription, subscribe } from './socket.ts'

/**
 * Tells what becomes of the import of the caller's library (PL-195). `accepted` is called when the service knows who
 * listens (PL-194), after every connection anew; what happened before must be asked for.
 */
export function subscribeImport(accepted: () => void, handler: (message: ImportPush) => void): Subscription {
  return subscribe(
    '/import',
    message => {
      const parsed = importPush.safeParse(message)
      if (parsed.success) handler(parsed.data)
    },
    accepted,
    { hello: token => ({ action: 'authenticate', token }), welcome: IMPORT_OK },
  )
}
