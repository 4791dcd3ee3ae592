import { type Endpoint, SERVICES } from '#contract/endpoint.ts'

/** The path of an endpoint as the OpenAPI document has it: parameters in braces, without a slash at its end. */
export const toDocumentPath = ({ service, path }: Pick<Endpoint, 'service' | 'path'>): string =>
  (SERVICES[service] + path).replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')
