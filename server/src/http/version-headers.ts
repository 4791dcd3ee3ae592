import type { FastifyReply } from 'fastify'
import { RESOURCE_VERSION_HEADER } from '#contract/resource-version.ts'

/** Sets the headers of a versioned answer, which `isVersioned` of its endpoint documents. */
export function setVersionHeaders(
  reply: FastifyReply,
  { version, changedAt }: { version: number; changedAt: Date },
): void {
  reply.headers({ [RESOURCE_VERSION_HEADER]: version, 'last-modified': changedAt.toUTCString() })
}
