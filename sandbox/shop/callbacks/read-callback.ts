import type { IncomingHttpHeaders } from 'node:http'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { convert } from 'xmlbuilder2'
import { type CallbackPayload, callbackPayload } from '#contract/callback-payload.ts'

/**
 * Reads the payload of a callback in JSON or XML whose signature is of this secret and not older than five minutes (Standard
 * Webhooks); undefined for any other. Only verified XML is parsed.
 */
export function readCallback(
  secret: string,
  headers: IncomingHttpHeaders,
  body: string,
): CallbackPayload | undefined {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false })
  } catch (error) {
    if (error instanceof WebhookVerificationError) return undefined
    throw error
  }
  const isXml = headers['content-type']?.startsWith('application/xml')
  return callbackPayload.parse(isXml ? parseRoot(body) : JSON.parse(body))
}

/** Reads the elements of the root by their names. */
function parseRoot(xml: string): unknown {
  const { callback } = convert(xml, { format: 'object' }) as unknown as { callback: Record<string, unknown> }
  return callback
}
