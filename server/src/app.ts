import type { Context } from './context.ts'
import { activation, activationJobs } from './domains/activation/index.ts'
import { albumListeners, albums } from './domains/albums/index.ts'
import { brands } from './domains/brands/index.ts'
import { customers } from './domains/customers/index.ts'
import { downloadJobs, downloadListeners, downloads, handleDownloadJobs } from './domains/downloads/index.ts'
import { exportJobs, exportListeners, exports, handleExportJobs } from './domains/exports/index.ts'
import { handleIdentityJobs, identity, identityJobs } from './domains/identity/index.ts'
import { handleImportJobs, importJobs, importListeners, imports } from './domains/imports/index.ts'
import { orderJobs, orders } from './domains/orders/index.ts'
import { handlePhotoJobs, photoJobs, photos } from './domains/photos/index.ts'
import { reports } from './domains/reports/index.ts'
import {
  handleRetentionJobs,
  retention,
  retentionJobs,
  retentionListeners,
} from './domains/retention/index.ts'
import { sharedAlbumListeners, sharedAlbums } from './domains/shared-albums/index.ts'
import {
  handleTempSelectionJobs,
  tempSelectionJobs,
  tempSelections,
} from './domains/temp-selections/index.ts'
import { handleUploadJobs, uploadJobs, uploads } from './domains/uploads/index.ts'
import type { Domain } from './http/route.ts'
import type { Listener } from './platform/events/events.ts'
import type { JobKind, Registered } from './platform/jobs/jobs.ts'

/** The visible list of domains, low to high. */
export const domains: readonly Domain[] = [
  brands,
  customers,
  identity,
  photos,
  activation,
  albums,
  tempSelections,
  sharedAlbums,
  uploads,
  imports,
  downloads,
  exports,
  orders,
  retention,
  reports,
]

/** Every kind of job there is; start-up fails when one has no handler, or two. */
export const jobKinds: readonly JobKind<object>[] = [
  ...identityJobs,
  ...photoJobs,
  ...activationJobs,
  ...tempSelectionJobs,
  ...uploadJobs,
  ...importJobs,
  ...downloadJobs,
  ...orderJobs,
  ...retentionJobs,
  ...exportJobs,
]

export const jobHandlers = (ctx: Context): Registered[] => [
  ...handleIdentityJobs(ctx),
  ...handlePhotoJobs(ctx),
  ...handleTempSelectionJobs(ctx),
  ...handleUploadJobs(ctx),
  ...handleImportJobs(ctx),
  ...handleDownloadJobs(ctx),
  ...handleRetentionJobs(ctx),
  ...handleExportJobs(ctx),
]

/** Who follows which event in its transaction. */
export const eventListeners = (ctx: Context): Listener[] => [
  ...albumListeners(ctx),
  ...sharedAlbumListeners(ctx),
  ...importListeners,
  ...downloadListeners(ctx),
  ...exportListeners(ctx),
  ...retentionListeners(ctx),
]
