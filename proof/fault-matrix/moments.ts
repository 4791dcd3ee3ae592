import type { WatchedRole } from './processes.ts'

/**
 * The moment of each action in a process that is killed or paused: the transaction, or the statement outside of any, that
 * contains this statement with the customer's account. Null where the process has no part in it.
 */
export const MOMENT_BY_ACTION: Record<string, Record<WatchedRole, RegExp | null>> = {
  'sign-in': { web: /insert into "oidc_records"/, worker: null },
  upload: { web: /insert into "photos"/, worker: /update "photos" set "width"/ },
  thumbnail: { web: /select .*"variants"/, worker: null },
  'timeline read': { web: /select .* from "month_counts"/, worker: null },
  'album edit': { web: /update "albums"/, worker: null },
  'delete chunk': { web: /update "photos" set "deleted_at"/, worker: null },
  'delete all': { web: /insert into "library_moves"/, worker: /update "library_moves"/ },
  'download zip': { web: /insert into "downloads"/, worker: /update "downloads" set .*"manifest"/ },
  export: { web: /insert into "exports"/, worker: /insert into "export_chunks"/ },
  // Mails are sent after it.
  'e-mail change': { web: /insert into "mail_tokens"/, worker: /insert into "sent_mails"/ },
  'account deletion': { web: /insert into "closures"/, worker: /insert into "sent_mails"/ },
  // The claim of a reminder, which is sent after it.
  'retention run': { web: null, worker: /insert into "retention_mail_rates"/ },
  // The delivery has been answered then.
  webhook: { web: /insert into "callback_events"/, worker: /insert into "callback_attempts"/ },
}
