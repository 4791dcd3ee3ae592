import { IMPORT_OK, importAuthenticateMessage } from '#contract/push.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { mountSocket } from '../../http/socket.ts'
import { authenticateToken } from '../identity/index.ts'
import { activationStarted, librarySourceChanged } from './events.ts'
import { importLibrary } from './job-kinds.ts'
import { IMPORT_CHANNEL } from './notifications.ts'
import { activationRoutes } from './routes.ts'
import { activationTables } from './tables.ts'

export { activationStarted, librarySourceChanged } from './events.ts'
export { type ImportRef, importLibrary } from './job-kinds.ts'
export { STATUS_BY_ACTIVATION_STATE } from './present.ts'
export { updateRegistration } from './registration.ts'
export { checkNotDeleting, endImportRun, getActivation, isImporting, refuseWhileDeleting } from './routes.ts'
export {
  type ActivationRow,
  countImportedFile,
  findActivation,
  listStalledImports,
  lockImportRun,
  recountRefusedFile,
  selectActivationState,
  updateActivation,
} from './store.ts'

/** State of each customer's legacy library, and the start of its import. */
export const activation = defineDomain({
  name: 'activation',
  dependsOn: ['customers', 'identity'],
  tables: activationTables,
  routes: activationRoutes,
  mount(app, ctx) {
    mountSocket(app, ctx, {
      url: '/api/push/import',
      verify: (token, host) => authenticateToken(ctx, token, host),
      parseToken: message => importAuthenticateMessage.safeParse(message).data?.token,
      welcome: IMPORT_OK,
      open: (caller, { send }) => ctx.push.subscribe(IMPORT_CHANNEL, caller.accountId, send),
    })
  },
  emits: [activationStarted, librarySourceChanged, importLibrary],
  eraseAccount: eraseRows(activationTables),
})
