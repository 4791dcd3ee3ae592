import type { ApiKeyConflict } from '#contract/api-keys.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/** Explains why no key was created, where the service says so; undefined for a failure that is worth another try. */
export function explainRefusal({ text }: Texts, error: unknown): string | undefined {
  if (!(error instanceof HttpFailure)) return undefined
  if (error.status === 429) return text('api-keys.too-often')
  if (error.status !== 409) return undefined
  return text(TEXTS[error.reason as ApiKeyConflict] ?? 'api-keys.create.failed')
}

const TEXTS = {
  blocked: 'api-keys.blocked',
  'too-many-keys': 'api-keys.too-many',
  ended: 'api-keys.create.failed',
  replaced: 'api-keys.replaced-before',
} as const satisfies Record<ApiKeyConflict, string>
