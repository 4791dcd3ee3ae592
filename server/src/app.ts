import type { Context } from './context.ts'
import { type Command, checkDomains, checkUndoSources, type Domain } from './domain.ts'
import { activation } from './domains/activation/index.ts'
import { createActivity } from './domains/activity/index.ts'
import { albums } from './domains/albums/index.ts'
import { apiKeys, authenticateKey } from './domains/api-keys/index.ts'
import { brands } from './domains/brands/index.ts'
import { callbacks } from './domains/callbacks/index.ts'
import { closures, createAccountErasure } from './domains/closures/index.ts'
import { complaints } from './domains/complaints/index.ts'
import { customers } from './domains/customers/index.ts'
import { downloads } from './domains/downloads/index.ts'
import { exports } from './domains/exports/index.ts'
import { firstScreen } from './domains/first-screen/index.ts'
import { authenticate, createIdentity } from './domains/identity/index.ts'
import { imports } from './domains/imports/index.ts'
import { invoices } from './domains/invoices/index.ts'
import { createJournal } from './domains/journal/index.ts'
import { mails } from './domains/mails/index.ts'
import { merchandise } from './domains/merchandise/index.ts'
import { orders } from './domains/orders/index.ts'
import { photoDates } from './domains/photo-dates/index.ts'
import { photoSearch } from './domains/photo-search/index.ts'
import { photoSuggestions } from './domains/photo-suggestions/index.ts'
import { photos } from './domains/photos/index.ts'
import { places } from './domains/places/index.ts'
import { productFiles } from './domains/product-files/index.ts'
import { projects } from './domains/projects/index.ts'
import { reports } from './domains/reports/index.ts'
import { retailerOutbox } from './domains/retailer-outbox/index.ts'
import { retention } from './domains/retention/index.ts'
import { services } from './domains/services/index.ts'
import { sftpAccess } from './domains/sftp-access/index.ts'
import { sharedAlbums } from './domains/shared-albums/index.ts'
import { similarPhotos } from './domains/similar-photos/index.ts'
import { storedPictures } from './domains/stored-pictures/index.ts'
import { subscriptions } from './domains/subscriptions/index.ts'
import { tempSelections } from './domains/temp-selections/index.ts'
import { uploads } from './domains/uploads/index.ts'
import { vouchers } from './domains/vouchers/index.ts'
import { widgets } from './domains/widgets/index.ts'
import { withdrawals } from './domains/withdrawals/index.ts'
import type { Authenticate } from './http/mount.ts'
import type { Listener } from './platform/events/events.ts'
import type { JobRegistration } from './platform/jobs/jobs.ts'

/** Called when all domains are declared. */
const listUndoSources = () => domains.flatMap(({ undo = [] }) => undo)

/** The list of domains, low to high. All other lists of domains derive from it. */
export const domains: readonly Domain[] = [
  brands,
  services,
  createJournal(listUndoSources),
  retailerOutbox,
  mails,
  customers,
  createIdentity(() => domains.flatMap(({ access = [] }) => access)),
  apiKeys,
  subscriptions,
  photos,
  orders,
  storedPictures,
  projects,
  widgets,
  places,
  activation,
  albums,
  photoDates,
  photoSearch,
  tempSelections,
  sharedAlbums,
  firstScreen,
  uploads,
  imports,
  downloads,
  exports,
  vouchers,
  invoices,
  withdrawals,
  complaints,
  productFiles,
  merchandise,
  similarPhotos,
  photoSuggestions,
  callbacks,
  sftpAccess,
  retention,
  createActivity(listUndoSources),
  reports,
  closures,
]

checkDomains(domains)
checkUndoSources(listUndoSources())

/** Created from the finished list, because it visits all domains. */
const erasure = createAccountErasure(domains)

/** Authenticates a request by its API key, or by its access token where it has no key. */
export function createAuthenticate(ctx: Context): Authenticate {
  const byKey = authenticateKey(ctx)
  const byToken = authenticate(ctx)
  return request => {
    const caller = byKey(request)
    return caller === undefined ? byToken(request) : caller
  }
}

/** All kinds of jobs with their handlers. */
export const jobs: readonly JobRegistration<Context>[] = [
  ...domains.flatMap(domain => domain.jobs ?? []),
  ...erasure.jobs,
]

export const jobKinds = jobs.map(job => job.kind)

/** Listeners of one event run in the order of their domains. */
export const listeners: readonly Listener<Context>[] = domains.flatMap(domain => domain.listeners ?? [])

export const commands: readonly Command[] = [
  ...domains.flatMap(domain => domain.commands ?? []),
  ...erasure.commands,
]
