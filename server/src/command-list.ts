import type { StandaloneCommand } from './domain.ts'

/** A command of `keepsake`: its words, how it is used, and how it is loaded when it runs. */
export interface CommandEntry {
  name: string
  usage: string
  /** Without it the command is one of app.ts, which loads all domains: what it changes is handled in others, too. */
  load?: () => Promise<StandaloneCommand>
}

/** All commands, in the order of the help, which imports no domain. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'serve',
    usage: 'keepsake serve [--role all|web|worker|sftp]',
    load: async () => (await import('./serve-command.ts')).serveCommand,
  },
  {
    name: 'migrate',
    usage: `keepsake migrate                                migrates the database; may be repeated
keepsake migrate --check                        lists what is pending; exit code 1 if anything is`,
    load: async () => (await import('./migrate-command.ts')).migrateCommand,
  },
  {
    name: 'config',
    usage:
      'keepsake config [--json]                        each setting with its value and source; exit code 1 if one is not valid',
    load: async () => (await import('./config-command.ts')).configCommand,
  },
  {
    name: 'brands',
    usage:
      'keepsake brands [--json]                        each brand with what it has; exit code 1 if one lacks a part',
    load: async () => (await import('./brands-command.ts')).brandsCommand,
  },
  {
    name: 'doctor',
    usage:
      'keepsake doctor                                 checks settings and services of this machine; exit code 1 if one fails',
    load: async () => (await import('./doctor/doctor-command.ts')).doctorCommand,
  },
  {
    name: 'restore-drill',
    usage: `keepsake restore-drill FOLDER                   restores the newest backup of FOLDER for a moment and compares it
  [--sample 200]                                originals, and rows of each table, whose content is compared
  [--patience 60]                               seconds in which the log must advance
  [--metrics FILE]                              where the result is written for node_exporter`,
    load: async () => (await import('./restore-drill/restore-drill-command.ts')).restoreDrillCommand,
  },
  {
    name: 'service-token',
    usage: `keepsake service-token create NAME --vendors V,V --scopes S,S [--days 365]
                                                a token of a retailer's service, printed once; 'all' for all vendors or scopes
keepsake service-token list                     tokens with their last use and their end
keepsake service-token replace NAME [--overlap 7d]
                                                another one with the same rights; the present one ends after the overlap
keepsake service-token end ID                   ends one at once`,
  },
  {
    name: 'retailer-outbox',
    usage: `keepsake retailer-outbox list                   messages to the retailer that wait, or were refused or dropped
keepsake retailer-outbox retry ID               sends one again, now
keepsake retailer-outbox drop ID --reason TEXT  gives a waiting one up, as if the retailer had refused it`,
  },
  {
    name: 'business-status',
    usage: `keepsake business-status EMAIL|ID Active        activates a business customer's account, who gets a mail
keepsake business-status EMAIL|ID Blocked       blocks it: it can be read and not be used`,
  },
  {
    name: 'secret adopt',
    usage:
      'keepsake secret adopt --by NAME                 makes SECRET the one of all processes, after the earlier one was lost',
  },
  {
    name: 'blobs',
    usage: `keepsake blobs sweep                            queues a search for blobs without a photo now
keepsake blobs held                             the sweep that awaits an operator's confirmation
keepsake blobs confirm --by NAME                lets it remove the blobs it reported
keepsake blobs adopt --by NAME                  makes the blob store that of this database, after a restore`,
  },
  {
    name: 'facts',
    usage: `keepsake facts --account ID             queues the reading of facts of the account's photos that have none
keepsake facts --account ID --again     reads those of all its photos again`,
  },
  {
    name: 'import shared-albums',
    usage:
      'keepsake import shared-albums FILE [--skip-unknown]    albums with several members; see docs/operations.md',
  },
  {
    name: 'originals',
    usage: `keepsake originals recover --by NAME            adds the photos of originals that the database does not know
keepsake originals missing [--erase --by NAME]  lists photos without original, and erases them`,
  },
  {
    name: 'import libraries',
    usage:
      'keepsake import libraries FILE [--check]         registers legacy libraries of customers; --check only reads their indexes',
  },
  {
    name: 'invoices',
    usage:
      'keepsake invoices retry                         renders the invoices again whose rendering failed',
  },
  {
    name: 'sftp-host-key',
    usage: `keepsake sftp-host-key                          prints the fingerprint of the SFTP server's key
keepsake sftp-host-key replace                  replaces the key; restart the processes that serve SFTP`,
  },
  {
    name: 'retention',
    usage: `keepsake retention --dry-run [--as-of DATE]     what a run would do; DATE is 2026-12-31 or an instant
keepsake retention run                          queues a run now
keepsake retention held                         runs that await an operator's confirmation
keepsake retention confirm BRAND --by NAME [--phase leave|erase]
keepsake retention delay EMAIL|ID DATE --by NAME  keeps a customer's photos at least until then; 'none' removes the delay`,
  },
  {
    name: 'erase-account',
    usage: `keepsake erase-account EMAIL|ID --by NAME       erases a customer's account and everything in it, for good
keepsake erase-account EMAIL|ID --dry-run       what would be erased`,
  },
  {
    name: 'case',
    usage: `keepsake case WORD --why TEXT                   what happened to a customer, in one timeline; WORD is an e-mail address, also a former
  [--since 90d] [--vendor VENDOR]               one, or the id of an account, order, invoice, export, upload, project or webhook, an SFTP
  [--by NAME] [--full] [--json]                 user or the name of a file there; the customer may read TEXT; --full shows addresses
keepsake case WORD --why TEXT --short           the same for the customer, in the words of 'Activity'
  [--since 90d] [--vendor VENDOR]
  [--by NAME] [--locale LOCALE]`,
  },
  {
    name: 'jobs',
    usage: `keepsake jobs waiting [KIND] [--account ID]     lists the jobs that wait or run, by kind, or those of a kind or account
  [--limit 50]                                  how many jobs
keepsake jobs dead                              lists the jobs that failed in all retries
keepsake jobs retry [KIND]                      runs them again: all, or those of one kind`,
  },
  {
    name: 'database distribution',
    usage:
      'keepsake database distribution                 prints SQL that distributes the tables over the nodes of Citus',
  },
]
