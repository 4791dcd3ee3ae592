import type { FastifyInstance } from 'fastify'
import { SERVICES, type ServiceKey } from '#contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import type { ZipPlan } from '../../platform/zip/index.ts'
import { type AnswerOptions, answerZip } from './answer-zip.ts'

/** A download must start within START_SECONDS; a started download may resume for RESUME_SECONDS. */
const START_SECONDS = 300

const RESUME_SECONDS = 86_400

interface SignedZipsDefinition<Ids extends readonly string[], Source> {
  service: ServiceKey
  /** A token is valid for this kind only. */
  kind: string
  /** The name of the file in the address. */
  toFileName: (ids: Ids) => string
  /** Plans the zip that these ids identify; throws what the client is answered when there is none. */
  open: (ctx: Context, ids: Ids) => Promise<OpenedZip<Source>>
}

interface OpenedZip<Source> extends Omit<AnswerOptions<Source>, 'fileName' | 'mayStart'> {
  plan: ZipPlan<Source>
  /** File name of the download; absent: the last part of the address. */
  fileName?: string
}

/** Defines zips of one kind that are served by signed addresses, for the browser's download manager. */
export function defineSignedZips<Ids extends readonly string[], Source>({
  service,
  kind,
  toFileName,
  open,
}: SignedZipsDefinition<Ids, Source>) {
  return {
    /** Returns the signed address of the zip with these ids, which contain no ':'. */
    sign({ signer, clock }: Context, origin: string, ids: Ids): string {
      const now = clock.now()
      const startUntil = Math.floor(now.getTime() / 1000) + START_SECONDS
      const scope = [kind, ...ids, startUntil].join(':')
      const token = signer.sign(scope, now, { seconds: RESUME_SECONDS, window: 1 })
      return `${origin}${SERVICES[service]}/files/${token}/${toFileName(ids)}`
    },
    /** Mounts the route that streams a zip: 403 for an address that was altered, expired or is of another kind. */
    serve(app: FastifyInstance, ctx: Context): void {
      app.route<{ Params: { token: string; file: string } }>({
        method: ['GET', 'HEAD'],
        url: `${SERVICES[service]}/files/:token/:file`,
        exposeHeadRoute: false,
        config: { policy: 'signed', statementClass: 'download' },
        handler: async (request, reply) => {
          const { token, file } = request.params
          const now = ctx.clock.now()
          const [signedKind, ...parts] = ctx.signer.verify(token, now)?.scope.split(':') ?? []
          const mayStart = now.getTime() / 1000 <= Number(parts.pop())
          const ids = parts as unknown as Ids
          if (signedKind !== kind || file !== toFileName(ids))
            throw new Failure('address-expired', 'This address is no longer valid')
          const { plan, ...options } = await open(ctx, ids)
          await answerZip(request, reply, plan, { fileName: file, mayStart, ...options })
        },
      })
    },
  }
}
