import { putLibrary } from '#contract/activation.ts'
import { Failure } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { STATUS } from '../activation/index.ts'
import { ImportEnds } from './old-library.ts'
import { register } from './register.ts'

export const importRoutes: readonly Route[] = [
  route(putLibrary, async ({ ctx, params: { accountId }, body, request }) => {
    const { row } = await register(ctx, accountId, body).catch(error => {
      if (!(error instanceof ImportEnds)) throw error
      throw new Failure('bad-request', `The library cannot be read: ${error.message}`, {
        fields: { source: error.problem },
      })
    })
    ctx.log.info({ accountId, service: request.service, state: row?.state ?? 'active' }, 'old library noted')
    return { accountId, status: row ? STATUS[row.state] : 'ACTIVE', photosCount: row?.photos ?? null }
  }),
]
